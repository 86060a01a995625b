import { builder } from '../../builder.ts';

/** State of a site's ads (interface, Site). The known fields depend on the status. */
type SiteAdsState =
  | { status: 'pending'; submittable: boolean }
  | { status: 'in-review'; topic: SiteAdsTopicValue }
  | { status: 'rejected'; reason: string | null }
  | PlacedAds;

type SiteAdsTopicValue = 'webdev' | 'crypto';

interface PlacedAds {
  status: 'live' | 'disabled';
  topic: SiteAdsTopicValue;
  zoneId: string;
}

type StateOf<Status extends SiteAdsState['status']> = Extract<SiteAdsState, { status: Status }>;

const SiteAdsStatus = builder.enumType('SiteAdsStatus', {
  description: 'How far the ads of a site are.',
  values: {
    PENDING: { value: 'pending', description: 'Nobody asked for ads.' },
    IN_REVIEW: { value: 'in-review', description: 'Somebody asked, and waits for an answer.' },
    REJECTED: { value: 'rejected', description: 'The site is not to show ads.' },
    LIVE: { value: 'live', description: 'The site shows ads.' },
    DISABLED: { value: 'disabled', description: 'The site showed ads, and does so no more.' },
  } as const satisfies Record<string, { value: SiteAdsState['status']; description: string }>,
});

const SiteAdsTopic = builder.enumType('SiteAdsTopic', {
  description: 'What the ads of a site are about.',
  values: {
    WEBDEV: { value: 'webdev', description: 'Web development.' },
    CRYPTO: { value: 'crypto', description: 'Cryptocurrencies.' },
  } as const satisfies Record<string, { value: SiteAdsTopicValue; description: string }>,
});

const PendingSiteAds = builder.objectRef<StateOf<'pending'>>('PendingSiteAds').implement({
  description: 'Ads that nobody asked for.',
  rest: { fields: 'status submittable' },
  fields: (t) => ({
    status: t.expose('status', { type: SiteAdsStatus, description: 'How far they are.' }),
    submittable: t.exposeBoolean('submittable', {
      description: 'Whether somebody can ask for ads: false, as nobody would review that.',
    }),
  }),
});

const SiteAdsInReview = builder.objectRef<StateOf<'in-review'>>('SiteAdsInReview').implement({
  description: 'Ads that somebody asked for.',
  rest: { fields: 'status topic' },
  fields: (t) => ({
    status: t.expose('status', { type: SiteAdsStatus, description: 'How far they are.' }),
    topic: t.expose('topic', { type: SiteAdsTopic, description: 'What they are about.' }),
  }),
});

const RejectedSiteAds = builder.objectRef<StateOf<'rejected'>>('RejectedSiteAds').implement({
  description: 'Ads that the site is not to show.',
  rest: { fields: 'status reason' },
  fields: (t) => ({
    status: t.expose('status', { type: SiteAdsStatus, description: 'How far they are.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why not; null when nobody said it.',
    }),
  }),
});

const PlacedSiteAds = builder.objectRef<PlacedAds>('PlacedSiteAds').implement({
  description: 'Ads that the site shows, or showed.',
  rest: { fields: 'status topic zoneId' },
  fields: (t) => ({
    status: t.expose('status', { type: SiteAdsStatus, description: 'How far they are.' }),
    topic: t.expose('topic', { type: SiteAdsTopic, description: 'What they are about.' }),
    zoneId: t.exposeString('zoneId', { description: 'Where the network of the ads knows it by.' }),
  }),
});

const SiteAds = builder.unionType('SiteAds', {
  description: 'How far the ads of a site are. Nobody reviews ads here, so they stay pending.',
  types: [PendingSiteAds, SiteAdsInReview, RejectedSiteAds, PlacedSiteAds],
  resolveType: ({ status }) => typeOf[status],
});

const typeOf = {
  pending: 'PendingSiteAds',
  'in-review': 'SiteAdsInReview',
  rejected: 'RejectedSiteAds',
  live: 'PlacedSiteAds',
  disabled: 'PlacedSiteAds',
} as const satisfies Record<SiteAdsState['status'], string>;

/** State of every site's ads: a self-hosted installation has nobody to review them. */
const ads: SiteAdsState = { status: 'pending', submittable: false };

builder.prismaObjectFields('Site', (t) => ({
  ads: t.field({
    type: SiteAds,
    description: 'How far the ads of the site are.',
    resolve: () => ads,
  }),
}));
