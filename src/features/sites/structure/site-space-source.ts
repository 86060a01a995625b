import { isMemberSql } from '../../../auth/membership-sql.ts';
import { liveSpaceVisibleSql, spaceVisibleSql } from '../../../auth/space-visibility-sql.ts';
import type { Row } from '../../../builder.ts';
import { sql, type Sql } from '../../../database/database.ts';
import { defineSource } from '../../../pagination/source.ts';
import { spaceSource } from '../../spaces/space-source.ts';
import { shownPathSql } from '../shown-names-sql.ts';
import { shownSpaceVisibleSql } from '../site-visibility-sql.ts';
import { isDefaultSiteSpaceSql } from './default-site-space-sql.ts';
import { positionOfGroup } from './site-section-source.ts';

/** SQL of site-spaces with their order on the whole site and the title of their space. */
const siteSpacesOnSite = `(
  SELECT ss.id, ss.site_id, ss.section_id, ss.space_id, ss.path, ss.condition, ss.position,
    ss.created_at, ${isDefaultSiteSpaceSql('ss')} AS is_default,
    (SELECT sp.title FROM ${spaceSource.table} sp WHERE sp.id = ss.space_id) AS title,
    COALESCE(${positionOfGroup}, c.position, '') AS top_position,
    COALESCE(c.position, '') AS section_position,
    c.path AS section_path, c.path_space_id AS section_path_space_id, c.is_default AS section_is_default
  FROM site_spaces ss LEFT JOIN site_sections c ON c.id = ss.section_id)`;

const visibleTo = (visibleSql: typeof spaceVisibleSql) => (viewerId: string) =>
  sql`(
  ${isMemberSql(sql`(SELECT s.organization_id FROM sites s WHERE s.id = t.site_id)`, sql`${viewerId}`)}
  AND ${shownSpaceVisibleSql(sql`t`, sql`${viewerId}`, visibleSql)})`;

/**
 * Returns the visibility of site-spaces below a site or section that the viewer sees: they are a
 * member, so that the space alone decides.
 */
export const siteSpaceVisibleBelow = (_parentId: Sql, viewerId: Sql): Sql =>
  shownSpaceVisibleSql(sql`t`, viewerId, liveSpaceVisibleSql);

/** Site-spaces, visible to the members of the organization who may view the space. */
export const siteSpaceSource = defineSource<Row<'SiteSpace'>>({
  type: 'SiteSpace',
  model: 'SiteSpace',
  table: siteSpacesOnSite,
  computed: {
    title: () => sql`t.title`,
    topPosition: () => sql`t.top_position`,
    sectionPosition: () => sql`t.section_position`,
    sectionPath: (viewerId) =>
      shownPathSql(
        {
          id: sql`t.section_id`,
          path: sql`t.section_path`,
          pathSpaceId: sql`t.section_path_space_id`,
        },
        viewerId,
      ),
    sectionIsDefault: () => sql`t.section_is_default`,
  },
  visible: visibleTo(spaceVisibleSql),
  visibleInLists: visibleTo(liveSpaceVisibleSql),
});
