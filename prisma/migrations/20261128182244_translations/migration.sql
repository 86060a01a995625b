-- CreateTable
CREATE TABLE "translations" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "source_space_id" TEXT NOT NULL,
    "source_language" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "instructions" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'pending',
    "result_space_id" TEXT,
    "result_revision_id" TEXT,
    "base_revision_id" TEXT,
    "job_id" TEXT,
    "under_way" BOOLEAN NOT NULL DEFAULT false,
    "run_started_at" TIMESTAMPTZ(3),
    "error_code" TEXT,
    "error_message" TEXT,
    "error_step" TEXT,
    "error_remedy" TEXT,
    "runs" INTEGER NOT NULL DEFAULT 0,
    "total_words" INTEGER NOT NULL DEFAULT 0,
    "total_pages" INTEGER NOT NULL DEFAULT 0,
    "total_duration" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "latest_duration" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "latest_pages" INTEGER NOT NULL DEFAULT 0,
    "latest_words" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "translations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "translated_pages" (
    "translation_id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "source_key" TEXT NOT NULL,

    CONSTRAINT "translated_pages_pkey" PRIMARY KEY ("translation_id","page_id")
);

-- CreateTable
CREATE TABLE "translated_texts" (
    "translation_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "translated_texts_pkey" PRIMARY KEY ("translation_id","hash")
);

-- CreateTable
CREATE TABLE "glossary_entries" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "translations" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "glossary_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "translations_organization_id_created_at_id_idx" ON "translations"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "translations_source_space_id_idx" ON "translations"("source_space_id");

-- CreateIndex
CREATE INDEX "translations_result_space_id_idx" ON "translations"("result_space_id");

-- CreateIndex
CREATE INDEX "glossary_entries_organization_id_created_at_id_idx" ON "glossary_entries"("organization_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "translations" ADD CONSTRAINT "translations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "translations" ADD CONSTRAINT "translations_source_space_id_fkey" FOREIGN KEY ("source_space_id") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "translations" ADD CONSTRAINT "translations_result_space_id_fkey" FOREIGN KEY ("result_space_id") REFERENCES "spaces"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "translated_pages" ADD CONSTRAINT "translated_pages_translation_id_fkey" FOREIGN KEY ("translation_id") REFERENCES "translations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "translated_texts" ADD CONSTRAINT "translated_texts_translation_id_fkey" FOREIGN KEY ("translation_id") REFERENCES "translations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "glossary_entries" ADD CONSTRAINT "glossary_entries_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

