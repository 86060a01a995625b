-- AlterTable
ALTER TABLE "site_sections" ADD COLUMN     "group_id" TEXT;

-- CreateTable
CREATE TABLE "site_section_groups" (
    "id" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "icon" TEXT,
    "position" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_section_groups_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "site_section_groups_site_id_position_id_idx" ON "site_section_groups"("site_id", "position", "id");

-- CreateIndex
CREATE INDEX "site_sections_group_id_position_id_idx" ON "site_sections"("group_id", "position", "id");

-- AddForeignKey
ALTER TABLE "site_section_groups" ADD CONSTRAINT "site_section_groups_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_sections" ADD CONSTRAINT "site_sections_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "site_section_groups"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

