import { levelSql } from '../../auth/level-sql.ts';
import { canAccessSql } from '../../auth/can-access-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** Collections, visible to everybody with a level on them. */
export const collectionSource = defineSource<Row<'Collection'>>({
  type: 'Collection',
  model: 'Collection',
  table: 'collections',
  computed: { level: (viewerId) => levelSql('collection', sql`t`, sql`${viewerId}`) },
  visible: (viewerId) => sql`${levelSql('collection', sql`t`, sql`${viewerId}`)} IS NOT NULL`,
  visibleInLists: (viewerId) => canAccessSql('collection', sql`t`, sql`${viewerId}`),
});
