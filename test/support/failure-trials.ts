import type { ErrorCode } from '../../src/errors.ts';
import type { Client } from './client.ts';
import type { RouteRequest } from './route-requests.ts';
import type { Scene } from './scene.ts';
import type { World } from './world.ts';

/** An attempt of the admin of a scene that must fail. What it leaves out is as in a valid one. */
export interface FailureTrial {
  /** What is wrong. */
  when: string;
  /** Brings the scene into the state. */
  prepare?: (world: World, scene: Scene, admin: Client) => Promise<unknown>;
  path?: (scene: Scene) => RouteRequest['path'];
  query?: Record<string, string>;
  body?: (scene: Scene) => object;
  /** The code in the graph, where it is not that of the failure: something is wrong before. */
  code?: ErrorCode;
  /** What the answer says, on both surfaces. */
  message: string;
}

const UNKNOWN_ID = 'unknown_id';

/** A path with an id that nothing has. */
const missing = (noun: string, parameter: string): FailureTrial => ({
  when: `there is no such ${noun}`,
  path: () => ({ [parameter]: UNKNOWN_ID }),
  message: `No ${noun} with the id "${UNKNOWN_ID}" was found: check the id, and that you have access.`,
});

const unknownParameter: FailureTrial = {
  when: 'a query parameter is unknown',
  query: { visitor: 'x' },
  message: 'The query parameter "visitor" is not known here.',
};

/** The sides of a place, as far as they are given. */
type Sides = Partial<Record<'before' | 'after', object | undefined>>;

/** A place for something to move to that does not exist. */
const badPlace = (
  when: string,
  position: (scene: Scene) => Sides,
  message: string,
): FailureTrial => ({ when, body: (scene) => ({ position: position(scene) }), message });

const section = (siteSection: string) => ({ type: 'site-section', siteSection });
const siteSpace = (id: string) => ({ type: 'site-space', siteSpace: id });
const entry = (type: string, id: string) => ({ type, id });
const space = (id: string) => ({ type: 'space', space: id });
const collection = (id: string) => ({ type: 'collection', collection: id });

const noPlace = badPlace('no place is given', () => ({}), '"position" needs "before" or "after".');

/** Where neither sections nor site-spaces can go. */
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

const sites: Record<string, readonly FailureTrial[]> = {
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
  'getPublishedContentSite 404': [
    missing('site', 'siteId'),
    ...[undefined, 'wrong'].map((shareKey) => ({
      when: `the key of a share link is ${shareKey ?? 'left out'}`,
      query: { ...(shareKey !== undefined && { shareKey }) },
      message:
        'The site is not published, or not to you: publish it, or give the key of an active ' +
        'share link as "shareKey".',
    })),
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
      message: '"fallbackURL" must not hold a user or a password.',
    },
  ],
  'regenerateSitePublishingAuthById 400': [unknownParameter],
};

/** What spaces and collections have in common. */
const placement: Record<string, readonly FailureTrial[]> = {
  'moveSpace 400': [
    {
      when: 'nothing says where to',
      body: () => ({}),
      code: 'BAD_USER_INPUT',
      message: 'Give "parent", "position" or both.',
    },
    {
      when: 'the parent is no collection',
      body: () => ({ parent: UNKNOWN_ID }),
      code: 'BAD_USER_INPUT',
      message: '"parent" must be a collection of the organization.',
    },
    noPlace,
    badPlace(
      'the neighbour is nowhere',
      () => ({ before: space(UNKNOWN_ID) }),
      '"position.before" must be a space that lies where the moved one goes.',
    ),
    badPlace(
      'the neighbour is the space itself',
      ({ spaceId }) => ({ after: space(spaceId) }),
      '"position.after" is the space that is moved: name another one.',
    ),
    {
      when: 'the neighbour lies elsewhere',
      body: ({ collectionId, otherSpaceId }) => ({
        parent: collectionId,
        position: { after: space(otherSpaceId) },
      }),
      message: '"position.after" must be a space that lies where the moved one goes.',
    },
  ],
  'moveSpace 404': [missing('space', 'spaceId')],
  'moveSpace 409': [
    {
      when: 'it lies there',
      body: () => ({ parent: null }),
      message: 'The space lies there already: give another "parent", or a "position".',
    },
    {
      when: 'it is at that place',
      prepare: (_world, { spaceId, otherSpaceId }, admin) =>
        admin.post(`/v1/spaces/${spaceId}/move`, { position: { before: space(otherSpaceId) } }),
      body: ({ otherSpaceId }) => ({ position: { before: space(otherSpaceId) } }),
      message: 'The space is at that place already: give another "position".',
    },
  ],
  'transferSpace 404': [
    missing('space', 'spaceId'),
    {
      when: 'there is no such organization',
      body: () => ({ organization: UNKNOWN_ID }),
      message: missing('organization', '').message,
    },
  ],
  'transferSpace 409': [
    {
      when: 'it is the organization that owns it',
      body: ({ organizationId }) => ({ organization: organizationId }),
      message: 'The space belongs to the organization already. Move it instead.',
    },
  ],
  'transferSpace 412': [
    {
      when: 'a site shows it',
      message: 'The site "Docs" shows the space "Guides": take it off the site first.',
    },
    {
      when: 'it is deleted',
      prepare: (_world, { spareSpaceId }, admin) => admin.delete(`/v1/spaces/${spareSpaceId}`),
      path: ({ spareSpaceId }) => ({ spaceId: spareSpaceId }),
      message: 'The space "Spare" is deleted; restore it first.',
    },
  ],
  'moveCollection 400': [
    {
      when: 'it goes into itself',
      body: ({ collectionId }) => ({ parent: collectionId }),
      message: '"parent" must be neither the collection itself nor one below it.',
    },
    {
      when: 'the parent is no collection',
      body: ({ spaceId }) => ({ parent: spaceId }),
      code: 'BAD_USER_INPUT',
      message: '"parent" must be a collection of the organization.',
    },
    noPlace,
    badPlace(
      'the neighbour is nowhere',
      () => ({ after: collection(UNKNOWN_ID) }),
      '"position.after" must be a collection that lies where the moved one goes.',
    ),
  ],
  'moveCollection 404': [missing('collection', 'collectionId')],
  'moveCollection 409': [
    {
      when: 'it lies there',
      body: () => ({ parent: null }),
      message: 'The collection lies there already: give another "parent", or a "position".',
    },
  ],
  'transferCollection 404': [
    missing('collection', 'collectionId'),
    {
      when: 'there is no such organization',
      body: () => ({ organization: UNKNOWN_ID }),
      message: missing('organization', '').message,
    },
  ],
  'transferCollection 409': [
    {
      when: 'it is the organization that owns it',
      body: ({ organizationId }) => ({ organization: organizationId }),
      message: 'The collection belongs to the organization already. Move it instead.',
    },
  ],
  'transferCollection 412': [
    {
      when: 'a site shows a space in it',
      prepare: (_world, { spaceId, collectionId }, admin) =>
        admin.post(`/v1/spaces/${spaceId}/move`, { parent: collectionId }),
      message: 'The site "Docs" shows the space "Guides": take it off the site first.',
    },
  ],
};

