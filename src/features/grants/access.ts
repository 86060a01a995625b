import type { Decision } from '../../auth/decision.ts';
import { roleOf } from '../../auth/roles.ts';
import { builder } from '../../builder.ts';
import { Collection } from '../collections/collection.ts';
import { collectionSource } from '../collections/collection-source.ts';
import { RoleEnum } from '../organizations/role.ts';
import { teamSource } from '../teams/team-source.ts';
import { Team } from '../teams/team.ts';
import { accessSourceOf, accessSources } from './access-source.ts';
import { reading } from '../../pagination/declared-fields.ts';

/** The decision about a user's level, which is not null. */
export interface AccessRow {
  decision: Decision;
}

const AccessSource = builder.enumType('AccessSource', {
  description: 'The rule that determines a level on a space or a collection.',
  values: accessSources,
});

/** The level of a user on a resource. Lists omit users without a level. */
export const Access = builder.interfaceRef<AccessRow>('Access').implement({
  description: 'A level that a member has on a space or a collection, and where it comes from.',
  fields: (t) => ({
    level: t.field({
      type: RoleEnum,
      description: 'Effective level of the member.',
      ...reading('decision'),
      resolve: ({ decision: { level } }) => {
        if (level === null) throw new Error('Who has no level has no access.');
        return roleOf(level);
      },
    }),
    source: t.field({
      type: AccessSource,
      description: 'The rule that determines the level.',
      ...reading('decision'),
      resolve: ({ decision }) => accessSourceOf(decision),
    }),
    collection: t.field({
      type: Collection,
      nullable: true,
      description:
        'The collection that the level is inherited from; null if it is not inherited, or if the viewer has no access to the collection.',
      ...reading('decision'),
      resolve: ({ decision: { collectionId } }, _args, { loaders }) =>
        collectionId === null ? null : loaders.one(collectionSource, collectionId),
    }),
    team: t.field({
      type: Team,
      nullable: true,
      description:
        'The team with the grant; null if the grant is not to a team, or if the team is hidden from the viewer.',
      ...reading('decision'),
      resolve: ({ decision: { teamId } }, _args, { loaders }) =>
        teamId === null ? null : loaders.one(teamSource, teamId),
    }),
  }),
});
