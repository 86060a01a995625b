import { connectionType } from '../../builder/declare-types.ts';
import { builder, type Row } from '../../builder.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { samlProviderSource } from './saml-provider-source.ts';
import { SAMLProvider } from './saml-provider.ts';
import { childField } from '../../pagination/declared-fields.ts';

const SAMLProviderConnection = connectionType(SAMLProvider, 'SAML provider');

const samlProviders = declareConnection<Row<'SamlProvider'>>({
  name: 'Organization.samlProviders',
  source: samlProviderSource,
  of: 'organizationId',
  order: { fields: ['createdAt'], descending: false },
});

builder.prismaObjectFields('Organization', (t) => ({
  samlProviders: t.field({
    type: SAMLProviderConnection,
    description: 'The SAML providers, oldest first. Guests see none.',
    rest: { route: 'GET /saml', operationId: 'listSAMLProvidersInOrganizationById' },
    args: t.arg.connectionArgs(),
    ...connectionField(samlProviders),
  }),
  samlProvider: t.field({
    type: SAMLProvider,
    nullable: true,
    description: 'A SAML provider of the organization. Guests find none.',
    args: { id: t.arg.id({ required: true, description: 'Id of the SAML provider.' }) },
    rest: { route: 'GET /saml/{samlProviderId}', operationId: 'getOrganizationSAMLProviderById' },
    ...childField(samlProviderSource, 'organizationId'),
  }),
}));
