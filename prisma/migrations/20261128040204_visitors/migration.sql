-- CreateTable
CREATE TABLE "site_adaptive_schemas" (
    "site_id" TEXT NOT NULL,
    "json_schema" JSON NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "site_adaptive_schemas_pkey" PRIMARY KEY ("site_id")
);

-- CreateTable
CREATE TABLE "site_publishing_auths" (
    "site_id" TEXT NOT NULL,
    "backend" TEXT NOT NULL DEFAULT 'custom',
    "private_key" TEXT NOT NULL,
    "fallback_url" TEXT,

    CONSTRAINT "site_publishing_auths_pkey" PRIMARY KEY ("site_id")
);

-- AddForeignKey
ALTER TABLE "site_adaptive_schemas" ADD CONSTRAINT "site_adaptive_schemas_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_publishing_auths" ADD CONSTRAINT "site_publishing_auths_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

