-- AlterTable
ALTER TABLE "comments" ADD COLUMN     "review_id" TEXT;

-- CreateTable
CREATE TABLE "change_request_reviews" (
    "id" TEXT NOT NULL,
    "change_request_id" TEXT NOT NULL,
    "revision_id" TEXT NOT NULL,
    "reviewer_id" TEXT NOT NULL,
    "requested_by_id" TEXT,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "change_request_reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "requested_reviewers" (
    "change_request_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "revision_id" TEXT NOT NULL,
    "requested_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "requested_reviewers_pkey" PRIMARY KEY ("change_request_id","user_id")
);

-- CreateIndex
CREATE INDEX "change_request_reviews_change_request_id_created_at_id_idx" ON "change_request_reviews"("change_request_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "requested_reviewers_change_request_id_created_at_user_id_idx" ON "requested_reviewers"("change_request_id", "created_at", "user_id");

-- CreateIndex
CREATE INDEX "change_request_contributors_change_request_id_updated_at_us_idx" ON "change_request_contributors"("change_request_id", "updated_at", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "comments_review_id_key" ON "comments"("review_id");

-- AddForeignKey
ALTER TABLE "change_request_reviews" ADD CONSTRAINT "change_request_reviews_change_request_id_fkey" FOREIGN KEY ("change_request_id") REFERENCES "change_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "requested_reviewers" ADD CONSTRAINT "requested_reviewers_change_request_id_fkey" FOREIGN KEY ("change_request_id") REFERENCES "change_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "change_request_reviews"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Values that the interface lists.
ALTER TABLE "change_request_reviews" ADD CHECK ("status" IN ('approved', 'changes-requested'));

-- What belongs to a review is about its change request.
ALTER TABLE "comments" ADD CHECK ("review_id" IS NULL OR "change_request_id" IS NOT NULL);
