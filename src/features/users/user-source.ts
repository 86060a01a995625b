import { sharesOrganizationSql } from '../../auth/level-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** Users exist for themselves and for those who share an organization with them. */
export const userSource = defineSource<Row<'User'>>({
  type: 'User',
  model: 'User',
  table: 'users',
  visible: (viewerId) =>
    sql`(t.id = ${viewerId} OR ${sharesOrganizationSql(sql`t.id`, sql`${viewerId}`)})`,
});
