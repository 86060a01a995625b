import {
  badPlace,
  missing,
  noPlace,
  UNKNOWN_ID,
  unknownParameter,
  type FailureTrial,
} from './failure-trial.ts';
import { customization } from './customization.ts';
import { baseUrl } from './world.ts';

const section = (siteSection: string) => ({ type: 'site-section', siteSection });
const siteSpace = (id: string) => ({ type: 'site-space', siteSpace: id });
const entry = (type: string, id: string) => ({ type, id });

/** Positions that neither sections nor site spaces can have. */
const sectionPlaces: readonly FailureTrial[] = [
  noPlace,
  badPlace(
    'the neighbour is on no site',
    () => ({ before: section(UNKNOWN_ID) }),
    '"position.before" must be a section or a group of the site.',
  ),
  badPlace(
    'the neighbour is the section itself',
    ({ siteSectionId }) => ({ after: section(siteSectionId) }),
    '"position.after" is the section or group that is moved: name another one.',
  ),
  {
    when: 'the neighbour is no section',
    body: ({ siteSpaceId }) => ({ position: { after: siteSpace(siteSpaceId) } }),
    code: 'BAD_USER_INPUT',
    message: '"position.after" must be { type: "site-section", siteSection: <id> }.',
  },
];

const unpublished: FailureTrial = {
  when: 'nothing is published there',
  query: { url: `${baseUrl}/s/unknown` },
  body: () => ({ url: `${baseUrl}/s/unknown` }),
  message: 'Nothing is published at the address: check it, and that the visitor has access.',
};

/** Attempts that cause each failure of sites, by operation id and status. */
export const siteFailureTrials: Readonly<Record<string, readonly FailureTrial[]>> = {
  'getSiteById 404': [missing('site', 'siteId')],
  'getSiteAdaptiveSchema 404': [
    missing('site', 'siteId'),
    {
      when: 'the site has none',
      prepare: ({ db }, { siteId }) => db.prisma.siteAdaptiveSchema.delete({ where: { siteId } }),
      message: 'The site has no adaptive schema: define one with PUT.',
    },
  ],
  'updateSiteAdaptiveSchema 400': [
    {
      when: 'an attribute has no description',
      body: () => ({
        jsonSchema: {
          type: 'object',
          properties: { isBeta: { type: 'boolean' } },
          additionalProperties: false,
        },
      }),
      message: '"jsonSchema" is wrong at /properties/isBeta, which must have a "description".',
    },
    {
      when: 'it is left out',
      body: () => ({}),
      message: '"jsonSchema" is required.',
    },
  ],
  'getSiteCustomizationById 400': [unknownParameter],
  'updateSiteCustomizationById 400': [
    {
      when: 'a color is wrong',
      body: () => ({
        ...customization,
        styling: {
          ...customization.styling,
          primaryColor: { light: 'red', dark: '#FFF' },
        },
      }),
      message:
        '"styling.primaryColor.light" must be a color with 3 or 6 hexadecimal digits, as in #346DDB.',
    },
  ],
  'getSiteSpaceCustomizationById 400': [unknownParameter],
  'deleteSiteSpaceCustomizationById 400': [unknownParameter],
  'overrideSiteSpaceCustomizationById 400': [
    {
      when: 'a setting is unknown',
      body: () => ({ styling: { colour: '#FFF' } }),
      message: '"styling" must not have "colour".',
    },
  ],
  'getSitePublishingPreviewById 400': [
    {
      when: 'the claims are no Rison',
      query: { claims: '(plan' },
      message: '"claims" is invalid Rison at position 6.',
    },
  ],
  'dnsRevalidateCustomHostname 400': [
    {
      when: 'the hostname has no record',
      prepare: ({ db }, { siteId }) =>
        db.prisma.site.update({
          where: { id: siteId },
          data: { hostname: `${siteId}.nowhere.example.com` },
        }),
      path: ({ siteId }) => ({ hostname: `${siteId}.nowhere.example.com` }),
      message: '"hostname" has no CNAME record: set it to docs.example.com, then try again.',
    },
  ],
  'getPublishedContentByUrl 404': [unpublished],
  'resolvePublishedContentByUrl 404': [{ ...unpublished, query: {} }],
  'getSiteRedirectBySource 404': [
    { ...missing('site', 'siteId'), query: { source: '/old' } },
    {
      when: 'the site has none',
      query: { source: '/unknown' },
      message:
        'The site has no redirect from this source: check the source, and that you have access to its destination.',
    },
  ],
  'getPublishedContentSite 404': [
    missing('site', 'siteId'),
    {
      when: 'the site is not published',
      prepare: ({ db }, { siteId }) =>
        db.prisma.site.update({ where: { id: siteId }, data: { published: false } }),
      message: 'The site is not published: publish it first.',
    },
  ],
  'moveSiteSection 400': sectionPlaces,
  'moveSiteSection 404': [missing('site', 'siteId'), missing('site section', 'siteSectionId')],
  'moveSiteSectionGroup 400': [
    noPlace,
    badPlace(
      'the neighbour is in a group',
      ({ siteSectionId }) => ({ after: entry('site-section', siteSectionId) }),
      '"position.after" is in a group, and a group cannot be in another: name that group.',
    ),
    badPlace(
      'the neighbour is the group itself',
      ({ siteSectionGroupId }) => ({ after: entry('site-section-group', siteSectionGroupId) }),
      '"position.after" is the section or group that is moved: name another one.',
    ),
  ],
  'moveSiteSectionGroup 404': [
    missing('site', 'siteId'),
    missing('site section group', 'siteSectionGroupId'),
  ],
  'moveSiteSpace 400': [
    noPlace,
    badPlace(
      'the neighbour is on no site',
      () => ({ before: siteSpace(UNKNOWN_ID) }),
      '"position.before" must be a site-space beside the moved one.',
    ),
    badPlace(
      'the neighbours are the wrong way round',
      ({ siteSpaceId, otherSiteSpaceId }) => ({
        before: siteSpace(otherSiteSpaceId),
        after: siteSpace(siteSpaceId),
      }),
      '"position.after" is the site-space that is moved: name another one.',
    ),
  ],
  'moveSiteSpace 404': [missing('site', 'siteId'), missing('site space', 'siteSpaceId')],
  'getSiteStructure 404': [missing('site', 'siteId')],
  'sortSiteStructure 400': [
    {
      ...noPlace,
      body: ({ siteSpaceId: id }) => ({ item: entry('site-space', id), position: {} }),
    },
    {
      when: 'a section goes beside a site-space',
      body: ({ siteSectionId, siteSpaceId }) => ({
        item: entry('site-section', siteSectionId),
        position: { after: entry('site-space', siteSpaceId) },
      }),
      message: '"position.after" must be a section or a group, as the moved one is.',
    },
  ],
  'sortSiteStructure 404': [
    missing('site', 'siteId'),
    {
      when: 'there is no such section',
      body: ({ otherSectionId }) => ({
        item: entry('site-section', UNKNOWN_ID),
        position: { after: entry('site-section', otherSectionId) },
      }),
      message: missing('site section', '').message,
    },
  ],
  'getSitePublishingAuthById 400': [unknownParameter],
  'updateSitePublishingAuthById 400': [
    {
      when: 'the address holds a password',
      body: () => ({ fallbackURL: 'https://me:secret@example.com' }),
      message: '"fallbackURL" must not contain a user or a password.',
    },
  ],
  'regenerateSitePublishingAuthById 400': [unknownParameter],
};
