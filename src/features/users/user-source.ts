import { sharesOrganizationSql } from '../../auth/membership-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** Returns SQL that is true for the viewer and for those who share an organization with them. */
function isKnown(viewerId: string) {
  return sql`(t.id = ${viewerId} OR ${sharesOrganizationSql(sql`t.id`, sql`${viewerId}`)})`;
}

/**
 * Users, visible to themselves and to those who share an organization with them. History shows
 * their names to others as well, but not their e-mail addresses.
 */
export const userSource = defineSource<Row<'User'>>({
  type: 'User',
  model: 'User',
  table: 'users',
  computed: {
    // Others must not take somebody for whoever has the address.
    knownEmail: (viewerId) => sql`CASE WHEN t.id = ${viewerId}
      OR (t.realm <> t.id AND ${isKnown(viewerId)}) THEN t.email END`,
  },
  visible: isKnown,
});
