import { sharesOrganizationSql } from '../../auth/membership-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** True for the viewer themselves and for those who share an organization with them. */
function isKnown(viewerId: string) {
  return sql`(t.id = ${viewerId} OR ${sharesOrganizationSql(sql`t.id`, sql`${viewerId}`)})`;
}

/**
 * Users exist for themselves and for those who share an organization with them. History names
 * them to others, too, but tells only those who know them their e-mail address.
 */
export const userSource = defineSource<Row<'User'>>({
  type: 'User',
  model: 'User',
  table: 'users',
  computed: {
    knownEmail: (viewerId) => sql`CASE WHEN ${isKnown(viewerId)} THEN t.email END`,
  },
  visible: isKnown,
});
