import {
  amongMembers,
  asMember,
  both,
  byAnybody,
  byAuthor,
  byFellows,
  byInvitation,
  byInvitedUser,
  byThemselves,
  inCollection,
  inOrganization,
  onCollection,
  onDeletedSpace,
  onGrant,
  onInvite,
  onSite,
  onSiteSpace,
  onSiteToSpace,
  onSiteWithSpace,
  onSpace,
  levelOf,
  onTranslation,
  hasAtLeast,
  type Rule,
} from './role-rules.ts';

/**
 * The expected access rules on `/v1` and in the graph, by operation. They are stated independently
 * of the code, so that a mistake in either is found.
 */

const spaces: Record<string, Rule> = {
  listSpacesInOrganizationById: inOrganization('guest'),
  createSpace: inOrganization('create'),
  getSpaceById: onSpace('read'),
  updateSpaceById: onSpace('admin'),
  deleteSpaceById: onSpace('admin'),
  restoreSpace: onDeletedSpace,
  // The copy is at the top level of the organization.
  duplicateSpace: both(onSpace('read'), inOrganization('create')),
  moveSpace: onSpace('admin'),
  // Every user of the cast may create content in the destination.
  transferSpace: onSpace('admin'),
  getCurrentRevision: onSpace('read'),
  applyTemplateToSpace: onSpace('edit'),
  changeContentInSpace: onSpace('edit'),
  importContent: onSpace('edit'),
  importContentInPageById: onSpace('edit'),
  rollbackContentInSpace: onSpace('edit'),
  listFiles: onSpace('read'),
  getFileById: onSpace('read'),
  getReusableContentById: onSpace('read'),
  getSpaceContentReusableContentDocument: onSpace('read'),
  listPages: onSpace('read'),
  getDocumentById: onSpace('read'),
  // The specification of the scene is hidden from guests.
  getComputedDocument: both(onSpace('read'), asMember),
  getComputedRevision: both(onSpace('read'), asMember),
  getPageById: onSpace('read'),
  getPageByPath: onSpace('read'),
  getSpaceContentPageDocument: onSpace('read'),
  getRevisionById: onSpace('read'),
  listPagesInRevisionById: onSpace('read'),
  getRevisionSemanticChanges: onSpace('read'),
  getSpaceContentChanges: onSpace('read'),
  listFilesInRevisionById: onSpace('read'),
  getFileInRevisionById: onSpace('read'),
  getReusableContentInRevisionById: onSpace('read'),
  getReusableContentDocumentInRevisionById: onSpace('read'),
  getPageInRevisionById: onSpace('read'),
  getPageDocumentInRevisionById: onSpace('read'),
  getPageInRevisionByPath: onSpace('read'),
  listSpaceLinks: onSpace('read'),
  searchSpaceContent: onSpace('read'),
  getSpaceGitInfo: onSpace('read'),
  importGitRepository: onSpace('create'),
  exportToGitRepository: onSpace('create'),
  deleteLegacyGitInstallation: onSpace('create'),
  getSpacePDF: onSpace('read'),
  getChangeRequestPDF: onSpace('read'),
  listPageLinksInSpace: onSpace('read'),
  listSpacePageBacklinks: onSpace('read'),
  listSpaceFileBacklinks: onSpace('read'),
  listPageLinksInRevision: onSpace('read'),
  listRevisionPageBacklinks: onSpace('read'),
  listRevisionFileBacklinks: onSpace('read'),
};

