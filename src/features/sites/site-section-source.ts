import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';
import { siteVisibleSql } from './site-visibility-sql.ts';

/** A section exists for every member with a role; for guests when it shows a space of theirs. */
export const siteSectionSource = defineSource<Row<'SiteSection'>>({
  type: 'SiteSection',
  model: 'SiteSection',
  table: 'site_sections',
  visible: (viewerId) =>
    siteVisibleSql(
      sql`(SELECT s.organization_id FROM sites s WHERE s.id = t.site_id)`,
      sql`gs.section_id = t.id`,
      sql`${viewerId}`,
    ),
});
