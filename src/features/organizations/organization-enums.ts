import { builder } from '../../builder.ts';

export const OrganizationType = builder.enumType('OrganizationType', {
  description: 'What kind of organization it is.',
  values: {
    BUSINESS: { value: 'business', description: 'A company.' },
    COMMUNITY: { value: 'community', description: 'A community.' },
  } as const,
});

export const OrganizationUseCase = builder.enumType('OrganizationUseCase', {
  description: 'What an organization uses the platform for.',
  values: {
    INTERNAL_DOCS: { value: 'internalDocs', description: 'Internal documentation.' },
    DOCS_SITE: { value: 'docsSite', description: 'A documentation site.' },
    AUDIENCE_CONTROLLED_SITE: {
      value: 'audienceControlledSite',
      description: 'A site for a closed audience.',
    },
    PRODUCT_DOCS: { value: 'productDocs', description: 'Documentation of a product.' },
    TEAM_KNOWLEDGE_BASE: { value: 'teamKnowledgeBase', description: 'What a team knows.' },
    DESIGN_SYSTEM: { value: 'designSystem', description: 'A design system.' },
    OPEN_SOURCE_DOCS: { value: 'openSourceDocs', description: 'Documentation of open source.' },
    NOTES: { value: 'notes', description: 'Notes.' },
    OTHER: { value: 'other', description: 'Something else.' },
  } as const,
});

export const OrganizationCommunityType = builder.enumType('OrganizationCommunityType', {
  description: 'What kind of community an organization is.',
  values: {
    NON_PROFIT: { value: 'nonProfit', description: 'A non-profit.' },
    OPEN_SOURCE: { value: 'openSource', description: 'An open-source project.' },
    EDUCATION: { value: 'education', description: 'A school, university or class.' },
  } as const,
});

export const OrganizationPlan = builder.enumType('OrganizationPlan', {
  description: 'The plan of an organization.',
  values: {
    FREE_2024: { value: 'free_2024', description: 'Free.' },
    PLUS_2024: { value: 'plus_2024', description: 'Plus.' },
    PRO_2024: { value: 'pro_2024', description: 'Pro.' },
    ENTERPRISE_2024: { value: 'enterprise_2024', description: 'Enterprise.' },
    COMMUNITY_2024: { value: 'community_2024', description: 'Community.' },
    FREE: { value: 'free', description: 'Free, before 2024.' },
    PLUS: { value: 'plus', description: 'Plus, before 2024.' },
    PRO: { value: 'pro', description: 'Pro, before 2024.' },
    INTERNAL: { value: 'internal', description: 'Of those who run the platform.' },
  } as const,
});
