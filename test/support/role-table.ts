import type { Role } from '../../src/auth/roles.ts';

/**
 * Who may do what on `/v1` and in the graph, operation by operation, as it was decided: written
 * down once more here, apart from the code that decides, so that one of the two notices a slip.
 */

/** Roles, weakest first. */
const roles: readonly Role[] = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

/** Someone as the rules of access see them. */
export interface Caller {
  /** In the organization; null is a guest, undefined is no member or a disabled one. */
  role: Role | null | undefined;
  /** Is a member who was disabled. */
  isDisabled?: boolean;
  /** On the spaces and collections of the scene, to this person. */
  grant?: Role;
  /** Wrote the comments and replies of the scene. */
  isAuthor?: boolean;
}

/** Where something is tried. */
export interface Place {
  /** Whether spaces and collections give members their role, or nothing. */
  defaultLevel: 'inherit' | null;
}

/**
 * What must come of an attempt. What does not exist for somebody is `missing` where the path names
 * it (404, or 204 to DELETE), and can be `unknown` where the body does (400).
 */
export type Verdict = 'done' | 'forbidden' | 'missing' | 'unknown';

export type Rule = (caller: Caller, place: Place) => Verdict;

const reaches = (given: Role | null | undefined, needed: Role): boolean =>
  roles.indexOf(given ?? ('' as Role)) >= roles.indexOf(needed);

/** The level on the spaces and collections of the scene. */
function levelOf({ role, grant }: Caller, { defaultLevel }: Place): Role | null {
  if (role === 'admin') return role;
  return grant ?? (defaultLevel === 'inherit' ? (role ?? null) : null);
}

/** Spaces and collections, and all below them: who has a level sees them. */
const onSpace =
  (from: Role): Rule =>
  (caller, place) => {
    const level = levelOf(caller, place);
    if (level === null) return 'missing';
    return reaches(level, from) ? 'done' : 'forbidden';
  };
const onCollection = onSpace;

/** Posts of somebody: the author, while they may comment, and whoever has a level, if any. */
const byAuthor =
  (orFrom?: Role): Rule =>
  (caller, place) => {
    const level = levelOf(caller, place);
    if (level === null) return 'missing';
    if (caller.isAuthor && reaches(level, 'comment')) return 'done';
    return orFrom && reaches(level, orFrom) ? 'done' : 'forbidden';
  };

/** Only those who may bring a deleted space back see it. */
const onDeletedSpace: Rule = (caller, place) =>
  levelOf(caller, place) === 'admin' ? 'done' : 'missing';

/** An organization exists for its members. */
const inOrganization =
  (from: Role | 'guest'): Rule =>
  ({ role }) => {
    if (role === undefined) return 'missing';
    return from === 'guest' || reaches(role, from) ? 'done' : 'forbidden';
  };

/** What an organization shows to members, but not to guests. */
const amongMembers =
  (from: Role): Rule =>
  ({ role }) => {
    if (role === undefined || role === null) return 'missing';
    return reaches(role, from) ? 'done' : 'forbidden';
  };

/** Sites and all below them: members see them, and guests who may view a space on them. */
const onSite =
  (from: 'read' | 'create'): Rule =>
  ({ role, grant }) => {
    if (role === undefined || (role === null && !grant)) return 'missing';
    return from === 'read' || reaches(role, from) ? 'done' : 'forbidden';
  };

/** A site-space exists with its space. */
const onSiteSpace: Rule = (caller, place) =>
  levelOf(caller, place) === null ? 'missing' : onSite('create')(caller, place);

/** Changes of a site that need a space, too, which the body names. */
const onSiteWithSpace: Rule = (caller, place) => {
  const site = onSite('create')(caller, place);
  return site === 'done' && levelOf(caller, place) === null ? 'missing' : site;
};

/** Allowed when both rules allow it; what the first one says comes first. */
const both =
  (one: Rule, other: Rule): Rule =>
  (caller, place) => {
    const verdict = one(caller, place);
    return verdict === 'done' ? other(caller, place) : verdict;
  };

