import { belongsToSql } from '../../auth/membership-sql.ts';
import { sql, type Sql } from '../../database/database.ts';
import { emailDomainSql } from '../users/email-domain-sql.ts';

/**
 * Returns SQL that is true when a user may join the organization `t`: it lists the domain of their
 * e-mail address, and they are not a member. Enforced single sign-on requires a login instead, and
 * a blocked organization cannot be joined. An address counts if the
 * installation's admin gave it or a mail to it proved it. One from another organization's single
 * sign-on counts only there, and one that is not confirmed counts nowhere.
 */
export function isJoinableSql(userId: Sql): Sql {
  return sql`(NOT t.sso AND t.blocked_reason IS NULL
    AND t.email_domains @> ARRAY[${emailDomainSql(userId, sql`t.id`)}]
    AND NOT ${belongsToSql(sql`t.id`, userId)})`;
}
