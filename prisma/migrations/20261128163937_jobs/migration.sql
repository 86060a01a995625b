-- CreateTable
CREATE TABLE "jobs" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "space_id" TEXT,
    "subject_id" TEXT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "step" TEXT,
    "steps_done" INTEGER NOT NULL DEFAULT 0,
    "steps_total" INTEGER NOT NULL,
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "message" TEXT,
    "error_code" TEXT,
    "error_message" TEXT,
    "error_step" TEXT,
    "error_remedy" TEXT,
    "input" JSONB NOT NULL DEFAULT '{}',
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "heartbeat_at" TIMESTAMPTZ(3),
    "cancel_asked_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "run" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_secrets" (
    "job_id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "job_secrets_pkey" PRIMARY KEY ("job_id")
);

-- CreateTable
CREATE TABLE "job_results" (
    "job_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "message" TEXT,

    CONSTRAINT "job_results_pkey" PRIMARY KEY ("job_id","ordinal")
);

-- CreateIndex
CREATE INDEX "jobs_organization_id_created_at_id_idx" ON "jobs"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "jobs_space_id_created_at_id_idx" ON "jobs"("space_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "jobs_state_ended_at_idx" ON "jobs"("state", "ended_at");

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_secrets" ADD CONSTRAINT "job_secrets_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_results" ADD CONSTRAINT "job_results_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Values and limits.
ALTER TABLE "jobs" ADD CHECK ("state" IN ('pending', 'running', 'done', 'failed', 'cancelled'));
ALTER TABLE "jobs" ADD CHECK ("progress" BETWEEN 0 AND 1);
ALTER TABLE "jobs" ADD CHECK ("steps_total" > 0 AND "steps_done" BETWEEN 0 AND "steps_total");

-- What has ended has its time; what failed says why.
ALTER TABLE "jobs" ADD CHECK (("state" IN ('done', 'failed', 'cancelled')) = ("ended_at" IS NOT NULL));
ALTER TABLE "jobs" ADD CHECK (("state" = 'failed') = ("error_code" IS NOT NULL));
