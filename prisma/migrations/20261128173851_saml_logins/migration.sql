-- DropIndex
DROP INDEX "users_email_key";

-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "saml_provider_id" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "realm" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "saml_logins" (
    "id" TEXT NOT NULL,
    "saml_provider_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "saml_logins_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "saml_logins_saml_provider_id_idx" ON "saml_logins"("saml_provider_id");

-- CreateIndex
CREATE INDEX "saml_logins_expires_at_idx" ON "saml_logins"("expires_at");

-- CreateIndex
CREATE INDEX "api_tokens_saml_provider_id_idx" ON "api_tokens"("saml_provider_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_realm_key" ON "users"("email", "realm");

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_saml_provider_id_fkey" FOREIGN KEY ("saml_provider_id") REFERENCES "saml_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saml_logins" ADD CONSTRAINT "saml_logins_saml_provider_id_fkey" FOREIGN KEY ("saml_provider_id") REFERENCES "saml_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

