-- Addresses of git repositories were kept with their queries, which can hold tokens, and shown with
-- them. From now on they are kept without.
UPDATE "git_syncs" SET
  "repository_url" = split_part("repository_url", '?', 1),
  "tree_url" = split_part("tree_url", '?', 1)
WHERE "repository_url" LIKE '%?%' OR "tree_url" LIKE '%?%';

-- That of a commit was made of a prefix and its id.
UPDATE "revisions" SET
  "git" = jsonb_set("git"::jsonb, '{url}', to_jsonb(
    rtrim(split_part("git" ->> 'url', '?', 1), '/') || '/' || ("git" ->> 'oid')))::json
WHERE "git" ->> 'url' LIKE '%?%';

UPDATE "jobs" SET
  "input" = (
    SELECT jsonb_object_agg(key, CASE
      WHEN key IN ('url', 'treeUrl', 'commitUrl', 'providerUrl')
        THEN COALESCE(to_jsonb(split_part(value #>> '{}', '?', 1)), 'null')
      ELSE value END)
    FROM jsonb_each("input"))
WHERE "kind" IN ('git-import', 'git-export') AND "input"::text LIKE '%?%';
