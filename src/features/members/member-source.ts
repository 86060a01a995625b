import { hasRoleSql } from '../../auth/membership-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/**
 * Memberships, visible to the members of the organization; guests see only their own. A list
 * belongs to one organization, so the user's id is its key.
 */
export const memberSource = defineSource<Row<'Member'>>({
  type: 'Member',
  model: 'Member',
  table: 'members',
  keyField: 'userId',
  visible: (viewerId) => sql`(
    ${hasRoleSql(sql`t.organization_id`, sql`${viewerId}`)} OR t.user_id = ${viewerId} AND NOT t.disabled)`,
});
