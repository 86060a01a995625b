import { builder, type Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { SAML_PROVIDERS_MAX } from './saml-provider-limits.ts';
import { samlProviderSource } from './saml-provider-source.ts';

/** Id and label of a provider. */
export type LoginOffer = Pick<Row<'SamlProvider'>, 'id' | 'label'>;

export const SSOLogin = builder.objectRef<LoginOffer>('SSOLogin').implement({
  description: 'A way to log in by single sign-on.',
  rest: { fields: 'id: samlProviderId label startURL' },
  fields: (t) => ({
    samlProviderId: t.exposeID('id', { description: 'Id of the SAML provider.' }),
    label: t.exposeString('label', { description: 'Name shown to people, 1 to 30 characters.' }),
    startURL: t.string({
      description: 'URL that starts a login.',
      resolve: ({ id }, _args, { addresses }) => addresses.service(id).startURL,
    }),
  }),
});

/** Providers that accept logins: the rule of the status `active`, in SQL. */
const activeSamlProviders = declareConnection<Row<'SamlProvider'>>({
  name: 'Organization.ssoLogins',
  source: samlProviderSource,
  of: 'organizationId',
  order: { fields: ['createdAt'], descending: false },
  filter: () => [sql`t.entity_id <> '' AND t.sso_url <> '' AND t.certificate <> ''`],
});

const all = { size: SAML_PROVIDERS_MAX, backward: false, after: undefined, before: undefined };

builder.prismaObjectFields('Organization', (t) => ({
  ssoLogins: t.field({
    type: [SSOLogin],
    description:
      'The ways to log in by single sign-on: the active SAML providers, oldest first. Guests see none.',
    complexity: { field: 1, multiplier: SAML_PROVIDERS_MAX },
    rest: {
      route: 'GET /sso',
      rare: true,
      operationId: 'listSSOProviderLoginsInOrganization',
      as: 'items',
    },
    resolve: async ({ id }, _args, { loaders }) => {
      const { edges } = await loaders.page(activeSamlProviders, id, {}, all);
      return edges.map(({ node }) => node);
    },
  }),
}));
