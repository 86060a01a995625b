-- CreateTable
CREATE TABLE "idempotent_writes" (
    "id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "result" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotent_writes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "idempotent_writes_created_at_idx" ON "idempotent_writes"("created_at");

