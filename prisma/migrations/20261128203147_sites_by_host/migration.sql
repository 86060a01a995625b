-- CreateIndex
CREATE INDEX "sites_hostname_idx" ON "sites"("hostname");


-- CreateIndex: Prisma has no indexes of expressions. It leaves them alone.
CREATE INDEX "sites_proxy_host_idx" ON "sites"(split_part("proxy_origin", '/', 1));