const changeRequests: Record<string, Rule> = {
  listChangeRequestsForSpace: onSpace('read'),
  createChangeRequest: onSpace('edit'),
  getChangeRequestById: onSpace('read'),
  updateChangeRequestById: onSpace('edit'),
  mergeChangeRequest: onSpace('review'),
  updateChangeRequest: onSpace('edit'),
  // No reviewer of the cast created it.
  submitChangeRequestReview: onSpace('review'),
  getReviewsByChangeRequestId: onSpace('read'),
  getChangeRequestReviewById: onSpace('read'),
  requestReviewersForChangeRequest: onSpace('edit'),
  getRequestedReviewersByChangeRequestId: onSpace('read'),
  removeRequestedReviewerFromChangeRequest: onSpace('edit'),
  getContributorsByChangeRequestId: onSpace('read'),
  getRevisionOfChangeRequestById: onSpace('read'),
  changeContentInChangeRequest: onSpace('edit'),
  importContentInChangeRequest: onSpace('edit'),
  importContentInChangeRequestPageById: onSpace('edit'),
  rollbackContentInChangeRequest: onSpace('edit'),
  getChangeRequestChanges: onSpace('read'),
  getSpaceChangeRequestContentChanges: onSpace('read'),
  listFilesInChangeRequestById: onSpace('read'),
  getFileInChangeRequestById: onSpace('read'),
  getReusableContentInChangeRequestById: onSpace('read'),
  getSpaceChangeRequestContentReusableContentDocument: onSpace('read'),
  listPagesInChangeRequest: onSpace('read'),
  getPageInChangeRequestById: onSpace('read'),
  getPageInChangeRequestByPath: onSpace('read'),
  getSpaceChangeRequestContentPageDocument: onSpace('read'),
  listChangeRequestLinks: onSpace('read'),
  listPageLinksInChangeRequest: onSpace('read'),
  listChangeRequestPageBacklinks: onSpace('read'),
  listChangeRequestFileBacklinks: onSpace('read'),
};

const comments: Record<string, Rule> = {
  listCommentersInSpace: onSpace('read'),
  listCommentersInChangeRequest: onSpace('read'),
  listCommentsInSpace: onSpace('read'),
  listCommentsInChangeRequest: onSpace('read'),
  getCommentInSpace: onSpace('read'),
  getCommentInChangeRequest: onSpace('read'),
  postCommentInSpace: onSpace('comment'),
  postCommentInChangeRequest: onSpace('comment'),
  // The bodies react to one comment, and change the text of the other.
  updateCommentInSpace: onSpace('comment'),
  updateCommentInChangeRequest: byAuthor(),
  deleteCommentInSpace: byAuthor('admin'),
  deleteCommentInChangeRequest: byAuthor('admin'),
  listCommentRepliesInSpace: onSpace('read'),
  listCommentRepliesInChangeRequest: onSpace('read'),
  getCommentReplyInSpace: onSpace('read'),
  getCommentReplyInChangeRequest: onSpace('read'),
  postCommentReplyInSpace: onSpace('comment'),
  postCommentReplyInChangeRequest: onSpace('comment'),
  updateCommentReplyInSpace: onSpace('comment'),
  updateCommentReplyInChangeRequest: byAuthor(),
  deleteCommentReplyInSpace: byAuthor('admin'),
  deleteCommentReplyInChangeRequest: byAuthor('admin'),
};

const collections: Record<string, Rule> = {
  listCollectionsInOrganizationById: inOrganization('guest'),
  searchOrganizationContent: inOrganization('guest'),
  createCollection: inCollection,
  getCollectionById: onCollection('read'),
  updateCollectionById: onCollection('admin'),
  listSpacesInCollectionById: onCollection('read'),
  deleteCollectionById: onCollection('admin'),
  transferCollection: both(onCollection('read'), inOrganization('admin')),
  // The destination is the top level of the organization.
  moveCollection: both(onCollection('admin'), inOrganization('create')),
};

