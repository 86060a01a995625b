import { levelSql } from '../../auth/level-sql.ts';
import { publishedVisibilitySql } from '../../auth/publication-sql.ts';
import { spaceVisibleInListsSql, spaceVisibleSql } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/**
 * A space exists for those who have a level on it, and for everybody when it is published to all.
 * A deleted one exists for its administrators only, as long as they can restore it.
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
