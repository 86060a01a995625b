import { roleOf, type Level } from '../../auth/roles.ts';
import { builder, type ArgumentBuilder } from '../../builder.ts';
import { Collection } from '../collections/collection.ts';
import { collectionSource } from '../collections/collection-source.ts';
import { Role } from '../organizations/role.ts';
import { teamSource } from '../teams/team-source.ts';
import { Team } from '../teams/team.ts';
import { userSource } from '../users/user-source.ts';
import { User } from '../users/user.ts';
import { accessReasons, sentenceFor, type Basis, type FlagRule } from './access-reason.ts';

/** A temporary restriction that overrides a permission. */
type Restriction = 'LOCKED' | 'DELETED';

export interface ExplainedFlag extends FlagRule {
  flag: string;
  allowed: boolean;
  restriction: Restriction | null;
}

/** A user's permissions on a resource, and the reasons for them. */
export interface Explanation {
  userId: string;
  basis: Basis;
  flags: readonly ExplainedFlag[];
}

/**
 * Explains the permissions of a resource.
 *
 * @param flags the permissions; undefined if the user may not see the resource
 * @param names names of the permissions, in order
 * @param ruleOf returns the reason for the value of a permission
 */
export function explainFlags<Flag extends string>(
  names: readonly Flag[],
  flags: Readonly<Record<Flag, boolean>> | undefined,
  ruleOf: (flag: Flag, allowed: boolean) => FlagRule & { restriction?: Restriction | null },
): ExplainedFlag[] {
  return names.map((flag) => {
    const allowed = flags?.[flag] ?? false;
    return { restriction: null, ...ruleOf(flag, allowed), flag, allowed };
  });
}

const AccessReason = builder.enumType('AccessReason', {
  description: 'What decides whether somebody may do something.',
  values: accessReasons,
});

const AccessScope = builder.enumType('AccessScope', {
  description: 'Where a role has to be held.',
  values: {
    ORGANIZATION: { description: 'In the organization.' },
    RESOURCE: { description: 'On the space or the collection, e.g. by a grant.' },
  },
});

const AccessRestriction = builder.enumType('AccessRestriction', {
  description: 'What keeps everybody for now from what they may do.',
  values: {
    LOCKED: {
      description: 'The primary content is locked: changes go through change requests.',
    },
    DELETED: { description: 'The space is deleted: it has to be restored first.' },
  },
});

const FlagExplanation = builder.objectRef<ExplainedFlag>('FlagExplanation').implement({
  description: 'Why somebody may do something, or may not.',
  fields: (t) => ({
    flag: t.exposeString('flag', { description: 'Name of the flag, as in `permissions`.' }),
    allowed: t.exposeBoolean('allowed', { description: 'Whether they may: the flag’s value.' }),
    reason: t.field({
      type: AccessReason,
      description: 'What decides it.',
      resolve: ({ reason }) => reason,
    }),
    explanation: t.string({
      description: 'The same in English, with what would be enough.',
      resolve: (flag) => sentenceFor(flag, flag.allowed),
    }),
    needs: t.field({
      type: Role,
      nullable: true,
      description: 'The weakest role that is enough; null where a role alone is not.',
      resolve: ({ needs }) => needs,
    }),
    scope: t.field({
      type: AccessScope,
      description: 'Where that role has to be held.',
      resolve: ({ scope }) => scope,
    }),
    restriction: t.field({
      type: AccessRestriction,
      nullable: true,
      description: 'What stands in the way even of those who may; null for nothing.',
      resolve: ({ restriction }) => restriction,
    }),
  }),
});

/** The type of every `explainAccess`. */
export const AccessExplanation = builder.objectRef<Explanation>('AccessExplanation').implement({
  description: 'What a user may do with something, and why.',
  fields: (t) => ({
    user: t.field({
      type: User,
      nullable: true,
      description: 'The user; null for one whom the viewer does not know.',
      resolve: ({ userId }, _args, { loaders }) => loaders.one(userSource, userId),
    }),
    level: t.field({
      type: Role,
      nullable: true,
      description: 'Their level there; null for none.',
      resolve: ({ basis: { level } }) => roleOrNull(level),
    }),
    collection: t.field({
      type: Collection,
      nullable: true,
      description:
        'The collection above that the level is inherited from; null when it is not inherited, ' +
        'or without access to that collection.',
      resolve: ({ basis: { collectionId } }, _args, { loaders }) =>
        collectionId ? loaders.one(collectionSource, collectionId) : null,
    }),
    team: t.field({
      type: Team,
      nullable: true,
      description:
        'The team that the role was granted to; null when it is no grant to a team, or the team ' +
        'does not exist for the viewer.',
      resolve: ({ basis: { teamId } }, _args, { loaders }) =>
        teamId ? loaders.one(teamSource, teamId) : null,
    }),
    flags: t.field({
      type: [FlagExplanation],
      description: 'Each flag of `permissions`.',
      resolve: ({ flags }) => [...flags],
    }),
  }),
});

const roleOrNull = (level: Level | null) => (level === null ? null : roleOf(level));

/** Declares the arguments of every `explainAccess`. */
export const explainArguments = (arg: ArgumentBuilder) => ({
  userId: arg.id({
    description:
      'Id of the user; the viewer when absent. Only admins of the organization ask about others.',
  }),
});
