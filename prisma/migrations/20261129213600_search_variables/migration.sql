-- AlterTable
ALTER TABLE "search_pages" ADD COLUMN     "expression_values" JSON NOT NULL DEFAULT '{}',
ADD COLUMN     "variables" TEXT[] DEFAULT ARRAY[]::TEXT[];
