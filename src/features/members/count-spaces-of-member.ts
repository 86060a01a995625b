import { countSpacesOfMembersSql } from '../../auth/count-spaces-of-members-sql.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import type { MemberKey } from './member-access.ts';
import { memberKey, partsOfMemberKey } from './member-key.ts';

/**
 * Counts the spaces of the organization on which a member has a level. Deleted spaces are excluded,
 * and so are those without a level for the viewer, so that the number reveals no hidden ones.
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
