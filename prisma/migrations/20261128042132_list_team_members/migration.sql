-- CreateIndex
CREATE INDEX "team_members_team_id_joined_at_user_id_idx" ON "team_members"("team_id", "joined_at", "user_id");

