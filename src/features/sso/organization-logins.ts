import { sql } from '../../database/database.ts';
import type { Context } from '../../context.ts';
import { builder } from '../../builder.ts';
import { organizationNamedSql } from '../organizations/organization-named-sql.ts';
import { SAML_PROVIDERS_MAX } from './saml-provider-limits.ts';
import { SSOLogin, type LoginOffer } from './sso-logins.ts';

builder.queryFields((t) => ({
  ssoLogins: t.field({
    type: [SSOLogin],
    complexity: { field: 1, multiplier: SAML_PROVIDERS_MAX },
    description:
      'The ways to log in to an organization by single sign-on, for sign-in pages. Needs no API token, and reveals nothing else: empty for an organization without single sign-on, and for one that does not exist.',
    args: {
      organization: t.arg.string({
        required: true,
        description: 'Hostname or id of the organization.',
      }),
    },
    resolve: (_root, { organization }, context) => findLogins(context, organization),
  }),
}));

/** Finds the active SAML providers of an organization, oldest first. */
async function findLogins({ db }: Context, organization: string): Promise<LoginOffer[]> {
  const rows = await db.query(sql`
    SELECT t.id, t.label FROM saml_providers t
    WHERE t.organization_id = ${organizationNamedSql(sql`${organization}`)}
      AND t.entity_id <> '' AND t.sso_url <> '' AND t.certificate <> ''
    ORDER BY t.created_at, t.id LIMIT ${SAML_PROVIDERS_MAX}`);
  return rows.map(([id, label]) => ({ id: id as string, label: label as string }));
}
