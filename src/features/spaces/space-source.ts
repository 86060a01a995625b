import { levelSql } from '../../auth/level-sql.ts';
import { publishedVisibilitySql } from '../../auth/publication-sql.ts';
import { spaceVisibleInListsSql, spaceVisibleSql } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/**
 * Spaces, visible to everybody with a level on them, and to all if published to all. A deleted
 * space is visible only to its admins, until its restore deadline.
 */
export const spaceSource = defineSource<Row<'Space'>>({
  type: 'Space',
  model: 'Space',
  table: 'spaces',
  computed: {
    level: (viewerId) => levelSql('space', sql`t`, sql`${viewerId}`),
    publishedVisibility: () => publishedVisibilitySql(sql`t.id`),
  },
  visible: (viewerId) => spaceVisibleSql(sql`t`, sql`${viewerId}`),
  visibleInLists: (viewerId) => spaceVisibleInListsSql(sql`t`, sql`${viewerId}`),
});
