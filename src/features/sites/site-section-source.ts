import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';
import { siteVisibility } from './site-visibility-sql.ts';

/** Sections with what orders them on the whole site: the place of their group, else their own. */
const sectionsOnSite = `(
  SELECT c.*, COALESCE(g.position, c.position) AS top_position
  FROM site_sections c LEFT JOIN site_section_groups g ON g.id = c.group_id)`;

/** A section exists for every member with a role; for guests when it shows a space of theirs. */
export const siteSectionSource = defineSource<Row<'SiteSection'>>({
  type: 'SiteSection',
  model: 'SiteSection',
  table: sectionsOnSite,
  computed: { topPosition: () => sql`t.top_position` },
  ...siteVisibility(
    sql`(SELECT s.organization_id FROM sites s WHERE s.id = t.site_id)`,
    sql`gs.section_id = t.id`,
  ),
});
