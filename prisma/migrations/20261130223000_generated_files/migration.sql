-- Names the table as the code does.
ALTER TABLE "made_files" RENAME TO "generated_files";
ALTER TABLE "generated_files" RENAME CONSTRAINT "made_files_pkey" TO "generated_files_pkey";
ALTER TABLE "generated_files" RENAME CONSTRAINT "made_files_blob_fkey" TO "generated_files_blob_fkey";
ALTER TABLE "generated_files" RENAME CONSTRAINT "made_files_size_check" TO "generated_files_size_check";
ALTER INDEX "made_files_blob_idx" RENAME TO "generated_files_blob_idx";
ALTER INDEX "made_files_used_at_idx" RENAME TO "generated_files_used_at_idx";
