-- CreateTable
CREATE TABLE "space_links" (
    "space_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "target_hash" TEXT NOT NULL,

    CONSTRAINT "space_links_pkey" PRIMARY KEY ("space_id","source","target_hash")
);

-- CreateIndex
CREATE INDEX "space_links_target_hash_idx" ON "space_links"("target_hash");

