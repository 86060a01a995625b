import { isRedundantInviteSql, levelOnInviteSql, seesInviteSql } from '../../auth/invite-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/**
 * An invite by link exists for those who could let others in: admins of the organization, and for
 * one to a space or a collection those who may see its invites and have what it gives themselves.
 */
export const inviteSource = defineSource<Row<'Invite'>>({
  type: 'Invite',
  model: 'Invite',
  table: 'invites',
  computed: {
    viewerLevel: (viewerId) => levelOnInviteSql(sql`t`, sql`${viewerId}`),
    redundant: () => isRedundantInviteSql(sql`t`),
  },
  visible: (viewerId) => seesInviteSql(sql`t`, sql`${viewerId}`),
});
