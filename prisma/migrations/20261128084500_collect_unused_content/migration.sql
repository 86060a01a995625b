-- What imports that failed, and edits that were merged, stored before and nothing refers to: the
-- collector finds only what it is told of. A day is left to what is being written at this moment.
INSERT INTO "released_content" ("kind", "hash", "released_at")
SELECT 'blob', b."hash", now() + interval '1 day' FROM "blobs" b
WHERE NOT EXISTS (SELECT FROM "content_chunks" c WHERE c."blobs" @> ARRAY[b."hash"])
ON CONFLICT DO NOTHING;

INSERT INTO "released_content" ("kind", "hash", "released_at")
SELECT 'chunk', c."hash", now() + interval '1 day' FROM "content_chunks" c
WHERE NOT EXISTS (
    SELECT FROM "content_chunks" p WHERE p."entries" IS NULL AND p."children" @> ARRAY[c."hash"])
  AND NOT EXISTS (SELECT FROM "revisions" r WHERE r."pages_hash" = c."hash")
  AND NOT EXISTS (SELECT FROM "revisions" r WHERE r."files_hash" = c."hash")
  AND NOT EXISTS (SELECT FROM "revisions" r WHERE r."reusable_contents_hash" = c."hash")
ON CONFLICT DO NOTHING;
