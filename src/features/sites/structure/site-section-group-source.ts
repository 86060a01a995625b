import type { Row } from '../../../builder.ts';
import { sql } from '../../../database/database.ts';
import { defineSource } from '../../../pagination/source.ts';
import { siteVisibility } from '../site-visibility-sql.ts';

/** A group exists for every member with a role; for guests when it holds a section of theirs. */
export const siteSectionGroupSource = defineSource<Row<'SiteSectionGroup'>>({
  type: 'SiteSectionGroup',
  model: 'SiteSectionGroup',
  table: 'site_section_groups',
  ...siteVisibility(
    sql`(SELECT s.organization_id FROM sites s WHERE s.id = t.site_id)`,
    sql`gs.section_id IN (SELECT c.id FROM site_sections c WHERE c.group_id = t.id)`,
  ),
});
