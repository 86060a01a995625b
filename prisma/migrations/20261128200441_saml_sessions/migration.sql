-- AlterTable
ALTER TABLE "saml_logins" ADD COLUMN     "session_ends_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at", "id");

