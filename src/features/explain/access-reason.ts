import type { Decision } from '../../auth/decision.ts';
import { roleOf, type Level, type Role } from '../../auth/roles.ts';
import { accessSourceOf, accessSources } from '../grants/access-source.ts';

/** Values of the enum `AccessReason`: sources of a level, and other reasons for a permission. */
export const accessReasons = {
  ...accessSources,
  PUBLISHED: { description: 'The resource is published to everybody.' },
  MEMBERSHIP: { description: 'Membership in the organization, including as a guest.' },
  TEAM_MEMBERSHIP: { description: 'The user is a member of the team.' },
  TEAM_OWNERSHIP: { description: 'Ownership of this team, or of any team.' },
  SHARED_SPACE: { description: 'The user is a guest with access to a space that the site shows.' },
  AUTHOR: { description: 'Authorship: the user wrote it.' },
  GUEST: { description: 'The user is a guest without a grant on the resource.' },
  DISABLED: { description: 'Their membership is disabled.' },
  NOT_A_MEMBER: { description: 'The user is not a member of the organization.' },
  DELETED: { description: 'The resource is deleted and visible to its administrators only.' },
} as const;

export type AccessReason = keyof typeof accessReasons;

/** A user's level on a resource, and its source. */
export interface Basis {
  level: Level | null;
  reason: AccessReason;
  /** Id of the parent collection that the level is inherited from. */
  collectionId?: string | null;
  /** Id of the team that the level was granted to. */
  teamId?: string | null;
}

/** Converts a decision about a level to its basis. */
export function basisOf(decision: Decision): Basis {
  const { level, rule, collectionId, teamId } = decision;
  const reason = rule === 'guest' ? 'GUEST' : accessSourceOf(decision);
  return { level, reason, collectionId, teamId };
}

/** The reason for the value of one permission, and the role that would suffice. */
export interface FlagRule {
  reason: AccessReason;
  level: Level | null;
  /** The role that suffices; null if no role does. */
  needs: Role | null;
  /** The resource that the role must apply to. */
  scope: 'ORGANIZATION' | 'RESOURCE';
}

/** Returns one or two sentences that explain the value of a permission. */
export function sentenceFor({ reason, level, needs, scope }: FlagRule, allowed: boolean): string {
  const because = becauseOf(reason, level === null ? null : roleOf(level), allowed);
  if (allowed || needs === null) return because;
  const where = scope === 'ORGANIZATION' ? 'in the organization' : 'here';
  return `${because} This needs "${needs}" ${where}, or a higher role.`;
}

function becauseOf(reason: AccessReason, role: Role | null, allowed: boolean): string {
  switch (reason) {
    case 'ORGANIZATION_ROLE':
      return `Their role in the organization is "${role}".`;
    case 'GRANT':
      return `They were granted "${role}" here.`;
    case 'TEAM_GRANT':
      return `A team of theirs was granted "${role}" here.`;
    case 'COLLECTION_GRANT':
      return `They were granted "${role}" on a collection above.`;
    case 'COLLECTION_TEAM_GRANT':
      return `A team of theirs was granted "${role}" on a collection above.`;
    case 'DEFAULT_LEVEL':
      return role ? `The default level here is "${role}".` : 'By default there is no access here.';
    case 'COLLECTION_DEFAULT':
      return role
        ? `The default level of a collection above is "${role}".`
        : 'By default there is no access in a collection above.';
    case 'TEAM_MEMBERSHIP':
      return 'They are a member of the team.';
    case 'TEAM_OWNERSHIP':
      return allowed ? 'They are an owner of a team.' : 'They own no team.';
    case 'AUTHOR':
      return allowed ? 'They are its author.' : 'Only its author may.';
    case 'PUBLISHED':
      return 'It is published to everybody.';
    case 'MEMBERSHIP':
      return 'They are a member of the organization.';
    case 'SHARED_SPACE':
      return 'They have access to a space that the site shows.';
    case 'GUEST':
      return 'They are a guest, and nothing here was shared with them.';
    case 'DISABLED':
      return 'Their membership is disabled.';
    case 'NOT_A_MEMBER':
      return 'They are not a member of the organization.';
    case 'DELETED':
      return 'It is deleted, and visible to its administrators only.';
  }
}
