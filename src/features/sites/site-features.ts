import type { SiteTypeValue } from './site-enums.ts';

type Plan = 'basic' | 'premium' | 'ultimate';

/** All features, with the lowest plan that includes each, and a description. */
export const siteFeatureTable = {
  'sites-public-visibility': { plan: 'basic', description: 'Sites that anyone can read.' },
  'sites-unlisted-visibility': { plan: 'basic', description: 'Sites hidden from search engines.' },
  'sites-no-custom-domain': { plan: 'basic', description: 'A hostname of the service.' },
  'sites-basic-customization': { plan: 'basic', description: 'Logo and theme.' },
  'sites-multivariant-site': { plan: 'basic', description: 'Several spaces on one site.' },
  'sites-full-text-search': { plan: 'basic', description: 'Search in the text of all pages.' },
  'sites-page-feedback': { plan: 'basic', description: 'Ratings of pages by visitors.' },
  'sites-page-traffic-insights': { plan: 'basic', description: 'Statistics of page views.' },
  'sites-preview-deployments': { plan: 'basic', description: 'Previews of change requests.' },
  'sites-api-playground': { plan: 'basic', description: 'API requests from within a page.' },
  'sites-seo': { plan: 'basic', description: 'Metadata for search engines.' },
  'sites-ads': { plan: 'basic', description: 'Ads beside the content.' },
  'sites-sections': { plan: 'basic', description: 'Sections.' },
  'sites-redirects': { plan: 'basic', description: 'Redirects from former URLs.' },
  'sites-share-links': { plan: 'premium', description: 'Links with a secret token.' },
  'sites-custom-domain': { plan: 'premium', description: 'A domain of its own.' },
  'sites-advanced-customization': { plan: 'premium', description: 'Footer, icons and colors.' },
  'sites-custom-fonts': { plan: 'premium', description: 'Fonts of its own.' },
  'sites-pdf-export': { plan: 'premium', description: 'Pages as PDF.' },
  'sites-search-insights': { plan: 'premium', description: 'Statistics of searches.' },
  'sites-advanced-insights': { plan: 'premium', description: 'All statistics, by any dimension.' },
  'sites-user-contribution': { plan: 'premium', description: 'Proposals of edits by visitors.' },
  'sites-ai-search': { plan: 'premium', description: 'Answers to questions.' },
  'sites-custom-subdirectory': { plan: 'ultimate', description: 'A path of another domain.' },
  'sites-visitor-authentication': { plan: 'ultimate', description: 'Visitors who log in.' },
  'sites-visitors': { plan: 'ultimate', description: 'Data about visitors.' },
  'sites-adaptive-content': { plan: 'ultimate', description: 'Content that adapts to visitors.' },
  'sites-ai-assistant': { plan: 'ultimate', description: 'An assistant on every page.' },
} as const satisfies Record<string, { plan: Plan; description: string }>;

export type SiteFeatureKey = keyof typeof siteFeatureTable;

/** Features by site type. Legacy types keep some features of higher plans, which are frozen. */
const plans: Record<
  SiteTypeValue,
  { includes: readonly Plan[]; keeps: readonly SiteFeatureKey[] }
> = {
  basic: { includes: ['basic'], keeps: [] },
  premium: { includes: ['basic', 'premium'], keeps: [] },
  ultimate: { includes: ['basic', 'premium', 'ultimate'], keeps: [] },
  sponsored: { includes: ['basic', 'premium', 'ultimate'], keeps: [] },
  'legacy-basic': { includes: ['basic'], keeps: ['sites-custom-domain', 'sites-share-links'] },
  'legacy-premium': {
    includes: ['basic', 'premium'],
    keeps: ['sites-visitor-authentication', 'sites-custom-subdirectory'],
  },
};

export const siteCustomizations = {
  'header-logo': 'A logo in the header.',
  'theme-preset': 'A theme.',
  'premium-fonts': 'Further fonts.',
  'custom-icons': 'Icons in other styles.',
  'footer-logo': 'A logo in the footer.',
  'footer-links': 'Links in the footer.',
  'footer-copyright': 'A notice in the footer.',
  'semantic-colors': 'Colors of hints.',
} as const;

export type SiteCustomization = keyof typeof siteCustomizations;

const customizationsOf: Partial<Record<SiteFeatureKey, readonly SiteCustomization[]>> = {
  'sites-basic-customization': ['header-logo', 'theme-preset'],
  'sites-custom-fonts': ['premium-fonts'],
  'sites-advanced-customization': [
    'custom-icons',
    'footer-logo',
    'footer-links',
    'footer-copyright',
    'semantic-colors',
  ],
};

/** Feature of a site (interface, Site). */
export interface SiteFeature {
  id: SiteFeatureKey;
  /** Lowest plan that includes the feature. */
  plan: Plan;
  /** Whether the feature stays on but cannot be modified. */
  frozen: boolean;
  customizations: readonly SiteCustomization[] | null;
}

const featuresByType = new Map(
  Object.entries(plans).map(([type, { includes, keeps }]) => [
    type,
    (Object.keys(siteFeatureTable) as SiteFeatureKey[])
      .filter((id) => includes.includes(siteFeatureTable[id].plan) || keeps.includes(id))
      .map((id): SiteFeature => {
        const { plan } = siteFeatureTable[id];
        const customizations = customizationsOf[id] ?? null;
        return { id, plan, frozen: keeps.includes(id), customizations };
      }),
  ]),
);

/** Returns the features of a site type. */
export function featuresOf(type: string): readonly SiteFeature[] {
  return featuresByType.get(type) ?? [];
}

/** Checks whether a site type has a feature. */
export function hasFeature(type: string, id: SiteFeatureKey): boolean {
  return featuresOf(type).some((feature) => feature.id === id);
}
