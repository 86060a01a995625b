-- AlterTable
ALTER TABLE "sites" ADD COLUMN     "icon_dark_url" TEXT,
ADD COLUMN     "icon_emoji" TEXT,
ADD COLUMN     "icon_light_url" TEXT;

-- An icon is an emoji, or an image for each mode.
ALTER TABLE "sites"
  ADD CONSTRAINT "sites_icon_check" CHECK (
    ("icon_light_url" IS NULL) = ("icon_dark_url" IS NULL)
    AND ("icon_emoji" IS NULL OR "icon_light_url" IS NULL)
  );
