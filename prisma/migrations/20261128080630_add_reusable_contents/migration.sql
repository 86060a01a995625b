-- What there is has no reusable contents: the default is the hash of the empty trie.
ALTER TABLE "revisions"
  ADD COLUMN "reusable_content_count" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "reusable_contents_hash" TEXT NOT NULL
    DEFAULT 'eca990ee9b37e0ef2a374884ac5fc645c2ff560a25af25c07347575fd2e166c5';

-- Whoever writes a revision says what it holds.
ALTER TABLE "revisions"
  ALTER COLUMN "reusable_content_count" DROP DEFAULT,
  ALTER COLUMN "reusable_contents_hash" DROP DEFAULT;

-- A conflict can be about a reusable content.
ALTER TABLE "change_request_conflicts"
  DROP CONSTRAINT "change_request_conflicts_subject_check",
  ADD CONSTRAINT "change_request_conflicts_subject_check"
    CHECK ("subject" IN ('page', 'file', 'reusable-content', 'variable'));
