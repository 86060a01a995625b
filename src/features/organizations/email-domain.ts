import { isMemberSql } from '../../auth/membership-sql.ts';
import { builder, type Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { defineSource } from '../../pagination/source.ts';
import { isJoinableSql } from './joinable-sql.ts';
import { emailDomain } from './organization-limits.ts';
import { OrganizationConnection } from './organization.ts';

/**
 * Organizations visible in a search by e-mail domain: those that the viewer belongs to or may join.
 * All others do not exist for a user of another domain.
 */
const foundOrganizationSource = defineSource<Row<'Organization'>>({
  type: 'Organization',
  model: 'Organization',
  table: 'organizations',
  visible: (viewerId) =>
    sql`(${isMemberSql(sql`t.id`, sql`${viewerId}`)} OR ${isJoinableSql(sql`${viewerId}`)})`,
});

connectionField('EmailDomain.organizations', {
  type: OrganizationConnection,
  description:
    'The organizations with the domain in their `emailDomains`, oldest first: those of the viewer, and those that the viewer may join by `joinOrganization`, since their e-mail address has the domain. All permission flags of the latter are false. `/v1` shows the first 100.',
  source: foundOrganizationSource,
  of: (domain) => sql`t.email_domains @> ARRAY[${domain}]`,
  order: { fields: ['createdAt'], descending: false },
});

const EmailDomain = builder.objectRef<{ id: string }>('EmailDomain').implement({
  description: 'A domain of e-mail addresses.',
  rest: {
    fields: 'organizations: organizations(first: 100) { nodes { ...Organization } }',
    rare: true,
  },
  fields: (t) => ({
    name: t.exposeString('id', { description: 'The domain, in lower case.' }),
  }),
});

builder.queryFields((t) => ({
  emailDomain: t.field({
    type: EmailDomain,
    description: 'A domain of e-mail addresses, with the organizations that list it.',
    args: {
      emailDomain: t.arg.string({
        required: true,
        description: 'The domain, such as `example.com`, in any case.',
        validate: emailDomain,
      }),
    },
    rest: {
      route: 'GET /v1/email-domains/{emailDomain}/orgs',
      operationId: 'getOrganizationsForEmailDomain',
    },
    resolve: (_root, args) => ({ id: args.emailDomain }),
  }),
}));
