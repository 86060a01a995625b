import {
  badPlace,
  missing,
  noPlace,
  UNKNOWN_ID,
  unknownParameter,
  type FailureTrial,
} from './failure-trial.ts';
import { siteFailureTrials } from './site-failure-trials.ts';

const space = (id: string) => ({ type: 'space', space: id });
const collection = (id: string) => ({ type: 'collection', collection: id });

/** Failures of spaces and collections. */
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
      '"position.before" must be a space in the place that the item is moved to.',
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
      message: '"position.after" must be a space in the place that the item is moved to.',
    },
  ],
  'moveSpace 404': [missing('space', 'spaceId')],
  'getSpaceGitInfo 404': [
    missing('space', 'spaceId'),
    {
      when: 'no repository is set up',
      prepare: ({ db }, { spaceId }) => db.prisma.gitSync.delete({ where: { spaceId } }),
      message: 'The space has no git repository: import or export one, which sets it up.',
    },
  ],
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
      '"position.after" must be a collection in the place that the item is moved to.',
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
  'getUserById 404': [missing('user', 'userId')],
  'updateUserById 404': [missing('user', 'userId')],
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
  'createOpenAPISpec 400': [
    {
      when: 'the slug is none',
      body: ({ specSlug }) => ({ slug: `-${specSlug}`, source: { text: '{}' } }),
      message:
        '"slug" must have lower-case letters and digits only, and single dashes between them.',
    },
    {
      when: 'the source is neither an address nor a text',
      body: () => ({ slug: 'pets', source: { url: 'ftp://example.com' } }),
      message: '"source.url" must be an http or https URL.',
    },
  ],
  'createOrUpdateOpenAPISpecBySlug 400': [
    {
      when: 'the text is empty',
      body: () => ({ source: { text: '' } }),
      message: '"source.text" must have at least 1 character.',
    },
  ],
  'updateOpenAPISpecBySlug 400': [
    {
      when: 'the visibility is unknown',
      body: () => ({ visibility: 'secret' }),
      message: '"visibility" must be one of "private", "public".',
    },
  ],
  'updateOpenAPISpecBySlug 404': [missing('OpenAPI spec', 'specSlug', 'slug')],
  'getOpenAPISpecBySlug 404': [
    missing('organization', 'organizationId'),
    missing('OpenAPI spec', 'specSlug', 'slug'),
  ],
  'listOpenAPISpecVersions 404': [missing('OpenAPI spec', 'specSlug', 'slug')],
  'getLatestOpenAPISpecVersion 404': [missing('OpenAPI spec', 'specSlug', 'slug')],
  'getLatestOpenAPISpecVersionContent 404': [missing('OpenAPI spec', 'specSlug', 'slug')],
  'getOpenAPISpecVersionById 404': [missing('version', 'versionId')],
  'getOpenAPISpecVersionContentById 404': [missing('version', 'versionId')],
  'getOrganizationSAMLProviderById 404': [
    missing('organization', 'organizationId'),
    missing('SAML provider', 'samlProviderId'),
  ],
};

const translations: Record<string, readonly FailureTrial[]> = {
  'createTranslation 400': [
    {
      when: 'the source is no space',
      body: () => ({ language: 'de', source: { space: UNKNOWN_ID, language: 'en' } }),
      message: '"source.space" must be a space of the organization.',
    },
    {
      when: 'both languages are the same',
      body: ({ spaceId }) => ({ language: 'en', source: { space: spaceId, language: 'en' } }),
      message: '"language" must be another language than that of the source.',
    },
  ],
  'getTranslation 404': [
    missing('organization', 'organizationId'),
    missing('translation', 'translationId'),
  ],
  'runTranslation 404': [missing('translation', 'translationId')],
  'updateGlossaryEntries 400': [
    {
      when: 'a term is in no language',
      body: () => ({ operations: [{ type: 'insert', translations: {} }] }),
      message: '"operations.0.translations" must have a term in one language at least.',
      graphMessage: '"operations.0.insert.translations" must have a term in one language at least.',
    },
    {
      when: 'an entry is not there',
      body: () => ({
        operations: [{ type: 'update', id: UNKNOWN_ID, translations: { en: 'page' } }],
      }),
      message: '"operations.0.id" is not an entry of the glossary.',
      graphMessage: '"operations.0.update.id" is not an entry of the glossary.',
    },
  ],
  'getGlossaryEntry 404': [
    missing('organization', 'organizationId'),
    missing('glossary entry', 'glossaryEntryId'),
  ],
  'updateTranslation 400': [
    {
      when: 'the instructions are no document',
      body: () => ({ instructions: { object: 'page', nodes: [] } }),
      message: '"instructions.object" must be one of "document".',
    },
  ],
};

/** Attempts that cause each failure in the interface, by operation id and status. */
export const failureTrials: Readonly<Record<string, readonly FailureTrial[]>> = {
  ...organizations,
  ...translations,
  ...siteFailureTrials,
  ...placement,
  ...grants,
  ...changeRequests,
};
