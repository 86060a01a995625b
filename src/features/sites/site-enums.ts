import { enumType } from '../../builder/declare-types.ts';

export const siteTypes = [
  'basic',
  'premium',
  'ultimate',
  'sponsored',
  'legacy-basic',
  'legacy-premium',
] as const;

export type SiteTypeValue = (typeof siteTypes)[number];

export const SiteType = enumType<SiteTypeValue>(
  'SiteType',
  'Plan of a site, which determines its features.',
  {
    basic: 'The basic plan.',
    premium: 'The premium plan.',
    ultimate: 'The ultimate plan.',
    sponsored: 'All features, paid for by ads.',
    'legacy-basic': 'A former basic plan.',
    'legacy-premium': 'A former premium plan.',
  },
);

export const siteVisibilities = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;

export type SiteVisibilityValue = (typeof siteVisibilities)[number];

export const SiteVisibility = enumType<SiteVisibilityValue>(
  'SiteVisibility',
  'Visibility of a published site.',
  {
    public: 'Anyone; search engines index it.',
    unlisted: 'Anyone; search engines do not index it.',
    'share-link': 'Anyone with a secret token in the URL.',
    'visitor-auth': 'Anyone who is authenticated through a JWT.',
  },
);

export const agentsContexts = ['excluded', 'included'] as const;

type SiteAgentsContextValue = (typeof agentsContexts)[number];

export const SiteAgentsContext = enumType<SiteAgentsContextValue>(
  'SiteAgentsContext',
  'Whether the agent can access a site.',
  {
    excluded: 'The agent cannot access the site.',
    included: 'The agent can access the site.',
  },
);
