import type { Role } from '../../src/auth/roles.ts';

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

export const reaches = (given: Role | null | undefined, needed: Role): boolean =>
  roles.indexOf(given ?? ('' as Role)) >= roles.indexOf(needed);

/** The level on the spaces and collections of the scene. */
export function levelOf({ role, grant }: Caller, { defaultLevel }: Place): Role | null {
  if (role === 'admin') return role;
  return grant ?? (defaultLevel === 'inherit' ? (role ?? null) : null);
}

/** Spaces and collections, and all below them: who has a level sees them. */
export const onSpace =
  (from: Role): Rule =>
  (caller, place) => {
    const level = levelOf(caller, place);
    if (level === null) return 'missing';
    return reaches(level, from) ? 'done' : 'forbidden';
  };
export const onCollection = (from: Role): Rule => onSpace(from);

/** Posts of somebody: the author, while they may comment, and whoever has a level, if any. */
export const byAuthor =
  (orFrom?: Role): Rule =>
  (caller, place) => {
    const level = levelOf(caller, place);
    if (level === null) return 'missing';
    if (caller.isAuthor && reaches(level, 'comment')) return 'done';
    return orFrom && reaches(level, orFrom) ? 'done' : 'forbidden';
  };

/** Only those who may bring a deleted space back see it. */
export const onDeletedSpace: Rule = (caller, place) =>
  levelOf(caller, place) === 'admin' ? 'done' : 'missing';

/** An organization exists for its members. */
export const inOrganization =
  (from: Role | 'guest'): Rule =>
  ({ role }) => {
    if (role === undefined) return 'missing';
    return from === 'guest' || reaches(role, from) ? 'done' : 'forbidden';
  };

/** What an organization shows to members, but not to guests. */
export const amongMembers =
  (from: Role): Rule =>
  ({ role }) => {
    if (role === undefined || role === null) return 'missing';
    return reaches(role, from) ? 'done' : 'forbidden';
  };

/** Sites and all below them: members see them, and guests who may view a space on them. */
export const onSite =
  (from: 'read' | 'create'): Rule =>
  ({ role, grant }) => {
    if (role === undefined || (role === null && !grant)) return 'missing';
    return from === 'read' || reaches(role, from) ? 'done' : 'forbidden';
  };

/** A site-space exists with its space. */
export const onSiteSpace: Rule = (caller, place) =>
  levelOf(caller, place) === null ? 'missing' : onSite('create')(caller, place);

/** Changes of a site that need a space, too, which the body names. */
export const onSiteWithSpace: Rule = (caller, place) => {
  const site = onSite('create')(caller, place);
  return site === 'done' && levelOf(caller, place) === null ? 'missing' : site;
};

/** Allowed when both rules allow it; what the first one says comes first. */
export const both =
  (one: Rule, other: Rule): Rule =>
  (caller, place) => {
    const verdict = one(caller, place);
    return verdict === 'done' ? other(caller, place) : verdict;
  };

/** A change of an organization that names a collection in its body. */
export const inCollection: Rule = (caller, place) => {
  if (caller.role === undefined) return 'missing';
  const verdict = onCollection('create')(caller, place);
  return verdict === 'missing' ? 'unknown' : verdict;
};

/** Grants to somebody else, of whom a guest knows nothing. */
export const onGrant: Rule = (caller, place) =>
  caller.role === null ? 'missing' : onSpace('admin')(caller, place);

/** An invite to a space exists for those who view its invite links. */
export const onInvite =
  (from: Role): Rule =>
  (caller, place) =>
    reaches(levelOf(caller, place), 'create') ? onSpace(from)(caller, place) : 'missing';

/** Who has the link may come in, but for those who were shown out. */
export const byInvitation: Rule = ({ isDisabled }) => (isDisabled ? 'forbidden' : 'done');

export const byAnybody: Rule = () => 'done';

/** Somebody of an organization, for those who share one with them. */
export const byFellows: Rule = ({ role }) => (role === undefined ? 'missing' : 'done');

/** Seen by members with a level on the source; changed by those who may make a space of it. */
export const onTranslation =
  (from: 'read' | 'create'): Rule =>
  (caller, place) => {
    const level = levelOf(caller, place);
    if (caller.role == null || level === null) return 'missing';
    const mayEdit = reaches(caller.role, 'create') && reaches(level, 'edit');
    return from === 'read' || mayEdit ? 'done' : 'forbidden';
  };
