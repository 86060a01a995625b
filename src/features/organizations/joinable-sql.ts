import { belongsToSql } from '../../auth/membership-sql.ts';
import { sql, type Sql } from '../../database/database.ts';
import { emailDomainSql } from '../users/email-domain-sql.ts';

/**
 * True when a user who is no member may join the organization `t` by themselves: it lists the
 * domain of their e-mail address. One that enforces single sign-on is joined by a login there, and
 * one that is blocked not at all. Addresses need no check here: the admin of the installation,
 * and mails to an address make users, so nobody chooses their own; what single sign-on of another
 * organization says of an address counts there only.
 */
export function isJoinableSql(userId: Sql): Sql {
  return sql`(NOT t.sso AND t.blocked_reason IS NULL
    AND t.email_domains @> ARRAY[${emailDomainSql(userId, sql`t.id`)}]
    AND NOT ${belongsToSql(sql`t.id`, userId)})`;
}
