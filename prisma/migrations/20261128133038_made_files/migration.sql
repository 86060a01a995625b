-- CreateTable
CREATE TABLE "made_files" (
    "key" TEXT NOT NULL,
    "blob" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "made_files_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "made_files_blob_idx" ON "made_files"("blob");

-- CreateIndex
CREATE INDEX "made_files_used_at_idx" ON "made_files"("used_at");

-- AddForeignKey
ALTER TABLE "made_files" ADD CONSTRAINT "made_files_blob_fkey" FOREIGN KEY ("blob") REFERENCES "blobs"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Limits
ALTER TABLE "made_files" ADD CHECK ("size" >= 0);
