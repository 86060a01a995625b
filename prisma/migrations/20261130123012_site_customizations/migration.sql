-- CreateTable
CREATE TABLE "site_customizations" (
    "site_id" TEXT NOT NULL,
    "settings" JSONB NOT NULL,

    CONSTRAINT "site_customizations_pkey" PRIMARY KEY ("site_id")
);

-- CreateTable
CREATE TABLE "site_space_customizations" (
    "site_space_id" TEXT NOT NULL,
    "settings" JSONB NOT NULL,

    CONSTRAINT "site_space_customizations_pkey" PRIMARY KEY ("site_space_id")
);

-- AddForeignKey
ALTER TABLE "site_customizations" ADD CONSTRAINT "site_customizations_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_space_customizations" ADD CONSTRAINT "site_space_customizations_site_space_id_fkey" FOREIGN KEY ("site_space_id") REFERENCES "site_spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;


ALTER TABLE "site_customizations"
  ADD CONSTRAINT "site_customizations_settings_check" CHECK (jsonb_typeof("settings") = 'object');
ALTER TABLE "site_space_customizations"
  ADD CONSTRAINT "site_space_customizations_settings_check" CHECK (jsonb_typeof("settings") = 'object');
