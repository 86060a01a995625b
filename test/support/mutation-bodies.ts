import { customization } from './customization.ts';
import { certificatePem } from './certificate.ts';
import { instructions } from './instructions.ts';
import type { Scene } from './scene.ts';
import { baseUrl } from './world.ts';

/** Returns the body of an operation on a scene; undefined if it has none. */
type Body = (scene: Scene) => object | undefined;

const nothing: Body = () => undefined;
const text: Body = () => ({ body: { markdown: 'Hello.' } });
const edit: Body = () => ({ body: { markdown: 'Better.' } });
const reaction: Body = () => ({ addedReactions: ['👍'] });

const specSource: Body = () => ({
  source: { text: '{"openapi":"3.1.0","info":{"title":"Pets","version":"2"},"paths":{}}' },
});

const newPage: Body = () => ({
  changes: [{ operation: 'insert_page', metadata: { title: 'New' } }],
});

const markdownPage: Body = ({ webPage }) => ({ url: webPage, source: 'markdown' });

const gitBranch = { url: 'https://git.example.com/acme/docs.git', ref: 'refs/heads/main' };

const fromSpec = (spec: string) => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
});

/** A valid body for each writing operation of `/v1`. */
export const mutationBodies: Readonly<Record<string, Body>> = {
  addSectionGroupToSite: ({ siteSectionId }) => ({
    title: 'Grouped',
    icon: 'folder',
    sections: [siteSectionId],
  }),
  addSectionToGroup: ({ otherSectionId }) => ({ sectionId: otherSectionId }),
  addSectionToSite: ({ spareSpaceId }) => ({
    spaceId: spareSpaceId,
    title: 'Added',
    icon: 'book',
  }),
  addSpaceToSite: ({ spareSpaceId, siteSectionId }) => ({
    spaceId: spareSpaceId,
    sectionId: siteSectionId,
  }),
  inviteToSpace: ({ userId, teamId }) => ({ role: 'edit', users: [userId], teams: [teamId] }),
  inviteToCollection: ({ userId }) => ({ role: 'comment', users: [userId] }),
  removeUserFromSpace: nothing,
  removeTeamFromSpace: nothing,
  removeUserFromCollection: nothing,
  removeTeamFromCollection: nothing,
  updateUserPermissionInSpace: () => ({ role: 'edit' }),
  addMemberToOrganizationTeamById: () => ({ role: 'owner' }),
  deleteMemberFromOrganizationTeamById: nothing,
  deleteOrganizationSAMLProvider: nothing,
  deleteTranslation: nothing,
  runTranslation: nothing,
  removeTeamFromOrganizationById: nothing,
  updateMembersInOrganizationTeam: ({ memberId, userId }) => ({
    add: [userId],
    memberships: { [memberId]: { role: 'owner' } },
  }),
  dnsRevalidateCustomHostname: nothing,
  removeCustomHostname: nothing,
  getComputedDocument: ({ specId }) => ({
    source: { ...fromSpec(specId), props: { doc: 'info', page: 'info' } },
    seed: 'latest',
  }),
  getComputedRevision: ({ specId }) => ({
    source: { ...fromSpec(specId), props: { models: true } },
    seed: 'latest',
  }),
  searchSiteContent: () => ({ query: 'guide', scope: { mode: 'all' } }),
  updateUserById: () => ({ displayName: 'Renamed' }),
  updateTeamInOrganizationById: () => ({ title: 'Renamed' }),
  updateTeamPermissionInSpace: () => ({ role: null }),
  updateUserPermissionInCollection: () => ({ role: 'admin' }),
  updateTeamPermissionInCollection: () => ({ role: 'review' }),
  createChangeRequest: () => ({ subject: 'Shorten' }),
  createCollection: ({ collectionId }) => ({ title: 'Guides', parent: collectionId }),
  createOrganization: () => ({
    title: 'Another',
    emailDomains: ['example.com'],
    useCase: 'notes',
  }),
  createOrganizationInvite: ({ spaceId }) => ({ level: 'read', space: spaceId }),
  createSite: ({ spaceId }) => ({ title: 'Manual', visibility: 'unlisted', spaces: [spaceId] }),
  createSiteShareLink: () => ({ name: 'Partners' }),
  createSiteRedirect: ({ siteSpaceId, pageId }) => ({
    source: '/former/start',
    destination: { kind: 'site-page', siteSpaceId, pageId },
  }),
  createOrganizationTeam: ({ memberId }) => ({ title: 'Reviewers', members: [memberId] }),
  createTranslation: ({ spaceId }) => ({
    language: 'fr',
    source: { space: spaceId, language: 'en' },
    instructions: instructions('Be brief.'),
  }),
  updateGlossaryEntries: ({ glossaryEntryId }) => ({
    operations: [
      { type: 'insert', translations: { en: 'space', de: 'Bereich' } },
      { type: 'update', id: glossaryEntryId, translations: { en: 'page', de: 'Seite' } },
      { type: 'delete', id: glossaryEntryId },
    ],
  }),
  createOrganizationSAMLProvider: ({ teamId }) => ({
    label: 'Partners',
    entityID: 'https://partners.example.com',
    certificate: certificatePem,
    ssoURL: 'https://partners.example.com/sso',
    defaultTeam: teamId,
    defaultRole: 'read',
  }),
  createOpenAPISpec: (scene) => ({ slug: `new-${scene.specSlug}`, ...specSource(scene) }),
  createOrUpdateOpenAPISpecBySlug: specSource,
  updateOpenAPISpecBySlug: () => ({ visibility: 'public' }),
  deleteOpenAPISpecBySlug: nothing,
  createSpace: () => ({ title: 'Handbook', emoji: '📗', language: 'pt-br' }),
  postCommentInSpace: text,
  postCommentInChangeRequest: text,
  postCommentReplyInSpace: text,
  postCommentReplyInChangeRequest: text,
  deleteCollectionById: nothing,
  deleteCommentInSpace: nothing,
  deleteCommentInChangeRequest: nothing,
  deleteCommentReplyInSpace: nothing,
  deleteCommentReplyInChangeRequest: nothing,
  deleteOrganizationInviteById: nothing,
  deleteSiteById: nothing,
  deleteSiteSectionById: nothing,
  deleteSiteShareLinkById: nothing,
  deleteSiteRedirectById: nothing,
  deleteSiteSectionGroupById: nothing,
  deleteSiteSpaceById: nothing,
  deleteSpaceById: nothing,
  moveCollection: ({ otherCollectionId }) => ({
    position: { after: { type: 'collection', collection: otherCollectionId } },
  }),
  moveSpace: ({ collectionId }) => ({ parent: collectionId }),
  importGitRepository: () => gitBranch,
  exportToGitRepository: () => ({ ...gitBranch, commitMessage: 'Export' }),
  deleteLegacyGitInstallation: nothing,
  inviteUsersToOrganization: () => ({ emails: ['new@example.org'], role: 'edit' }),
  joinOrganizationWithInvite: nothing,
  declineInvitation: nothing,
  moveSiteSection: ({ otherSectionId }) => ({
    position: { after: { type: 'site-section', siteSection: otherSectionId } },
  }),
  moveSiteSectionGroup: ({ otherSectionId }) => ({
    position: { after: { type: 'site-section', id: otherSectionId } },
  }),
  moveSiteSpace: ({ otherSiteSpaceId }) => ({
    position: { after: { type: 'site-space', siteSpace: otherSiteSpaceId } },
  }),
  publishSite: nothing,
  removeMemberFromOrganizationById: nothing,
  removeSectionFromGroup: nothing,
  mergeChangeRequest: nothing,
  submitChangeRequestReview: () => ({ status: 'approved', comment: { markdown: 'Fine.' } }),
  requestReviewersForChangeRequest: ({ reviewerId }) => ({ users: [reviewerId], subject: 'Look' }),
  removeRequestedReviewerFromChangeRequest: nothing,
  updateChangeRequest: nothing,
  applyTemplateToSpace: () => ({
    id: 'product-docs',
    params: { contentRefs: { support: { kind: 'url', url: 'https://help.example.com/' } } },
  }),
  importContent: markdownPage,
  importContentInChangeRequest: markdownPage,
  importContentInPageById: markdownPage,
  importContentInChangeRequestPageById: markdownPage,
  changeContentInSpace: newPage,
  changeContentInChangeRequest: newPage,
  rollbackContentInSpace: ({ revisionId }) => ({ revision: revisionId }),
  rollbackContentInChangeRequest: ({ revisionId }) => ({ revision: revisionId }),
  duplicateSpace: nothing,
  restoreSpace: nothing,
  setUserAsSSOMemberForOrganization: nothing,
  sortSiteStructure: ({ siteSectionId, siteSectionGroupId }) => ({
    item: { type: 'site-section', id: siteSectionId },
    position: { after: { type: 'site-section-group', id: siteSectionGroupId } },
  }),
  transferCollection: ({ otherOrganizationId }) => ({ organization: otherOrganizationId }),
  transferSpace: ({ otherOrganizationId }) => ({ organization: otherOrganizationId }),
  unpublishSite: nothing,
  updateChangeRequestById: () => ({ subject: 'Rewrite', status: 'archived' }),
  updateCollectionById: () => ({
    title: 'Renamed',
    description: 'All of it.',
    defaultLevel: 'edit',
  }),
  updateCommentInSpace: reaction,
  updateCommentInChangeRequest: edit,
  updateCommentReplyInSpace: reaction,
  updateCommentReplyInChangeRequest: edit,
  updateMemberInOrganizationById: () => ({ role: 'edit' }),
  updateTranslation: () => ({ instructions: instructions('Be polite.') }),
  updateOrganizationSAMLProvider: () => ({ label: 'Renamed', defaultRole: null }),
  updateOrganizationById: () => ({ title: 'Renamed', defaultRole: null }),
  updateOrganizationMemberLastSeenAt: nothing,
  updateSiteAdaptiveSchema: () => ({
    jsonSchema: {
      type: 'object',
      properties: { isStaff: { type: 'boolean', description: 'Whether they work here.' } },
      additionalProperties: false,
    },
  }),
  updateOrganizationInviteById: () => ({ level: 'edit' }),
  updateSiteById: () => ({ title: 'Renamed', proxy: 'example.com/docs' }),
  regenerateSitePublishingAuthById: nothing,
  updateSitePublishingAuthById: () => ({ backend: 'integration' }),
  updateSiteSectionById: () => ({ title: 'Renamed', condition: 'visitor.claims.isBeta' }),
  updateSiteCustomizationById: () => customization,
  overrideSiteSpaceCustomizationById: () => ({ title: 'Beta', styling: { theme: 'bold' } }),
  deleteSiteSpaceCustomizationById: nothing,
  resolvePublishedContentByUrl: ({ siteId }) => ({ url: `${baseUrl}/s/${siteId}` }),
  updateSiteRedirectById: ({ siteSectionId }) => ({
    source: '/older',
    destination: { kind: 'site-section', siteSectionId },
  }),
  updateSiteShareLinkById: () => ({ name: 'Press', active: false }),
  updateSiteSectionGroupById: () => ({ title: 'Renamed', icon: null }),
  updateSiteSpaceById: () => ({ path: 'renamed' }),
  updateSpaceById: () => ({ title: 'Renamed', emoji: null }),
};

/** @throws naming an operation without a row */
export function bodyOf(operationId: string, scene: Scene): object | undefined {
  const body = mutationBodies[operationId];
  if (!body) throw new Error(`Give ${operationId} a row in test/support/mutation-bodies.ts.`);
  return body(scene);
}
