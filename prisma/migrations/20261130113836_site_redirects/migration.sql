-- CreateTable
CREATE TABLE "site_redirects" (
    "id" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "site_section_id" TEXT,
    "site_space_id" TEXT,
    "page_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_redirects_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "site_redirects_site_id_created_at_id_idx" ON "site_redirects"("site_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "site_redirects_site_section_id_idx" ON "site_redirects"("site_section_id");

-- CreateIndex
CREATE INDEX "site_redirects_site_space_id_idx" ON "site_redirects"("site_space_id");

-- CreateIndex
CREATE UNIQUE INDEX "site_redirects_site_id_source_key" ON "site_redirects"("site_id", "source");

-- AddForeignKey
ALTER TABLE "site_redirects" ADD CONSTRAINT "site_redirects_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_redirects" ADD CONSTRAINT "site_redirects_site_section_id_fkey" FOREIGN KEY ("site_section_id") REFERENCES "site_sections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_redirects" ADD CONSTRAINT "site_redirects_site_space_id_fkey" FOREIGN KEY ("site_space_id") REFERENCES "site_spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- The destination is a section, a site-space, or a page of a site-space.
ALTER TABLE "site_redirects"
  ADD CONSTRAINT "site_redirects_destination_check" CHECK (
    ("site_section_id" IS NULL) <> ("site_space_id" IS NULL)
    AND ("page_id" IS NULL OR "site_space_id" IS NOT NULL)
  ),
  ADD CONSTRAINT "site_redirects_source_check" CHECK (
    char_length("source") <= 512 AND "source" ~ '^(/([A-Za-z0-9._~-]|%[0-9A-F]{2})+)+$'
  );
