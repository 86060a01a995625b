import { enumType } from '../../builder/declare-types.ts';
import { z } from 'zod';
import { builder } from '../../builder.ts';
import { ListOrder } from '../../builder/list-order.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import type { Declarations } from '../../pagination/declared-fields.ts';
import { userMatchesSql } from '../users/user-search-sql.ts';
import { loadMember } from './member-access.ts';
import { memberSource } from './member-source.ts';
import { Member, MemberConnection } from './member.ts';

/** Maximum length of a search text, in characters. */
const SEARCH_LENGTH_MAX = 256;

const MemberRoleFilter = enumType('MemberRoleFilter', 'Filter of a list of members, by role.', {
  read: 'Members with the role `read`.',
  comment: 'Members with the role `comment`.',
  edit: 'Members with the role `edit`.',
  review: 'Members with the role `review`.',
  create: 'Members with the role `create`.',
  admin: 'Members with the role `admin`.',
  guest: 'Guests, who have no role.',
});

const MemberSort = enumType('MemberSort', 'Sort key of a list of members.', {
  joinedAt: 'When the member joined.',
  lastSeenAt:
    'When the member was last active. Lists only active members: seen once, and not disabled.',
});

connectionField('Organization.members', {
  type: MemberConnection,
  description: 'The members of the organization, guests included. A guest sees only themselves.',
  rest: { route: 'GET /members', operationId: 'listMembersInOrganizationById' },
  source: memberSource,
  of: 'organizationId',
  arguments: (arg) => ({
    order: arg({ type: ListOrder, defaultValue: 'desc', description: 'Sort direction.' }),
    role: arg({ type: MemberRoleFilter, description: 'Only those with this role.' }),
    search: arg.string({
      description: `Only those whose name or e-mail address contains this text, in any case; at most ${SEARCH_LENGTH_MAX} characters.`,
      validate: z.string().max(SEARCH_LENGTH_MAX).nullish(),
    }),
    sort: arg({ type: MemberSort, defaultValue: 'joinedAt', description: 'Sort key.' }),
  }),
  order: ({ order, sort }) => ({ fields: [sort ?? 'joinedAt'], descending: order !== 'asc' }),
  filter: ({ sort, role, search }) => [
    ...(sort === 'lastSeenAt' ? [sql`t.last_seen_at IS NOT NULL AND NOT t.disabled`] : []),
    ...(role ? [role === 'guest' ? sql`t.role IS NULL` : sql`t.role = ${role}`] : []),
    ...(search ? [userMatchesSql(sql`t.user_id`, search)] : []),
  ],
});

builder.prismaObjectFields('Organization', (t) => ({
  member: t.field({
    type: Member,
    nullable: true,
    description: 'A member of the organization. A guest finds only themselves.',
    args: { userId: t.arg.id({ required: true, description: 'Id of the user.' }) },
    rest: { route: 'GET /members/{userId}', operationId: 'getMemberInOrganizationById' },
    extensions: {
      child: {
        source: memberSource,
        argument: 'userId',
        matches: (userId, organizationId) =>
          sql`t.user_id = ${userId} AND t.organization_id = ${organizationId}`,
      },
    } satisfies Declarations,
    resolve: ({ id }, { userId }, context) => loadMember(context, { organizationId: id, userId }),
  }),
}));
