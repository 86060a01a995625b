import { countSpacesOfMembersSql } from '../../auth/count-spaces-of-members-sql.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import type { MemberKey } from './member-access.ts';
import { memberKey, partsOfMemberKey } from './member-key.ts';

/**
 * How many spaces of the organization a member has a level on. Only spaces that the viewer has a
 * level on count, so that the number tells nothing of hidden ones; deleted ones do not count.
 */
export function countSpacesOfMember(
  { db, loaders, viewer }: Context,
  member: MemberKey,
): Promise<number> {
  return loaders.batch('spaces of members', memberKey(member), async (keys) => {
    const members = keys.map((key) => partsOfMemberKey(key));
    const rows = await db.query(
      countSpacesOfMembersSql(
        sql`${members.map(({ organizationId }) => organizationId)}::text[]`,
        sql`${members.map(({ userId }) => userId)}::text[]`,
        sql`${viewer.id}`,
      ),
    );
    return rows.map(([count]) => count as number);
  });
}