const noGrant = (kind: 'member' | 'team'): FailureTrial => ({
  ...missing(`grant to a ${kind}`, kind === 'member' ? 'userId' : 'teamId'),
  when: `nothing is granted to the ${kind}`,
});

const noMember: FailureTrial = {
  when: 'there is no such member',
  body: () => ({ role: 'edit', users: [UNKNOWN_ID] }),
  message: missing('member', '').message,
};

const noTeam: FailureTrial = {
  when: 'there is no such team',
  body: () => ({ role: 'edit', teams: [UNKNOWN_ID] }),
  message: missing('team', '').message,
};

const grants: Record<string, readonly FailureTrial[]> = {
  'inviteToSpace 404': [missing('space', 'spaceId'), noMember, noTeam],
  'updateTeamPermissionInSpace 404': [missing('space', 'spaceId'), noGrant('team')],
  'removeTeamFromSpace 400': [unknownParameter],
  'listSpaceLinks 404': [missing('space', 'spaceId')],
  'listUserPermissionsInSpace 404': [missing('space', 'spaceId')],
  'updateUserPermissionInSpace 404': [missing('space', 'spaceId'), noGrant('member')],
  'listTeamPermissionsInSpace 404': [missing('space', 'spaceId')],
  'inviteToCollection 404': [missing('collection', 'collectionId'), noMember, noTeam],
  'updateTeamPermissionInCollection 404': [missing('collection', 'collectionId'), noGrant('team')],
  'listUserPermissionsInCollection 404': [missing('collection', 'collectionId')],
  'updateUserPermissionInCollection 404': [
    missing('collection', 'collectionId'),
    noGrant('member'),
  ],
};

const changeRequestMissing = [
  missing('space', 'spaceId'),
  missing('change request', 'changeRequestId'),
];

const changeRequests: Record<string, readonly FailureTrial[]> = {
  'getChangeRequestById 404': changeRequestMissing,
  'getReviewsByChangeRequestId 404': changeRequestMissing,
  'getContributorsByChangeRequestId 404': changeRequestMissing,
  'getChangeRequestChanges 404': changeRequestMissing,
  'listChangeRequestLinks 404': changeRequestMissing,
};

const organizations: Record<string, readonly FailureTrial[]> = {
  'getOrganizationById 404': [missing('organization', 'organizationId')],
  'updateOrganizationById 400': [
    {
      when: 'the default content is no site',
      body: () => ({ defaultContent: { type: 'site', site: UNKNOWN_ID } }),
      message: '"defaultContent.site" must be a site of the organization.',
    },
    {
      when: 'the default content is of another kind',
      body: ({ spaceId }) => ({ defaultContent: { type: 'space', space: spaceId } }),
      message: '"defaultContent" must be { type: "site", site: <id> }.',
    },
  ],
  'inviteUsersToOrganization 400': [
    {
      when: 'an address is none',
      body: () => ({ emails: ['somebody'] }),
      message: '"emails.0.email" must be an e-mail address.',
    },
    {
      when: 'nobody is invited',
      body: () => ({ emails: [] }),
      message: '"emails" must have at least 1 item.',
    },
  ],
  'getOrganizationSAMLProviderById 404': [
    missing('organization', 'organizationId'),
    missing('saml provider', 'samlProviderId'),
  ],
};

/** Attempts for each failure that the interface names, by operation id and status. */
export const failureTrials: Readonly<Record<string, readonly FailureTrial[]>> = {
  ...organizations,
  ...sites,
  ...placement,
  ...grants,
  ...changeRequests,
};
