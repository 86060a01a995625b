import { builder } from '../../builder.ts';
import { plans, type PlanKey } from './plans.ts';

export const OrganizationType = builder.enumType('OrganizationType', {
  description: 'Type of an organization.',
  values: {
    BUSINESS: { value: 'business', description: 'A company.' },
    COMMUNITY: { value: 'community', description: 'A community.' },
  } as const,
});

export const OrganizationUseCase = builder.enumType('OrganizationUseCase', {
  description: 'Use case of an organization.',
  values: {
    INTERNAL_DOCS: { value: 'internalDocs', description: 'Internal documentation.' },
    DOCS_SITE: { value: 'docsSite', description: 'A documentation site.' },
    AUDIENCE_CONTROLLED_SITE: {
      value: 'audienceControlledSite',
      description: 'A site for a closed audience.',
    },
    PRODUCT_DOCS: { value: 'productDocs', description: 'Documentation of a product.' },
    TEAM_KNOWLEDGE_BASE: { value: 'teamKnowledgeBase', description: 'Knowledge base of a team.' },
    DESIGN_SYSTEM: { value: 'designSystem', description: 'A design system.' },
    OPEN_SOURCE_DOCS: { value: 'openSourceDocs', description: 'Documentation of open source.' },
    NOTES: { value: 'notes', description: 'Notes.' },
    OTHER: { value: 'other', description: 'Something else.' },
  } as const,
});

export const OrganizationCommunityType = builder.enumType('OrganizationCommunityType', {
  description: 'Type of community of an organization.',
  values: {
    NON_PROFIT: { value: 'nonProfit', description: 'A non-profit.' },
    OPEN_SOURCE: { value: 'openSource', description: 'An open-source project.' },
    EDUCATION: { value: 'education', description: 'A school, university or class.' },
  } as const,
});

export const OrganizationPlan = builder.enumType('OrganizationPlan', {
  description: 'The plan of an organization.',
  values: {
    FREE_2024: { value: 'free_2024', description: plans.free_2024.description },
    PLUS_2024: { value: 'plus_2024', description: plans.plus_2024.description },
    PRO_2024: { value: 'pro_2024', description: plans.pro_2024.description },
    ENTERPRISE_2024: { value: 'enterprise_2024', description: plans.enterprise_2024.description },
    COMMUNITY_2024: { value: 'community_2024', description: plans.community_2024.description },
    FREE: { value: 'free', description: plans.free.description },
    PLUS: { value: 'plus', description: plans.plus.description },
    PRO: { value: 'pro', description: plans.pro.description },
    INTERNAL: { value: 'internal', description: plans.internal.description },
  } as const satisfies Record<Uppercase<PlanKey>, { value: PlanKey; description: string }>,
});

export const OrganizationBlockReason = builder.enumType('OrganizationBlockReason', {
  description: 'Why an organization is blocked.',
  values: { SECURITY: { value: 'security', description: 'Security risk.' } } as const,
});
