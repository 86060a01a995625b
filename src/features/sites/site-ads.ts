import { enumType } from '../../builder/declare-types.ts';
import { builder } from '../../builder.ts';
import { sharedBy } from '../../pagination/declared-fields.ts';

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

const SiteAdsStatus = enumType<SiteAdsState['status']>(
  'SiteAdsStatus',
  'Status of the ads of a site.',
  {
    pending: 'No ads were requested.',
    'in-review': 'The request is being reviewed.',
    rejected: 'The request was rejected.',
    live: 'The site shows ads.',
    disabled: 'The site no longer shows ads.',
  },
);

const SiteAdsTopic = enumType<SiteAdsTopicValue>('SiteAdsTopic', 'Topic of the ads of a site.', {
  webdev: 'Web development.',
  crypto: 'Cryptocurrencies.',
});

const PendingSiteAds = builder.objectRef<StateOf<'pending'>>('PendingSiteAds').implement({
  description: 'Ads that were not requested.',
  rest: { fields: 'status submittable' },
  fields: (t) => ({
    status: t.expose('status', { type: SiteAdsStatus, description: 'Status of the ads.' }),
    submittable: t.exposeBoolean('submittable', {
      description: 'Whether ads can be requested: always false, as there is no review process.',
    }),
  }),
});

const SiteAdsInReview = builder.objectRef<StateOf<'in-review'>>('SiteAdsInReview').implement({
  description: 'Ads that were requested.',
  rest: { fields: 'status topic' },
  fields: (t) => ({
    status: t.expose('status', { type: SiteAdsStatus, description: 'Status of the ads.' }),
    topic: t.expose('topic', { type: SiteAdsTopic, description: 'Topic of the ads.' }),
  }),
});

const RejectedSiteAds = builder.objectRef<StateOf<'rejected'>>('RejectedSiteAds').implement({
  description: 'Ads that were rejected.',
  rest: { fields: 'status reason' },
  fields: (t) => ({
    status: t.expose('status', { type: SiteAdsStatus, description: 'Status of the ads.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Reason of the rejection; null if none was given.',
    }),
  }),
});

const PlacedSiteAds = builder.objectRef<PlacedAds>('PlacedSiteAds').implement({
  description: 'Ads that the site shows or used to show.',
  rest: { fields: 'status topic zoneId' },
  fields: (t) => ({
    status: t.expose('status', { type: SiteAdsStatus, description: 'Status of the ads.' }),
    topic: t.expose('topic', { type: SiteAdsTopic, description: 'Topic of the ads.' }),
    zoneId: t.exposeString('zoneId', { description: 'Id of the ad zone in the ad network.' }),
  }),
});

const SiteAds = builder.unionType('SiteAds', {
  description: 'Status of the ads of the site. There is no review process, so it stays pending.',
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
    description: 'Status of the ads of the site.',
    ...sharedBy(),
    resolve: () => ads,
  }),
}));
