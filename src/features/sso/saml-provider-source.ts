import { hasRoleSql } from '../../auth/membership-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** SAML providers, visible to all members of the organization except guests. */
export const samlProviderSource = defineSource<Row<'SamlProvider'>>({
  type: 'SAMLProvider',
  model: 'SamlProvider',
  table: 'saml_providers',
  visible: (viewerId) => hasRoleSql(sql`t.organization_id`, sql`${viewerId}`),
});
