import type { Row } from '../../builder.ts';
import { isMemberSql } from '../../auth/membership-sql.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** Organizations, visible to their members, including guests. */
export const organizationSource = defineSource<Row<'Organization'>>({
  type: 'Organization',
  model: 'Organization',
  table: 'organizations',
  visible: (viewerId) => isMemberSql(sql`t.id`, sql`${viewerId}`),
});
