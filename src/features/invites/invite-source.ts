import { isRedundantInviteSql, levelOnInviteSql, seesInviteSql } from '../../auth/invite-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/**
 * Invite links, visible to those who could invite others themselves: admins of the organization. A
 * link to a space or a collection is also visible to those who may see its invites and have at
 * least its level.
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
