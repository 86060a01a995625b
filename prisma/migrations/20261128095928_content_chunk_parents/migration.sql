-- Chunks of before have null, and are looked into: nothing that is stored has to be written again.
-- AlterTable
ALTER TABLE "content_chunks" ADD COLUMN "parents" TEXT[];

