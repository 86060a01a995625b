import { enumType } from '../../builder/declare-types.ts';
import { plans, type PlanKey } from './plans.ts';

export const OrganizationType = enumType('OrganizationType', 'Type of an organization.', {
  business: 'A company.',
  community: 'A community.',
});

export const OrganizationUseCase = enumType('OrganizationUseCase', 'Use case of an organization.', {
  internalDocs: 'Internal documentation.',
  docsSite: 'A documentation site.',
  audienceControlledSite: 'A site for a closed audience.',
  productDocs: 'Documentation of a product.',
  teamKnowledgeBase: 'Knowledge base of a team.',
  designSystem: 'A design system.',
  openSourceDocs: 'Documentation of open source.',
  notes: 'Notes.',
  other: 'Something else.',
});

export const OrganizationCommunityType = enumType(
  'OrganizationCommunityType',
  'Type of community of an organization.',
  {
    nonProfit: 'A non-profit.',
    openSource: 'An open-source project.',
    education: 'A school, university or class.',
  },
);

export const OrganizationPlan = enumType<PlanKey>(
  'OrganizationPlan',
  'The plan of an organization.',
  {
    free_2024: plans.free_2024.description,
    plus_2024: plans.plus_2024.description,
    pro_2024: plans.pro_2024.description,
    enterprise_2024: plans.enterprise_2024.description,
    community_2024: plans.community_2024.description,
    free: plans.free.description,
    plus: plans.plus.description,
    pro: plans.pro.description,
    internal: plans.internal.description,
  },
);

export const OrganizationBlockReason = enumType(
  'OrganizationBlockReason',
  'Why an organization is blocked.',
  {
    security: 'Security risk.',
  },
);
