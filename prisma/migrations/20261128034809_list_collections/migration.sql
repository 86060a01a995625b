-- CreateIndex
CREATE INDEX "collections_at_top" ON "collections"("organization_id", "position", "id") WHERE (parent_id IS NULL);

-- CreateIndex
CREATE INDEX "spaces_at_top" ON "spaces"("organization_id", "position", "id") WHERE (parent_id IS NULL);

-- Collections and spaces beside each other are in one order, which a view shows as one list. Deleted
-- spaces are in it, so that they can be restored to their place.
CREATE VIEW "collection_items" AS
  SELECT 'collection' AS "kind", "id", "organization_id", "parent_id", "position" FROM "collections"
  UNION ALL
  SELECT 'space', "id", "organization_id", "parent_id", "position" FROM "spaces";
