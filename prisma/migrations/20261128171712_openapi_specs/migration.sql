-- CreateTable
CREATE TABLE "blob_holds" (
    "holder" TEXT NOT NULL,
    "blob" TEXT NOT NULL,

    CONSTRAINT "blob_holds_pkey" PRIMARY KEY ("holder","blob")
);

-- CreateTable
CREATE TABLE "openapi_specs" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "visibility" TEXT NOT NULL DEFAULT 'private',
    "source_url" TEXT,
    "source_secret" BYTEA,
    "source_text" TEXT,
    "source_number" INTEGER NOT NULL DEFAULT 1,
    "source_tag" TEXT,
    "processing_state" TEXT NOT NULL DEFAULT 'pending',
    "last_version_id" TEXT,
    "last_processed_at" TIMESTAMPTZ(3),
    "last_process_error" TEXT,
    "last_process_message" TEXT,
    "last_job_id" TEXT,
    "created_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "openapi_specs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "openapi_spec_versions" (
    "id" TEXT NOT NULL,
    "spec_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "content_hash" TEXT NOT NULL,
    "files" JSON NOT NULL,
    "bundle" TEXT NOT NULL,
    "pages" JSON NOT NULL,

    CONSTRAINT "openapi_spec_versions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "blob_holds_blob_idx" ON "blob_holds"("blob");

-- CreateIndex
CREATE INDEX "openapi_specs_organization_id_created_at_id_idx" ON "openapi_specs"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "openapi_specs_last_processed_at_idx" ON "openapi_specs"("last_processed_at") WHERE (source_url IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "openapi_specs_organization_id_slug_key" ON "openapi_specs"("organization_id", "slug");

-- CreateIndex
CREATE INDEX "openapi_spec_versions_spec_id_created_at_id_idx" ON "openapi_spec_versions"("spec_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "blob_holds" ADD CONSTRAINT "blob_holds_blob_fkey" FOREIGN KEY ("blob") REFERENCES "blobs"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "openapi_specs" ADD CONSTRAINT "openapi_specs_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "openapi_spec_versions" ADD CONSTRAINT "openapi_spec_versions_spec_id_fkey" FOREIGN KEY ("spec_id") REFERENCES "openapi_specs"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Limits
ALTER TABLE "openapi_specs"
  ADD CHECK ("slug" ~ '^[a-z0-9]+(?:-[a-z0-9]+)*$' AND length("slug") <= 100),
  ADD CHECK ("visibility" IN ('private', 'public')),
  ADD CHECK ("processing_state" IN ('pending', 'progress', 'complete')),
  ADD CHECK ("last_process_error" IN ('FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR')),
  ADD CHECK (("source_url" IS NULL) <> ("source_text" IS NULL)),
  ADD CHECK ("source_secret" IS NULL OR "source_url" IS NOT NULL);
