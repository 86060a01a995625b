import { sql, type Sql } from '../database/database.ts';

/** True when the user is a member of another organization than that one. */
export function isElsewhereSql(userId: Sql, organizationId: Sql): Sql {
  return sql`EXISTS (SELECT FROM members other
    WHERE other.user_id = ${userId} AND other.organization_id <> ${organizationId})`;
}

/**
 * The ids of the SAML providers by one of which the user has to log in: their one organization
 * enforces single sign-on, and these are set up. Its admins need not, so that a broken provider
 * locks nobody out for good, nor does the admin of the installation, nor those who belong to
 * several organizations, to whom no login leads.
 */
export function enforcedSsoSql(userId: Sql): Sql {
  return sql`SELECT p.id, p.organization_id, p.created_at FROM members own
    JOIN organizations o ON o.id = own.organization_id AND o.sso
    JOIN saml_providers p ON p.organization_id = o.id
      AND p.entity_id <> '' AND p.sso_url <> '' AND p.certificate <> ''
    WHERE own.user_id = ${userId} AND own.role IS DISTINCT FROM 'admin'
      AND NOT ${isElsewhereSql(userId, sql`o.id`)}
      AND own.user_id <> (SELECT u.id FROM users u ORDER BY u.created_at, u.id LIMIT 1)`;
}