const sites: Record<string, Rule> = {
  listSites: inOrganization('guest'),
  createSite: both(inOrganization('create'), onSpace('read')),
  getSiteById: onSite('read'),
  searchSiteContent: onSite('read'),
  getSitePublishingPreviewById: onSite('create'),
  getCustomHostname: onSite('read'),
  dnsRevalidateCustomHostname: onSite('read'),
  removeCustomHostname: onSite('create'),
  listPermissionsAggregateInSite: onSite('read'),
  updateSiteById: onSite('create'),
  deleteSiteById: onSite('create'),
  getPublishedContentSite: onSite('read'),
  publishSite: onSite('create'),
  unpublishSite: onSite('create'),
  getSiteStructure: onSite('read'),
  sortSiteStructure: onSite('create'),
  listSiteSections: onSite('read'),
  addSectionToSite: onSiteWithSpace,
  updateSiteSectionById: onSite('create'),
  deleteSiteSectionById: onSite('create'),
  moveSiteSection: onSite('create'),
  listSiteSectionGroups: onSite('read'),
  addSectionGroupToSite: onSite('create'),
  updateSiteSectionGroupById: onSite('create'),
  deleteSiteSectionGroupById: onSite('create'),
  moveSiteSectionGroup: onSite('create'),
  addSectionToGroup: onSite('create'),
  removeSectionFromGroup: onSite('create'),
  listSiteSpaces: onSite('read'),
  addSpaceToSite: onSiteWithSpace,
  updateSiteSpaceById: onSiteSpace('create'),
  deleteSiteSpaceById: onSiteSpace('create'),
  moveSiteSpace: onSiteSpace('create'),
  listSiteShareLinks: onSite('read'),
  createSiteShareLink: onSite('create'),
  updateSiteShareLinkById: amongMembers('create'),
  deleteSiteShareLinkById: amongMembers('create'),
  getSiteCustomizationById: onSite('read'),
  updateSiteCustomizationById: onSite('create'),
  getSiteSpaceCustomizationById: onSiteSpace('read'),
  overrideSiteSpaceCustomizationById: onSiteSpace('create'),
  deleteSiteSpaceCustomizationById: onSiteSpace('create'),
  listSiteRedirects: onSite('read'),
  createSiteRedirect: onSiteToSpace,
  updateSiteRedirectById: onSiteSpace('create'),
  deleteSiteRedirectById: onSiteSpace('create'),
  getSiteRedirectBySource: onSiteSpace('read'),
  getSitePublishingAuthById: onSite('create'),
  updateSitePublishingAuthById: onSite('create'),
  regenerateSitePublishingAuthById: onSite('create'),
  getSiteAdaptiveSchema: onSite('read'),
  updateSiteAdaptiveSchema: onSite('create'),
  listSiteAdaptiveTemplateConditions: onSite('read'),
};

const grants: Record<string, Rule> = {
  listUserPermissionsInSpace: onSpace('read'),
  listTeamPermissionsInSpace: onSpace('read'),
  listPermissionsAggregateInSpace: onSpace('read'),
  inviteToSpace: onSpace('admin'),
  updateUserPermissionInSpace: onGrant,
  updateTeamPermissionInSpace: onGrant,
  removeUserFromSpace: onGrant,
  removeTeamFromSpace: onGrant,
  listUserPermissionsInCollection: onCollection('read'),
  listTeamPermissionsInCollection: onCollection('read'),
  listPermissionsAggregateInCollection: onCollection('read'),
  inviteToCollection: onCollection('admin'),
  updateUserPermissionInCollection: onGrant,
  updateTeamPermissionInCollection: onGrant,
  removeUserFromCollection: onGrant,
  removeTeamFromCollection: onGrant,
};

const invites: Record<string, Rule> = {
  listOrganizationInviteLinks: inOrganization('guest'),
  createOrganizationInvite: onSpace('admin'),
  getOrganizationInviteLink: onInvite('create'),
  updateOrganizationInviteById: onInvite('admin'),
  deleteOrganizationInviteById: onInvite('admin'),
  joinOrganizationWithInvite: byInvitation,
  listOwnInvitations: byAnybody,
  declineInvitation: byInvitedUser,
  getInvitePreview: byAnybody,
  inviteUsersToOrganization: inOrganization('admin'),
};

/** No user of the cast owns the team. */
const teams: Record<string, Rule> = {
  listTeamsForOrganizationMember: amongMembers('read'),
  listTeamsInOrganizationById: inOrganization('guest'),
  createOrganizationTeam: inOrganization('admin'),
  getTeamInOrganizationById: amongMembers('read'),
  updateTeamInOrganizationById: amongMembers('admin'),
  removeTeamFromOrganizationById: amongMembers('admin'),
  listTeamMembersInOrganizationById: amongMembers('read'),
  updateMembersInOrganizationTeam: amongMembers('admin'),
  addMemberToOrganizationTeamById: amongMembers('admin'),
  deleteMemberFromOrganizationTeamById: amongMembers('admin'),
};

