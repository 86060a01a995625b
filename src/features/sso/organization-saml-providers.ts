import { connectionType } from '../../builder/declare-types.ts';
import { builder } from '../../builder.ts';
import { declareSorting } from '../../builder/list-sorting.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { samlProviderSource } from './saml-provider-source.ts';
import { SAMLProvider } from './saml-provider.ts';
import { childField } from '../../pagination/declared-fields.ts';

const sorting = declareSorting('SAMLProviderSort', 'SAML providers', {
  createdAt: 'When it was created.',
  label: 'Label.',
}).from('createdAt');

connectionField('Organization.samlProviders', {
  type: connectionType(SAMLProvider, 'SAML provider'),
  description: 'The SAML providers, oldest first. Guests see none.',
  rest: { route: 'GET /saml', operationId: 'listSAMLProvidersInOrganizationById' },
  source: samlProviderSource,
  of: 'organizationId',
  ...sorting,
});

builder.prismaObjectFields('Organization', (t) => ({
  samlProvider: t.field({
    type: SAMLProvider,
    description: 'A SAML provider of the organization. Guests find none.',
    args: { id: t.arg.id({ required: true, description: 'Id of the SAML provider.' }) },
    rest: { route: 'GET /saml/{samlProviderId}', operationId: 'getOrganizationSAMLProviderById' },
    ...childField(samlProviderSource, 'organizationId'),
  }),
}));
