-- CreateTable
CREATE TABLE "change_request_conflicts" (
    "id" TEXT NOT NULL,
    "change_request_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "attribute" TEXT NOT NULL,
    "base" JSON,
    "ours" JSON,
    "theirs" JSON,
    "stands" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolution" TEXT,
    "resolved_by_id" TEXT,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "change_request_conflicts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "change_request_conflicts_change_request_id_created_at_id_idx" ON "change_request_conflicts"("change_request_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "change_request_conflicts" ADD CONSTRAINT "change_request_conflicts_change_request_id_fkey" FOREIGN KEY ("change_request_id") REFERENCES "change_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Prisma cannot say what values a text column takes.
ALTER TABLE "change_request_conflicts"
  ADD CHECK ("subject" IN ('page', 'file', 'variable')),
  ADD CHECK ("stands" IN ('ours', 'theirs')),
  ADD CHECK ("resolution" IN ('ours', 'theirs')),
  ADD CHECK (("resolution" IS NULL) = ("resolved_at" IS NULL));
