-- CreateTable
CREATE TABLE "git_syncs" (
    "space_id" TEXT NOT NULL,
    "repository_url" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "directory" TEXT NOT NULL,
    "repository_name" TEXT NOT NULL,
    "tree_url" TEXT NOT NULL,
    "provider" TEXT,
    "commit_oid" TEXT NOT NULL,
    "revision_id" TEXT NOT NULL,
    "event_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "git_syncs_pkey" PRIMARY KEY ("space_id")
);

-- AddForeignKey
ALTER TABLE "git_syncs" ADD CONSTRAINT "git_syncs_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