/** A change of an organization that names a collection in its body. */
const inCollection: Rule = (caller, place) => {
  if (caller.role === undefined) return 'missing';
  const verdict = onCollection('create')(caller, place);
  return verdict === 'missing' ? 'unknown' : verdict;
};

/** Grants to somebody else, of whom a guest knows nothing. */
const onGrant: Rule = (caller, place) =>
  caller.role === null ? 'missing' : onSpace('admin')(caller, place);

/** An invite to a space exists for those who view its invite links. */
const onInvite =
  (from: Role): Rule =>
  (caller, place) =>
    reaches(levelOf(caller, place), 'create') ? onSpace(from)(caller, place) : 'missing';

/** Who has the link may come in, but for those who were shown out. */
const byInvitation: Rule = ({ isDisabled }) => (isDisabled ? 'forbidden' : 'done');

const byAnybody: Rule = () => 'done';

/** Somebody of an organization, for those who share one with them. */
const byFellows: Rule = ({ role }) => (role === undefined ? 'missing' : 'done');

const spaces: Record<string, Rule> = {
  listSpacesInOrganizationById: inOrganization('guest'),
  createSpace: inOrganization('create'),
  getSpaceById: onSpace('read'),
  updateSpaceById: onSpace('admin'),
  deleteSpaceById: onSpace('admin'),
  restoreSpace: onDeletedSpace,
  // At the top of the organization.
  duplicateSpace: both(onSpace('read'), inOrganization('create')),
  moveSpace: onSpace('admin'),
  // Everybody of the cast may create content where it goes.
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
  getPageById: onSpace('read'),
  getSpaceContentPageByPath: onSpace('read'),
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
  // Nobody of the cast who may review created it.
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
  getSpaceChangeRequestContentPageByPath: onSpace('read'),
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
  // The bodies react to a comment, and change the text of one.
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
  // To the top of the organization.
  moveCollection: both(onCollection('admin'), inOrganization('create')),
};

const sites: Record<string, Rule> = {
  listSites: inOrganization('guest'),
  createSite: both(inOrganization('create'), onSpace('read')),
  getSiteById: onSite('read'),
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
  updateSiteSpaceById: onSiteSpace,
  deleteSiteSpaceById: onSiteSpace,
  moveSiteSpace: onSiteSpace,
  listSiteShareLinks: onSite('read'),
  createSiteShareLink: onSite('create'),
  updateSiteShareLinkById: amongMembers('create'),
  deleteSiteShareLinkById: amongMembers('create'),
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
  inviteUsersToOrganization: inOrganization('admin'),
};

/** Nobody of the cast owns the team. */
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

/** Seen by members with a level on the source; changed by those who may make a space of it. */
const onTranslation =
  (from: 'read' | 'create'): Rule =>
  (caller, place) => {
    const level = levelOf(caller, place);
    if (caller.role == null || level === null) return 'missing';
    const mayEdit = reaches(caller.role, 'create') && reaches(level, 'edit');
    return from === 'read' || mayEdit ? 'done' : 'forbidden';
  };

const translations: Record<string, Rule> = {
  listTranslations: inOrganization('guest'),
  createTranslation: (caller, place) => {
    if (caller.role === undefined) return 'missing';
    if (!reaches(caller.role, 'create')) return 'forbidden';
    const level = levelOf(caller, place);
    if (level === null) return 'unknown';
    return reaches(level, 'edit') ? 'done' : 'forbidden';
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
  getViewer: byAnybody,
  getUser: byFellows,
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
  ...organizations,
};

/** The operations that have a rule. */
export const ruledOperations: readonly string[] = Object.keys(roleTable);

/** @throws naming an operation that has no rule */
export function ruleOf(operationId: string): Rule {
  const rule = roleTable[operationId];
  if (!rule) throw new Error(`Give ${operationId} a rule in test/support/role-table.ts.`);
  return rule;
}
