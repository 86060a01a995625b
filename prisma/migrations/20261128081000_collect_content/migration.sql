-- AlterTable
ALTER TABLE "content_chunks" ADD COLUMN "blobs" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- The blobs that the entries of a leaf name: the texts of pages, the bytes of files.
UPDATE "content_chunks" c SET "blobs" = named.hashes
FROM (
  SELECT l."hash", array_agg(DISTINCT v.hash) AS hashes
  FROM "content_chunks" l CROSS JOIN LATERAL json_array_elements(l."entries") e(entry)
  CROSS JOIN LATERAL (VALUES (entry->>'source'), (entry->>'blob')) v(hash)
  WHERE l."entries" IS NOT NULL AND v.hash IS NOT NULL
  GROUP BY l."hash"
) named
WHERE named."hash" = c."hash";

-- CreateTable
CREATE TABLE "released_content" (
    "kind" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "released_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "released_content_kind" CHECK ("kind" IN ('chunk', 'blob')),
    CONSTRAINT "released_content_pkey" PRIMARY KEY ("kind","hash")
);

-- CreateIndex
CREATE INDEX "content_chunks_children_idx" ON "content_chunks" USING GIN ("children") WHERE (entries IS NULL);

-- CreateIndex
CREATE INDEX "content_chunks_blobs_idx" ON "content_chunks" USING GIN ("blobs");

-- CreateIndex
CREATE INDEX "revisions_pages_hash_idx" ON "revisions"("pages_hash");

-- CreateIndex
CREATE INDEX "revisions_files_hash_idx" ON "revisions"("files_hash");

-- CreateIndex
CREATE INDEX "revisions_reusable_contents_hash_idx" ON "revisions"("reusable_contents_hash");
