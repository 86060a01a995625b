import { enumType } from '../../builder/declare-types.ts';
import { builder, type Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { organizationSource } from './organization-source.ts';
import { Organization } from './organization.ts';

const SubdomainTargetType = enumType('SubdomainTargetType', 'Type of what a subdomain shows.', {
  organization: 'An organization.',
});

const SubdomainTarget = builder.objectRef<Row<'Organization'>>('SubdomainTarget').implement({
  description: 'What a subdomain shows.',
  rest: { fields: 'type organization: organizationId' },
  fields: (t) => ({
    type: t.field({
      type: SubdomainTargetType,
      description: 'Always `ORGANIZATION`.',
      resolve: () => 'organization' as const,
    }),
    organizationId: t.exposeID('id', { description: 'Id of the organization.' }),
    organization: t.field({
      type: Organization,
      description: 'The organization.',
      resolve: (organization) => organization,
    }),
  }),
});

const Subdomain = builder.objectRef<Row<'Organization'>>('Subdomain').implement({
  description: 'A subdomain of the service: the default hostname of an organization.',
  rest: {
    object: 'subdomain',
    rare: true,
    fields: 'subdomain target { ...SubdomainTarget } isActive',
  },
  fields: (t) => ({
    subdomain: t.string({
      description: 'The subdomain, 3 to 32 characters.',
      resolve: ({ hostname }) => hostname ?? '',
    }),
    target: t.field({
      type: SubdomainTarget,
      description: 'What it shows.',
      resolve: (organization) => organization,
    }),
    isActive: t.boolean({
      description: 'Whether it can be used. False if the organization is blocked.',
      resolve: ({ blockedReason }) => blockedReason === null,
    }),
  }),
});

builder.queryField('subdomain', (t) =>
  t.field({
    type: Subdomain,
    nullable: true,
    description: 'A subdomain of an organization that the viewer is a member of.',
    args: { subdomain: t.arg.string({ required: true, description: 'The subdomain.' }) },
    rest: { route: 'GET /v1/subdomains/{subdomain}', operationId: 'getSubdomain' },
    resolve: async (_root, { subdomain }, { db, loaders }) => {
      const id = await loaders.batch('ids by subdomain', subdomain, async (subdomains) => {
        const rows = await db.query(sql`
          SELECT t.hostname, t.id FROM organizations t
          WHERE t.hostname = ANY(${[...subdomains]}::text[])`);
        const ids = new Map(rows as [string, string][]);
        return subdomains.map((name) => ids.get(name) ?? null);
      });
      return id === null ? null : loaders.one(organizationSource, id);
    },
  }),
);
