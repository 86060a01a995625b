import { builder } from '../../builder.ts';

export const siteTypes = [
  'basic',
  'premium',
  'ultimate',
  'sponsored',
  'legacy-basic',
  'legacy-premium',
] as const;

export type SiteTypeValue = (typeof siteTypes)[number];

export const SiteType = builder.enumType('SiteType', {
  description: 'Plan of a site, which determines its features.',
  values: {
    BASIC: { value: 'basic', description: 'The basic plan.' },
    PREMIUM: { value: 'premium', description: 'The premium plan.' },
    ULTIMATE: { value: 'ultimate', description: 'The ultimate plan.' },
    SPONSORED: { value: 'sponsored', description: 'All features, paid for by ads.' },
    LEGACY_BASIC: { value: 'legacy-basic', description: 'A former basic plan.' },
    LEGACY_PREMIUM: { value: 'legacy-premium', description: 'A former premium plan.' },
  } as const satisfies Record<string, { value: SiteTypeValue; description: string }>,
});

export const siteVisibilities = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;

export type SiteVisibilityValue = (typeof siteVisibilities)[number];

export const SiteVisibility = builder.enumType('SiteVisibility', {
  description: 'Visibility of a published site.',
  values: {
    PUBLIC: { value: 'public', description: 'Anyone; search engines index it.' },
    UNLISTED: { value: 'unlisted', description: 'Anyone; search engines do not index it.' },
    SHARE_LINK: { value: 'share-link', description: 'Anyone with a secret token in the URL.' },
    VISITOR_AUTH: {
      value: 'visitor-auth',
      description: 'Anyone who is authenticated through a JWT.',
    },
  } as const satisfies Record<string, { value: SiteVisibilityValue; description: string }>,
});

export const agentsContexts = ['excluded', 'included'] as const;

type SiteAgentsContextValue = (typeof agentsContexts)[number];

export const SiteAgentsContext = builder.enumType('SiteAgentsContext', {
  description: 'Whether the agent can access a site.',
  values: {
    EXCLUDED: { value: 'excluded', description: 'The agent cannot access the site.' },
    INCLUDED: { value: 'included', description: 'The agent can access the site.' },
  } as const satisfies Record<string, { value: SiteAgentsContextValue; description: string }>,
});
