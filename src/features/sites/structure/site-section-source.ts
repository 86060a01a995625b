import type { Row } from '../../../builder.ts';
import { sql } from '../../../database/database.ts';
import { defineSource } from '../../../pagination/source.ts';
import { shownPathSql, shownTitleSql } from '../shown-names-sql.ts';
import { siteVisibility } from '../site-visibility-sql.ts';

/** SQL of the position of the group of the section `c`. */
export const positionOfGroup =
  '(SELECT g.position FROM site_section_groups g WHERE g.id = c.group_id)';

/**
 * SQL of sections with their order on the whole site: the position of their group, else their own.
 */
const sectionsOnSite = `(
  SELECT c.*, COALESCE(${positionOfGroup}, c.position) AS top_position FROM site_sections c)`;

/** Sections, visible to every member with a role, and to guests who can see one of its spaces. */
export const siteSectionSource = defineSource<Row<'SiteSection'>>({
  type: 'SiteSection',
  model: 'SiteSection',
  table: sectionsOnSite,
  computed: {
    topPosition: () => sql`t.top_position`,
    title: (viewerId) => shownTitleSql('section', sql`t`, viewerId),
    path: (viewerId) =>
      shownPathSql(
        { id: sql`t.id`, path: sql`t.path`, pathSpaceId: sql`t.path_space_id` },
        viewerId,
      ),
  },
  cheap: ['title', 'path'],
  ...siteVisibility(
    sql`(SELECT s.organization_id FROM sites s WHERE s.id = t.site_id)`,
    sql`gs.section_id = t.id`,
  ),
});
