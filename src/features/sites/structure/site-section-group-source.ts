import type { Row } from '../../../builder.ts';
import { sql } from '../../../database/database.ts';
import { defineSource } from '../../../pagination/source.ts';
import { siteVisibility } from '../site-visibility-sql.ts';

/**
 * Section groups, visible to every member with a role, and to guests who can see one of its
 * sections.
 */
export const siteSectionGroupSource = defineSource<Row<'SiteSectionGroup'>>({
  type: 'SiteSectionGroup',
  model: 'SiteSectionGroup',
  table: 'site_section_groups',
  ...siteVisibility(
    sql`(SELECT s.organization_id FROM sites s WHERE s.id = t.site_id)`,
    sql`gs.section_id IN (SELECT c.id FROM site_sections c WHERE c.group_id = t.id)`,
  ),
});
