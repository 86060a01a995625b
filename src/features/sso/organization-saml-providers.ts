import { connectionType } from '../../builder/declare-types.ts';
import { builder, type Row } from '../../builder.ts';
import { declareSorting } from '../../builder/list-sorting.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { samlProviderSource } from './saml-provider-source.ts';
import { SAMLProvider } from './saml-provider.ts';
import { childField } from '../../pagination/declared-fields.ts';

const SAMLProviderConnection = connectionType(SAMLProvider, 'SAML provider');

const sorting = declareSorting('SAMLProviderSort', 'SAML providers', {
  createdAt: 'When it was created.',
  label: 'Label.',
}).from('createdAt');

const samlProviders = declareConnection<Row<'SamlProvider'>>({
  name: 'Organization.samlProviders',
  source: samlProviderSource,
  of: 'organizationId',
  order: sorting.order,
});

builder.prismaObjectFields('Organization', (t) => ({
  samlProviders: t.field({
    type: SAMLProviderConnection,
    description: 'The SAML providers, oldest first. Guests see none.',
    rest: { route: 'GET /saml', operationId: 'listSAMLProvidersInOrganizationById' },
    args: { ...sorting.arguments(t.arg), ...t.arg.connectionArgs() },
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
