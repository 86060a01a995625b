-- CreateTable
CREATE TABLE "sign_ups" (
    "invite_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "display_name" TEXT,
    "secret_hash" TEXT,
    "mail_count" INTEGER NOT NULL DEFAULT 0,
    "mailed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_ups_pkey" PRIMARY KEY ("invite_id","email")
);

-- CreateIndex
CREATE UNIQUE INDEX "sign_ups_secret_hash_key" ON "sign_ups"("secret_hash");

-- CreateIndex
CREATE INDEX "sign_ups_email_idx" ON "sign_ups"("email");

-- CreateIndex
CREATE INDEX "sign_ups_expires_at_idx" ON "sign_ups"("expires_at");

-- CreateIndex
CREATE INDEX "invitations_email_idx" ON "invitations"("email");

-- AddForeignKey
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_invite_id_fkey" FOREIGN KEY ("invite_id") REFERENCES "invites"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- CheckConstraints
ALTER TABLE "sign_ups"
  ADD CHECK ("email" = lower("email"));
