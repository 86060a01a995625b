import { administersSql } from '../../auth/membership-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** Invitations by e-mail, visible to the admins of the organization until they expire. */
export const invitationSource = defineSource<Row<'Invitation'>>({
  type: 'Invitation',
  model: 'Invitation',
  table: 'invitations',
  visible: (viewerId) =>
    sql`(t.expires_at > now() AND ${administersSql(sql`t.organization_id`, sql`${viewerId}`)})`,
});
