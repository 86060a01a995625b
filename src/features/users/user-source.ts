import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** Users exist for themselves and for those who share an organization with them. */
export const userSource = defineSource<Row<'User'>>({
  type: 'User',
  model: 'User',
  table: 'users',
  visible: (viewerId) => sql`(t.id = ${viewerId} OR EXISTS (
    SELECT FROM members theirs JOIN members mine ON mine.organization_id = theirs.organization_id
    WHERE theirs.user_id = t.id AND mine.user_id = ${viewerId} AND NOT mine.disabled))`,
});
