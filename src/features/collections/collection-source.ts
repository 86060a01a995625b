import { levelSql } from '../../auth/level-sql.ts';
import { reachesSql } from '../../auth/reach-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** A collection exists for those who have a level on it. */
export const collectionSource = defineSource<Row<'Collection'>>({
  type: 'Collection',
  model: 'Collection',
  table: 'collections',
  computed: { level: (viewerId) => levelSql('collection', sql`t`, sql`${viewerId}`) },
  visible: (viewerId) => sql`${levelSql('collection', sql`t`, sql`${viewerId}`)} IS NOT NULL`,
  visibleInLists: (viewerId) => reachesSql('collection', sql`t`, sql`${viewerId}`),
});
