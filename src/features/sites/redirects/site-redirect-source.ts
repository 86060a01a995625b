import { hasRoleSql, isMemberSql } from '../../../auth/membership-sql.ts';
import { liveSpaceVisibleSql, spaceVisibleSql } from '../../../auth/space-visibility-sql.ts';
import type { Row } from '../../../builder.ts';
import { sql } from '../../../database/database.ts';
import { defineSource } from '../../../pagination/source.ts';
import { shownSpaceVisibleSql } from '../site-visibility-sql.ts';

const organizationId = sql`(SELECT s.organization_id FROM sites s WHERE s.id = t.site_id)`;

const visibleTo = (visibleSql: typeof spaceVisibleSql) => (viewerId: string) =>
  sql`(
  t.site_section_id IS NOT NULL AND ${hasRoleSql(organizationId, sql`${viewerId}`)}
  OR ${isMemberSql(organizationId, sql`${viewerId}`)} AND EXISTS (
    SELECT FROM site_spaces gs
    WHERE (gs.id = t.site_space_id OR gs.section_id = t.site_section_id)
      AND ${shownSpaceVisibleSql(sql`gs`, sql`${viewerId}`, visibleSql)}))`;

/** Redirects of sites, visible with their destination. */
export const siteRedirectSource = defineSource<Row<'SiteRedirect'>>({
  type: 'SiteRedirect',
  model: 'SiteRedirect',
  table: 'site_redirects',
  visible: visibleTo(spaceVisibleSql),
  visibleInLists: visibleTo(liveSpaceVisibleSql),
});
