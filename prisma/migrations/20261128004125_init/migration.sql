-- CreateTable
CREATE TABLE "secrets" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "secrets_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "photo_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "email_domains" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "hostname" TEXT,
    "type" TEXT NOT NULL DEFAULT 'business',
    "use_case" TEXT,
    "community_type" TEXT,
    "default_role" TEXT,
    "default_site_id" TEXT,
    "logo_url" TEXT,
    "sso" BOOLEAN NOT NULL DEFAULT false,
    "ai" BOOLEAN NOT NULL DEFAULT true,
    "invite_links" BOOLEAN NOT NULL DEFAULT true,
    "plan" TEXT NOT NULL DEFAULT 'pro_2024',
    "custom_hostname" TEXT,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "members" (
    "organization_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT,
    "disabled" BOOLEAN NOT NULL DEFAULT false,
    "sso" BOOLEAN NOT NULL DEFAULT false,
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "members_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "teams" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_members" (
    "team_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'member',
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_members_pkey" PRIMARY KEY ("team_id","user_id")
);

-- CreateTable
CREATE TABLE "grants" (
    "id" TEXT NOT NULL,
    "space_id" TEXT,
    "collection_id" TEXT,
    "user_id" TEXT,
    "team_id" TEXT,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sites" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'basic',
    "title" TEXT NOT NULL,
    "hostname" TEXT,
    "basename" TEXT,
    "proxy_origin" TEXT,
    "visibility" TEXT NOT NULL DEFAULT 'public',
    "published" BOOLEAN NOT NULL DEFAULT false,
    "adaptive_content_enabled" BOOLEAN NOT NULL DEFAULT false,
    "agents_context" TEXT NOT NULL DEFAULT 'included',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sites_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_sections" (
    "id" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "path" TEXT NOT NULL,
    "icon" TEXT,
    "condition" TEXT,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "position" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_sections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_spaces" (
    "id" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "section_id" TEXT,
    "space_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "condition" TEXT,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "position" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_spaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "share_links" (
    "id" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "share_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "collections" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "parent_id" TEXT,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "default_level" TEXT DEFAULT 'inherit',
    "position" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "spaces" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "parent_id" TEXT,
    "title" TEXT NOT NULL,
    "emoji" TEXT,
    "icon_url" TEXT,
    "edit_mode" TEXT NOT NULL DEFAULT 'live',
    "language" TEXT,
    "default_level" TEXT DEFAULT 'inherit',
    "revision_id" TEXT NOT NULL,
    "last_change_request" INTEGER NOT NULL DEFAULT 0,
    "position" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "spaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "revisions" (
    "id" TEXT NOT NULL,
    "space_id" TEXT NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'edits',
    "parent_ids" TEXT[],
    "merged_from_id" TEXT,
    "pages_hash" TEXT NOT NULL,
    "files_hash" TEXT NOT NULL,
    "page_count" INTEGER NOT NULL,
    "file_count" INTEGER NOT NULL,
    "variables" JSON NOT NULL DEFAULT '{}',
    "redirects" JSON NOT NULL DEFAULT '{}',
    "git" JSON,
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "content_chunks" (
    "hash" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "children" TEXT[],
    "entries" JSON,

    CONSTRAINT "content_chunks_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "blobs" (
    "hash" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "blobs_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "change_requests" (
    "id" TEXT NOT NULL,
    "space_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "subject" TEXT NOT NULL DEFAULT '',
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision_id" TEXT NOT NULL,
    "revision_initial_id" TEXT NOT NULL,
    "revision_merged_ancestor_id" TEXT,
    "revision_merged_id" TEXT,
    "agent_task_id" TEXT,

    CONSTRAINT "change_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "change_request_contributors" (
    "change_request_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "edits" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "change_request_contributors_pkey" PRIMARY KEY ("change_request_id","user_id")
);

-- CreateTable
CREATE TABLE "comments" (
    "id" TEXT NOT NULL,
    "space_id" TEXT NOT NULL,
    "change_request_id" TEXT,
    "posted_by_id" TEXT,
    "posted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),
    "markdown" TEXT,
    "status" TEXT NOT NULL DEFAULT 'open',
    "resolved_by_id" TEXT,
    "resolved_at" TIMESTAMPTZ(3),
    "revision_id" TEXT NOT NULL,
    "page_id" TEXT,
    "node_id" TEXT,
    "node_preview" TEXT,
    "table_record" TEXT,
    "table_definition" TEXT,

    CONSTRAINT "comments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "comment_replies" (
    "id" TEXT NOT NULL,
    "comment_id" TEXT NOT NULL,
    "posted_by_id" TEXT,
    "posted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),
    "markdown" TEXT,

    CONSTRAINT "comment_replies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reactions" (
    "id" TEXT NOT NULL,
    "comment_id" TEXT,
    "reply_id" TEXT,
    "emoji" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "reacted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reactions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_secret_hash_key" ON "api_tokens"("secret_hash");

-- CreateIndex
CREATE INDEX "api_tokens_user_id_created_at_id_idx" ON "api_tokens"("user_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "organizations_hostname_key" ON "organizations"("hostname");

-- CreateIndex
CREATE INDEX "organizations_created_at_id_idx" ON "organizations"("created_at", "id");

-- CreateIndex
CREATE INDEX "organizations_default_site_id_idx" ON "organizations"("default_site_id");

-- CreateIndex
CREATE INDEX "members_user_id_organization_id_idx" ON "members"("user_id", "organization_id");

-- CreateIndex
CREATE INDEX "members_organization_id_joined_at_user_id_idx" ON "members"("organization_id", "joined_at", "user_id");

-- CreateIndex
CREATE INDEX "members_organization_id_last_seen_at_user_id_idx" ON "members"("organization_id", "last_seen_at", "user_id");

-- CreateIndex
CREATE INDEX "teams_organization_id_created_at_id_idx" ON "teams"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "team_members_user_id_team_id_idx" ON "team_members"("user_id", "team_id");

-- CreateIndex
CREATE INDEX "grants_user_id_idx" ON "grants"("user_id");

-- CreateIndex
CREATE INDEX "grants_team_id_idx" ON "grants"("team_id");

-- CreateIndex
CREATE UNIQUE INDEX "grants_space_id_user_id_key" ON "grants"("space_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "grants_space_id_team_id_key" ON "grants"("space_id", "team_id");

-- CreateIndex
CREATE UNIQUE INDEX "grants_collection_id_user_id_key" ON "grants"("collection_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "grants_collection_id_team_id_key" ON "grants"("collection_id", "team_id");

-- CreateIndex
CREATE INDEX "sites_organization_id_created_at_id_idx" ON "sites"("organization_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "sites_organization_id_basename_key" ON "sites"("organization_id", "basename");

-- CreateIndex
CREATE INDEX "site_sections_site_id_position_id_idx" ON "site_sections"("site_id", "position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "site_sections_site_id_path_key" ON "site_sections"("site_id", "path");

-- CreateIndex
CREATE UNIQUE INDEX "site_sections_one_default" ON "site_sections"("site_id") WHERE (is_default);

-- CreateIndex
CREATE INDEX "site_spaces_site_id_position_id_idx" ON "site_spaces"("site_id", "position", "id");

-- CreateIndex
CREATE INDEX "site_spaces_section_id_position_id_idx" ON "site_spaces"("section_id", "position", "id");

-- CreateIndex
CREATE INDEX "site_spaces_space_id_idx" ON "site_spaces"("space_id");

-- CreateIndex
CREATE UNIQUE INDEX "site_spaces_one_default_in_section" ON "site_spaces"("section_id") WHERE (is_default AND section_id IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "site_spaces_one_default_at_root" ON "site_spaces"("site_id") WHERE (is_default AND section_id IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "site_spaces_site_id_space_id_key" ON "site_spaces"("site_id", "space_id");

-- CreateIndex
CREATE UNIQUE INDEX "share_links_key_key" ON "share_links"("key");

-- CreateIndex
CREATE INDEX "share_links_site_id_created_at_id_idx" ON "share_links"("site_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "collections_organization_id_created_at_id_idx" ON "collections"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "collections_parent_id_position_id_idx" ON "collections"("parent_id", "position", "id");

-- CreateIndex
CREATE INDEX "spaces_organization_id_created_at_id_idx" ON "spaces"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "spaces_parent_id_position_id_idx" ON "spaces"("parent_id", "position", "id");

-- CreateIndex
CREATE INDEX "spaces_deleted_at_idx" ON "spaces"("deleted_at");

-- CreateIndex
CREATE INDEX "revisions_space_id_created_at_id_idx" ON "revisions"("space_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "change_requests_space_id_status_created_at_id_idx" ON "change_requests"("space_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "change_requests_space_id_created_at_id_idx" ON "change_requests"("space_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "change_requests_space_id_number_key" ON "change_requests"("space_id", "number");

-- CreateIndex
CREATE INDEX "change_request_contributors_user_id_idx" ON "change_request_contributors"("user_id");

-- CreateIndex
CREATE INDEX "comments_of_space" ON "comments"("space_id", "posted_at", "id");

-- CreateIndex
CREATE INDEX "comments_of_change_request" ON "comments"("change_request_id", "posted_at", "id");

-- CreateIndex
CREATE INDEX "comments_space_id_status_idx" ON "comments"("space_id", "status");

-- CreateIndex
CREATE INDEX "comment_replies_comment_id_posted_at_id_idx" ON "comment_replies"("comment_id", "posted_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "reactions_comment_id_emoji_user_id_key" ON "reactions"("comment_id", "emoji", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "reactions_reply_id_emoji_user_id_key" ON "reactions"("reply_id", "emoji", "user_id");

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_default_site_id_fkey" FOREIGN KEY ("default_site_id") REFERENCES "sites"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "teams" ADD CONSTRAINT "teams_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sites" ADD CONSTRAINT "sites_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_sections" ADD CONSTRAINT "site_sections_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_spaces" ADD CONSTRAINT "site_spaces_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_spaces" ADD CONSTRAINT "site_spaces_section_id_fkey" FOREIGN KEY ("section_id") REFERENCES "site_sections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_spaces" ADD CONSTRAINT "site_spaces_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collections" ADD CONSTRAINT "collections_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collections" ADD CONSTRAINT "collections_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "collections"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_request_contributors" ADD CONSTRAINT "change_request_contributors_change_request_id_fkey" FOREIGN KEY ("change_request_id") REFERENCES "change_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_change_request_id_fkey" FOREIGN KEY ("change_request_id") REFERENCES "change_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_replies" ADD CONSTRAINT "comment_replies_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_reply_id_fkey" FOREIGN KEY ("reply_id") REFERENCES "comment_replies"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Values that the interface lists, and rules that hold between columns. Prisma's schema cannot say
-- these; it leaves them alone.
ALTER TABLE "organizations"
  ADD CHECK ("type" IN ('business', 'community')),
  ADD CHECK ("default_role" IN ('read', 'comment', 'edit', 'review', 'create', 'admin'));
ALTER TABLE "members" ADD CHECK ("role" IN ('read', 'comment', 'edit', 'review', 'create', 'admin'));
ALTER TABLE "team_members" ADD CHECK ("role" IN ('owner', 'member'));
ALTER TABLE "grants"
  ADD CHECK ("role" IN ('read', 'comment', 'edit', 'review', 'create', 'admin')),
  ADD CHECK (num_nonnulls("space_id", "collection_id") = 1),
  ADD CHECK (num_nonnulls("user_id", "team_id") = 1);
ALTER TABLE "sites"
  ADD CHECK ("visibility" IN ('public', 'unlisted', 'share-link', 'visitor-auth')),
  ADD CHECK ("agents_context" IN ('excluded', 'included'));
ALTER TABLE "collections"
  ADD CHECK ("default_level" IN ('read', 'comment', 'edit', 'review', 'create', 'admin', 'inherit'));
ALTER TABLE "spaces"
  ADD CHECK ("edit_mode" IN ('live', 'locked')),
  ADD CHECK ("default_level" IN ('read', 'comment', 'edit', 'review', 'create', 'admin', 'inherit'));
ALTER TABLE "revisions"
  ADD CHECK ("type" IN ('edits', 'merge', 'rollback', 'update', 'computed'));
ALTER TABLE "change_requests" ADD CHECK ("status" IN ('draft', 'open', 'archived', 'merged'));
ALTER TABLE "comments" ADD CHECK ("status" IN ('open', 'resolved'));
ALTER TABLE "reactions" ADD CHECK (num_nonnulls("comment_id", "reply_id") = 1);
