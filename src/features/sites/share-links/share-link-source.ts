import { hasRoleSql } from '../../../auth/membership-sql.ts';
import type { Row } from '../../../builder.ts';
import { sql } from '../../../database/database.ts';
import { defineSource } from '../../../pagination/source.ts';

/**
 * Share links, visible to every member with a role. Guests cannot see them: a link opens the whole
 * site, but they may see only some of its spaces.
 */
export const shareLinkSource = defineSource<Row<'ShareLink'>>({
  type: 'ShareLink',
  model: 'ShareLink',
  table: 'share_links',
  visible: (viewerId) =>
    hasRoleSql(
      sql`(SELECT s.organization_id FROM sites s WHERE s.id = t.site_id)`,
      sql`${viewerId}`,
    ),
});
