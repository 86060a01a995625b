import { administersSql } from '../../auth/membership-sql.ts';
import type { Row } from '../../builder.ts';
import { sql, type Sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';
import { organizationTitleSql } from '../organizations/organization-title-sql.ts';
import { emailOfUserSql } from '../users/email-of-user-sql.ts';

/** Returns SQL that is true for invitations to the address of a user. */
const isToUser = (userId: Sql) => sql`t.email = ${emailOfUserSql(userId)}`;

const isPending = sql`t.expires_at > now()`;

const columns = {
  type: 'Invitation',
  model: 'Invitation',
  table: 'invitations',
  computed: { organizationTitle: () => organizationTitleSql(sql`t.organization_id`) },
} as const;

/**
 * Invitations by e-mail, visible to the admins of the organization, and to the user with the
 * invited address, until they expire.
 */
export const invitationSource = defineSource<Row<'Invitation'>>({
  ...columns,
  visible: (viewerId) =>
    sql`(${isPending} AND (${isToUser(sql`${viewerId}`)}
      OR ${administersSql(sql`t.organization_id`, sql`${viewerId}`)}))`,
});

/** The same, visible to the user with the invited address only. */
export const ownInvitationSource = defineSource<Row<'Invitation'>>({
  ...columns,
  visible: (viewerId) => sql`(${isPending} AND ${isToUser(sql`${viewerId}`)})`,
});
