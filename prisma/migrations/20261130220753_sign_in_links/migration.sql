-- CreateTable
CREATE TABLE "sign_in_links" (
    "user_id" TEXT NOT NULL,
    "secret_hash" TEXT,
    "mailed_at" TIMESTAMPTZ(3) NOT NULL,
    "mail_count" INTEGER NOT NULL,
    "counted_from" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_links_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_links_secret_hash_key" ON "sign_in_links"("secret_hash");

-- CreateIndex
CREATE INDEX "sign_in_links_mailed_at_idx" ON "sign_in_links"("mailed_at");

-- AddForeignKey
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Anybody can ask for a link to an address.
CREATE INDEX "users_lower_email_idx" ON "users"(lower("email"));
