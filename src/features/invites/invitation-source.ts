import { administersSql } from '../../auth/membership-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** An invitation by e-mail exists for the admins of its organization, until it expires. */
export const invitationSource = defineSource<Row<'Invitation'>>({
  type: 'Invitation',
  model: 'Invitation',
  table: 'invitations',
  visible: (viewerId) =>
    sql`(t.expires_at > now() AND ${administersSql(sql`t.organization_id`, sql`${viewerId}`)})`,
});