const translations: Record<string, Rule> = {
  listTranslations: inOrganization('guest'),
  createTranslation: (caller, place) => {
    if (caller.role === undefined) return 'missing';
    if (!hasAtLeast(caller.role, 'create')) return 'forbidden';
    const level = levelOf(caller, place);
    if (level === null) return 'unknown';
    return hasAtLeast(level, 'edit') ? 'done' : 'forbidden';
  },
  getTranslation: onTranslation('read'),
  updateTranslation: onTranslation('create'),
  deleteTranslation: onTranslation('create'),
  runTranslation: onTranslation('create'),
  listGlossaryEntries: inOrganization('guest'),
  updateGlossaryEntries: inOrganization('create'),
  getGlossaryEntry: amongMembers('read'),
};

const singleSignOn: Record<string, Rule> = {
  listSAMLProvidersInOrganizationById: inOrganization('guest'),
  createOrganizationSAMLProvider: inOrganization('admin'),
  getOrganizationSAMLProviderById: amongMembers('read'),
  updateOrganizationSAMLProvider: amongMembers('admin'),
  deleteOrganizationSAMLProvider: amongMembers('admin'),
  listSSOProviderLoginsInOrganization: inOrganization('guest'),
};

const openApiSpecs: Record<string, Rule> = {
  listOpenAPISpecs: inOrganization('guest'),
  createOpenAPISpec: inOrganization('create'),
  getOpenAPISpecBySlug: amongMembers('read'),
  createOrUpdateOpenAPISpecBySlug: inOrganization('create'),
  updateOpenAPISpecBySlug: amongMembers('create'),
  deleteOpenAPISpecBySlug: amongMembers('create'),
  listOpenAPISpecVersions: amongMembers('read'),
  getLatestOpenAPISpecVersion: amongMembers('read'),
  getLatestOpenAPISpecVersionContent: amongMembers('read'),
  getOpenAPISpecVersionById: amongMembers('read'),
  getOpenAPISpecVersionContentById: amongMembers('read'),
};

const organizations: Record<string, Rule> = {
  createOrganization: byAnybody,
  listOrganizationsForAuthenticatedUser: byAnybody,
  getOrganizationsForEmailDomain: byAnybody,
  getOrganizationById: inOrganization('guest'),
  updateOrganizationById: inOrganization('admin'),
  listMembersInOrganizationById: inOrganization('guest'),
  getMemberInOrganizationById: amongMembers('read'),
  updateMemberInOrganizationById: amongMembers('admin'),
  removeMemberFromOrganizationById: amongMembers('admin'),
  setUserAsSSOMemberForOrganization: amongMembers('admin'),
  listSpacesForOrganizationMember: amongMembers('read'),
  updateOrganizationMemberLastSeenAt: inOrganization('guest'),
  getSubdomain: inOrganization('guest'),
  getAuthenticatedUser: byAnybody,
  getContentByUrl: onSpace('read'),
  // The site of the scene is one that opens to members, and to share keys.
  getPublishedContentByUrl: onSiteSpace('read'),
  resolvePublishedContentByUrl: onSiteSpace('read'),
  getUserById: byFellows,
  // The user of the scene is its author.
  updateUserById: byThemselves,
};

const roleTable: Readonly<Record<string, Rule>> = {
  ...spaces,
  ...changeRequests,
  ...comments,
  ...collections,
  ...sites,
  ...grants,
  ...invites,
  ...teams,
  ...singleSignOn,
  ...translations,
  ...openApiSpecs,
  ...organizations,
};

/** Operations that have a rule. */
export const ruledOperations: readonly string[] = Object.keys(roleTable);

/** @throws naming an operation without a rule */
export function ruleOf(operationId: string): Rule {
  const rule = roleTable[operationId];
  if (!rule) throw new Error(`Give ${operationId} a rule in test/support/role-table.ts.`);
  return rule;
}
