-- CreateTable
CREATE TABLE "saml_providers" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL DEFAULT '',
    "certificate" TEXT NOT NULL DEFAULT '',
    "sso_url" TEXT NOT NULL DEFAULT '',
    "default_team_id" TEXT,
    "default_role" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saml_providers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "saml_providers_organization_id_created_at_id_idx" ON "saml_providers"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "saml_providers_default_team_id_idx" ON "saml_providers"("default_team_id");

-- AddForeignKey
ALTER TABLE "saml_providers" ADD CONSTRAINT "saml_providers_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saml_providers" ADD CONSTRAINT "saml_providers_default_team_id_fkey" FOREIGN KEY ("default_team_id") REFERENCES "teams"("id") ON DELETE SET NULL ON UPDATE CASCADE;


-- Values that the interface lists.
ALTER TABLE "saml_providers"
  ADD CHECK ("default_role" IN ('read', 'comment', 'edit', 'review', 'create', 'admin'));
