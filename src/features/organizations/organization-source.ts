import type { Row } from '../../builder.ts';
import { isMemberSql } from '../../auth/membership-sql.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** An organization exists for its members, guests included. */
export const organizationSource = defineSource<Row<'Organization'>>({
  type: 'Organization',
  model: 'Organization',
  table: 'organizations',
  visible: (viewerId) => isMemberSql(sql`t.id`, sql`${viewerId}`),
});
