-- CreateTable
CREATE TABLE "computed_pages" (
    "space_id" TEXT NOT NULL,
    "page" TEXT NOT NULL,
    "spec_id" TEXT NOT NULL,
    "seed" TEXT,

    CONSTRAINT "computed_pages_pkey" PRIMARY KEY ("space_id","page")
);

-- CreateIndex
CREATE INDEX "computed_pages_spec_id_idx" ON "computed_pages"("spec_id");

