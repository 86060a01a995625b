import { roleOf, type Level } from '../../auth/roles.ts';
import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { readingAlso } from '../../pagination/declared-fields.ts';
import { Collection } from '../collections/collection.ts';
import { collectionSource } from '../collections/collection-source.ts';
import { RoleEnum } from '../organizations/role.ts';
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
  description: 'The rule that determines whether a user may do something.',
  values: accessReasons,
});

const AccessScope = builder.enumType('AccessScope', {
  description: 'The place where a role is required.',
  values: {
    ORGANIZATION: { description: 'In the organization.' },
    RESOURCE: { description: 'On the space or the collection, for example through a grant.' },
  },
});

const AccessRestriction = builder.enumType('AccessRestriction', {
  description: 'A temporary restriction that applies to everybody, whatever their level.',
  values: {
    LOCKED: {
      description: 'The primary content is locked: changes go through change requests.',
    },
    DELETED: { description: 'The space is deleted. Restore it first.' },
  },
});

const FlagExplanation = builder.objectRef<ExplainedFlag>('FlagExplanation').implement({
  description: 'Explanation of one permission flag.',
  fields: (t) => ({
    flag: t.exposeString('flag', { description: 'Name of the flag, as in `permissions`.' }),
    allowed: t.exposeBoolean('allowed', { description: 'Value of the flag.' }),
    reason: t.expose('reason', {
      type: AccessReason,
      description: 'The rule that determines the value.',
    }),
    explanation: t.string({
      description: 'The explanation in English, including what would be sufficient.',
      resolve: (flag) => sentenceFor(flag, flag.allowed),
    }),
    needs: t.expose('needs', {
      type: RoleEnum,
      nullable: true,
      description: 'The weakest sufficient role; null if a role alone is not sufficient.',
    }),
    scope: t.expose('scope', {
      type: AccessScope,
      description: 'The place where that role is required.',
    }),
    restriction: t.expose('restriction', {
      type: AccessRestriction,
      nullable: true,
      description: 'A restriction that blocks even users with permission; null for none.',
    }),
  }),
});

/** The type of every `explainAccess`. */
const AccessExplanation = builder.objectRef<Explanation>('AccessExplanation').implement({
  description: 'Permissions of a user on a resource, with the reason for each.',
  fields: (t) => ({
    user: t.field({
      type: User,
      nullable: true,
      description: 'The user; null if the viewer shares no organization with them.',
      resolve: ({ userId }, _args, { loaders }) => loaders.one(userSource, userId),
    }),
    level: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'Effective level of the user on the resource; null for none.',
      resolve: ({ basis: { level } }) => roleOrNull(level),
    }),
    collection: t.field({
      type: Collection,
      nullable: true,
      description:
        'The collection that the level is inherited from; null if it is not inherited, or if the viewer has no access to the collection.',
      resolve: ({ basis: { collectionId } }, _args, { loaders }) =>
        collectionId ? loaders.one(collectionSource, collectionId) : null,
    }),
    team: t.field({
      type: Team,
      nullable: true,
      description:
        'The team with the grant; null if the grant is not to a team, or if the team is hidden from the viewer.',
      resolve: ({ basis: { teamId } }, _args, { loaders }) =>
        teamId ? loaders.one(teamSource, teamId) : null,
    }),
    flags: t.field({
      type: [FlagExplanation],
      description: 'One entry for each flag of `permissions`.',
      resolve: ({ flags }) => [...flags],
    }),
  }),
});

const roleOrNull = (level: Level | null) => (level === null ? null : roleOf(level));

type ExplainedType =
  | 'Organization'
  | 'Collection'
  | 'Space'
  | 'Site'
  | 'Team'
  | 'Comment'
  | 'CommentReply';

/**
 * Declares the field `explainAccess` of a type.
 *
 * @param resource the resource in its description: `on the team`
 * @param reads computed fields that the explanation reads
 */
export function explainField<Type extends ExplainedType>(
  type: Type,
  resource: string,
  explain: (
    context: Context,
    row: Row<Type>,
    userId: string | null | undefined,
  ) => Promise<Explanation>,
  ...reads: string[]
): void {
  builder.prismaObjectFields(type, (t) => ({
    explainAccess: t.field({
      type: AccessExplanation,
      description: `Permissions of a user ${resource}, with the reason for each.`,
      args: {
        userId: t.arg.id({
          description:
            'Id of the user; the viewer by default. Only admins of the organization may ask about others.',
        }),
      },
      ...readingAlso(...reads),
      resolve: (row, { userId }, context) => explain(context, row as Row<Type>, userId),
    }),
  }));
}
