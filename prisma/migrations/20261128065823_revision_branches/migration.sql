-- AlterTable
ALTER TABLE "revisions" ADD COLUMN     "branch_id" TEXT,
ADD COLUMN     "generation" INTEGER,
ADD COLUMN     "merge_base_id" TEXT;

-- The primary content of a space: its head, and all that lies behind it from first parent to first
-- parent. Where the clock was set back, a later revision gets the time of the one before it, so that
-- the order of times is that of the history.
WITH RECURSIVE walk AS (
  SELECT s."id" AS branch_id, r."id", r."parent_ids"[1] AS parent_id, r."created_at", 0 AS distance
  FROM "spaces" s JOIN "revisions" r ON r."id" = s."revision_id" AND r."space_id" = s."id"
  UNION ALL
  SELECT w.branch_id, r."id", r."parent_ids"[1], r."created_at", w.distance + 1
  FROM walk w JOIN "revisions" r ON r."id" = w.parent_id
)
UPDATE "revisions" r
SET "branch_id" = p.branch_id, "generation" = p.generation, "created_at" = p.created_at
FROM (
  SELECT id, branch_id,
    (row_number() OVER history - 1)::int AS generation,
    max(created_at) OVER history AS created_at
  FROM walk WINDOW history AS (PARTITION BY branch_id ORDER BY distance DESC)
) p
WHERE r."id" = p.id;

-- A change request: the same, down to the revision of the primary content that it began with. Its
-- merge base is what its last update before brought in, or that first revision.
WITH RECURSIVE walk AS (
  SELECT q."id" AS branch_id, q."revision_initial_id" AS initial_id, r."id", r."type",
    r."parent_ids", r."created_at", 0 AS distance
  FROM "change_requests" q JOIN "revisions" r ON r."id" = q."revision_id"
  WHERE r."branch_id" IS NULL AND r."space_id" = q."space_id"
  UNION ALL
  SELECT w.branch_id, w.initial_id, r."id", r."type", r."parent_ids", r."created_at", w.distance + 1
  FROM walk w JOIN "revisions" r ON r."id" = w."parent_ids"[1]
  WHERE r."branch_id" IS NULL
), ordered AS (
  SELECT id, branch_id, initial_id,
    first_value("parent_ids"[1]) OVER history AS first_parent_id,
    (row_number() OVER history)::int AS number,
    max("created_at") OVER history AS created_at,
    array_agg("parent_ids"[2]) FILTER (WHERE "type" = 'update') OVER history AS taken_in
  FROM walk WINDOW history AS (PARTITION BY branch_id ORDER BY distance DESC)
)
UPDATE "revisions" r
SET "branch_id" = o.branch_id,
  "generation" = f."generation" + o.number,
  "created_at" = GREATEST(f."created_at", o.created_at),
  "merge_base_id" = COALESCE(o.taken_in[cardinality(o.taken_in)], o.initial_id)
FROM ordered o JOIN "revisions" f ON f."id" = o.first_parent_id AND f."generation" IS NOT NULL
WHERE r."id" = o.id;

-- CreateIndex
CREATE INDEX "revisions_branch_id_created_at_generation_idx" ON "revisions"("branch_id", "created_at", "generation");

-- CreateIndex
CREATE UNIQUE INDEX "revisions_branch_id_generation_key" ON "revisions"("branch_id", "generation");

-- A revision on a branch has its place there; on that of a change request, a merge base too.
ALTER TABLE "revisions"
  ADD CHECK (("branch_id" IS NULL) = ("generation" IS NULL)),
  ADD CHECK (("merge_base_id" IS NULL) = (COALESCE("branch_id", "space_id") = "space_id"));
