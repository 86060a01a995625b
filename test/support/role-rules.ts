import type { Role } from '../../src/auth/roles.ts';

/** Roles in ascending order. */
const roles: readonly Role[] = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

/** A user, as access rules see them. */
export interface Caller {
  /**
   * Role in the organization; null for a guest, undefined for a non-member or a disabled member.
   */
  role: Role | null | undefined;
  /** Whether the user is a disabled member. */
  isDisabled?: boolean;
  /** Role granted to the user on the spaces and collections of the scene. */
  grant?: Role;
  /** Whether the user wrote the comments and replies of the scene. */
  isAuthor?: boolean;
}

/** The default access of the spaces and collections of the scene. */
export interface Place {
  /** Whether members inherit their role on spaces and collections, or have no access. */
  defaultLevel: 'inherit' | null;
}

/**
 * The expected outcome of an attempt. A resource that does not exist for the user is `missing` in
 * the path (404, or 204 for DELETE), and may be `unknown` in the body (400).
 */
export type Verdict = 'done' | 'forbidden' | 'missing' | 'unknown';

export type Rule = (caller: Caller, place: Place) => Verdict;

export const hasAtLeast = (given: Role | null | undefined, needed: Role): boolean =>
  roles.indexOf(given ?? ('' as Role)) >= roles.indexOf(needed);

/** Returns the user's level on the spaces and collections of the scene. */
export function levelOf({ role, grant }: Caller, { defaultLevel }: Place): Role | null {
  if (role === 'admin') return role;
  return grant ?? (defaultLevel === 'inherit' ? (role ?? null) : null);
}

/** Rule of spaces, collections and everything below them: visible with any level. */
export const onSpace =
  (from: Role): Rule =>
  (caller, place) => {
    const level = levelOf(caller, place);
    if (level === null) return 'missing';
    return hasAtLeast(level, from) ? 'done' : 'forbidden';
  };
export const onCollection = (from: Role): Rule => onSpace(from);

/** Rule of posts: the author needs the level `comment`, others the given role if any. */
export const byAuthor =
  (orFrom?: Role): Rule =>
  (caller, place) => {
    const level = levelOf(caller, place);
    if (level === null) return 'missing';
    if (caller.isAuthor && hasAtLeast(level, 'comment')) return 'done';
    return orFrom && hasAtLeast(level, orFrom) ? 'done' : 'forbidden';
  };

/** Rule of deleted spaces: visible to those who may restore them. */
export const onDeletedSpace: Rule = (caller, place) =>
  levelOf(caller, place) === 'admin' ? 'done' : 'missing';

/** Rule of organizations: visible to members and guests. */
export const inOrganization =
  (from: Role | 'guest'): Rule =>
  ({ role }) => {
    if (role === undefined) return 'missing';
    return from === 'guest' || hasAtLeast(role, from) ? 'done' : 'forbidden';
  };

/** Rule of everything in an organization that is hidden from guests. */
export const amongMembers =
  (from: Role): Rule =>
  ({ role }) => {
    if (role === undefined || role === null) return 'missing';
    return hasAtLeast(role, from) ? 'done' : 'forbidden';
  };

/**
 * Rule of sites and everything below them: visible to members, and to guests who may view one of
 * the site's spaces.
 */
export const onSite =
  (from: 'read' | 'create'): Rule =>
  ({ role, grant }) => {
    if (role === undefined || (role === null && !grant)) return 'missing';
    return from === 'read' || hasAtLeast(role, from) ? 'done' : 'forbidden';
  };

/** Rule of site spaces, and of redirects to them: visible with their space. */
export const onSiteSpace =
  (from: 'read' | 'create'): Rule =>
  (caller, place) =>
    levelOf(caller, place) === null ? 'missing' : onSite(from)(caller, place);

/** Rule of changes to a site that refer to a site space in the body. */
export const onSiteToSpace: Rule = (caller, place) => {
  const site = onSite('create')(caller, place);
  return site === 'done' && levelOf(caller, place) === null ? 'unknown' : site;
};

/** Rule of changes to a site that name a space in the body. */
export const onSiteWithSpace: Rule = (caller, place) => {
  const site = onSite('create')(caller, place);
  return site === 'done' && levelOf(caller, place) === null ? 'missing' : site;
};

/** Combines two rules: both must allow it. The first rule's refusal takes precedence. */
export const both =
  (one: Rule, other: Rule): Rule =>
  (caller, place) => {
    const verdict = one(caller, place);
    return verdict === 'done' ? other(caller, place) : verdict;
  };

/** Rule of changes to an organization that name a collection in the body. */
export const inCollection: Rule = (caller, place) => {
  if (caller.role === undefined) return 'missing';
  const verdict = onCollection('create')(caller, place);
  return verdict === 'missing' ? 'unknown' : verdict;
};

/** Rule of grants to other users, which are hidden from guests. */
export const onGrant: Rule = (caller, place) =>
  caller.role === null ? 'missing' : onSpace('admin')(caller, place);

/** Rule of invites to a space: visible to those who may view its invite links. */
export const onInvite =
  (from: Role): Rule =>
  (caller, place) =>
    hasAtLeast(levelOf(caller, place), 'create') ? onSpace(from)(caller, place) : 'missing';

/** Rule of invite links: open to everyone except disabled members. */
export const byInvitation: Rule = ({ isDisabled }) => (isDisabled ? 'forbidden' : 'done');

/** Rule of an invitation to the address of somebody else: only the invited user finds it. */
export const byInvitedUser: Rule = () => 'missing';

export const byAnybody: Rule = () => 'done';

/** Rule of users: visible to those in a common organization. */
export const byFellows: Rule = ({ role }) => (role === undefined ? 'missing' : 'done');

/** Rule of a reference in the body that is hidden from guests. */
export const asMember: Rule = ({ role }) => (role === null ? 'unknown' : 'done');

/** Rule of an account, which nobody else changes. */
export const byThemselves: Rule = (caller, place) =>
  caller.isAuthor || byFellows(caller, place) === 'missing'
    ? byFellows(caller, place)
    : 'forbidden';

/**
 * Rule of translations: visible to members with a level on the source, editable for those who may
 * create a space from it.
 */
export const onTranslation =
  (from: 'read' | 'create'): Rule =>
  (caller, place) => {
    const level = levelOf(caller, place);
    if (caller.role == null || level === null) return 'missing';
    const mayEdit = hasAtLeast(caller.role, 'create') && hasAtLeast(level, 'edit');
    return from === 'read' || mayEdit ? 'done' : 'forbidden';
  };
