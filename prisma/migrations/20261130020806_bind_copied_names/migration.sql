-- AlterTable
ALTER TABLE "site_sections" ADD COLUMN     "path_space_id" TEXT,
ADD COLUMN     "title_space_id" TEXT;

-- AlterTable
ALTER TABLE "sites" ADD COLUMN     "title_space_id" TEXT;


-- Names that were copied before are those that equal the title of a space shown there. Somebody may
-- have chosen the same name: then it is hidden as well, only from those who may not view the space.
UPDATE "sites" SET "title_space_id" = "spaces"."id"
FROM "site_spaces" JOIN "spaces" ON "spaces"."id" = "site_spaces"."space_id"
WHERE "site_spaces"."site_id" = "sites"."id" AND "spaces"."title" = "sites"."title";

UPDATE "site_sections" SET "title_space_id" = "spaces"."id", "path_space_id" = "spaces"."id"
FROM "site_spaces" JOIN "spaces" ON "spaces"."id" = "site_spaces"."space_id"
WHERE "site_spaces"."section_id" = "site_sections"."id"
  AND "spaces"."title" = "site_sections"."title";

-- A section that got another title kept its path: the slug of the title, with a number if that was
-- taken. Slugs also drop accents, which this does not.
UPDATE "site_sections" SET "path_space_id" = "spaces"."id"
FROM "site_spaces" JOIN "spaces" ON "spaces"."id" = "site_spaces"."space_id"
WHERE "site_spaces"."section_id" = "site_sections"."id" AND "path_space_id" IS NULL
  AND regexp_replace("site_sections"."path", '-[0-9]+$', '') = regexp_replace(
    btrim(left(lower(regexp_replace("spaces"."title", '[^[:alnum:]]+', '-', 'g')), 45), '-'),
    '-[0-9]+$', '');
