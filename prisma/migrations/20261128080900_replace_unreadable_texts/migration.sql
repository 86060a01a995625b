-- JSON can hold U+0000, escaped, but PostgreSQL reads no member of a value that does, so one such
-- title failed whatever looked into its chunk, the migration that names the blobs of a chunk among it: hence its
-- place. It becomes U+FFFD, as in CommonMark. An escape is one only behind an even number of
-- backslashes. The hash of a chunk stays, as it names the chunk for all revisions that have it. The
-- bytes of texts and files hold U+0000 without harm, and stay.
UPDATE "content_chunks" SET
  "entries" = regexp_replace("entries"::text, '(?<!\\)((?:\\\\)*)\\u0000', '\1\\ufffd', 'g')::json
WHERE position('\u0000' IN "entries"::text) > 0;

UPDATE "revisions" SET
  "variables" = regexp_replace("variables"::text, '(?<!\\)((?:\\\\)*)\\u0000', '\1\\ufffd', 'g')::json
WHERE position('\u0000' IN "variables"::text) > 0;

-- A conflict keeps its id, and what was decided of it.
UPDATE "change_request_conflicts" SET
  "base" = regexp_replace("base"::text, '(?<!\\)((?:\\\\)*)\\u0000', '\1\\ufffd', 'g')::json,
  "ours" = regexp_replace("ours"::text, '(?<!\\)((?:\\\\)*)\\u0000', '\1\\ufffd', 'g')::json,
  "theirs" = regexp_replace("theirs"::text, '(?<!\\)((?:\\\\)*)\\u0000', '\1\\ufffd', 'g')::json
WHERE position('\u0000' IN concat("base"::text, "ours"::text, "theirs"::text)) > 0;
