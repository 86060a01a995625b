-- DropIndex
DROP INDEX "sites_hostname_idx";

-- CreateIndex
CREATE UNIQUE INDEX "sites_hostname_key" ON "sites"("hostname");

