-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "blocked_reason" TEXT;

-- CreateIndex
CREATE INDEX "organizations_email_domains_idx" ON "organizations" USING GIN ("email_domains");


-- Domains mean the same in any case: from now on they are stored in lower case only.
UPDATE "organizations" SET "email_domains" = ARRAY(
  SELECT DISTINCT lower(domain) FROM unnest("email_domains") domain
) WHERE "email_domains"::text <> lower("email_domains"::text);

-- Values that the interface lists. Nothing could write others so far.
ALTER TABLE "organizations"
  ADD CHECK ("use_case" IN ('internalDocs', 'docsSite', 'audienceControlledSite', 'productDocs', 'teamKnowledgeBase', 'designSystem', 'openSourceDocs', 'notes', 'other')),
  ADD CHECK ("community_type" IN ('nonProfit', 'openSource', 'education')),
  ADD CHECK ("plan" IN ('free_2024', 'plus_2024', 'pro_2024', 'enterprise_2024', 'community_2024', 'free', 'plus', 'pro', 'internal')),
  ADD CHECK ("blocked_reason" IN ('security'));
