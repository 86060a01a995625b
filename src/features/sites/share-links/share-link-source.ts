import { hasRoleSql } from '../../../auth/membership-sql.ts';
import type { Row } from '../../../builder.ts';
import { sql } from '../../../database/database.ts';
import { defineSource } from '../../../pagination/source.ts';

/**
 * A share link exists for every member with a role. Not for guests: it opens the whole site, of
 * which they see some spaces only.
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
