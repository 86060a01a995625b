import { sql, type Sql } from '../../database/database.ts';
import type { MemberKey } from './member-access.ts';

/** Names a member, who has no id of their own, where lists of theirs ask for one. */
export function memberKey({ organizationId, userId }: MemberKey): string {
  return `${organizationId} ${userId}`;
}

/** The fields of a member that make up the same. */
export const memberKeyFields = ['organizationId', 'userId'] as const;

/** The organization and the user of a key. */
export function partsOfMemberKey(key: string): MemberKey {
  const [organizationId = '', userId = ''] = key.split(' ');
  return { organizationId, userId };
}

/** The same in SQL. */
export function partsOfMemberKeySql(key: Sql): { organizationId: Sql; userId: Sql } {
  return {
    organizationId: sql`split_part(${key}, ' ', 1)`,
    userId: sql`split_part(${key}, ' ', 2)`,
  };
}
