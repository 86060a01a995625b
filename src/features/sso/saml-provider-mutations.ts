import { inputIdField, mutationField, returnedField } from '../../builder/mutation-field.ts';
import type { InputBuilder } from '../../builder.ts';
import { RoleEnum } from '../organizations/role.ts';
import { createSamlProvider, newSamlProvider } from './create-saml-provider.ts';
import { deleteSamlProvider } from './delete-saml-provider.ts';
import { SAML_PROVIDERS_MAX } from './saml-provider-limits.ts';
import { SAMLProvider } from './saml-provider.ts';
import { samlProviderChanges, updateSamlProvider } from './update-saml-provider.ts';

const organizationIdOptions = { required: true, description: 'Id of the organization.' } as const;
const samlProviderIdOptions = { required: true, description: 'Id of the SAML provider.' } as const;

/** Returns the input fields of a SAML provider's settings, without its name. */
const settingFields = (t: InputBuilder) => ({
  entityID: t.string({
    description: 'Entity id of the identity provider; an empty text clears it.',
  }),
  certificate: t.string({
    description:
      'The X.509 certificate that the provider signs with, as PEM or Base64 of DER; several as PEM during a change of keys. RSA keys of at least 2048 bits, or keys on the curves P-256, P-384 and P-521. Its expiry is not checked. An empty text clears it.',
  }),
  ssoURL: t.string({ description: 'Login URL of the identity provider, `http` or `https`.' }),
  defaultTeam: t.id({
    description: 'Id of the team that people join with their first login.',
  }),
  defaultRole: t.field({
    type: RoleEnum,
    description: 'Role of people who join through the provider; null makes them guests.',
  }),
});

mutationField('createSAMLProvider', {
  description:
    'Creates a SAML provider. It is pending until its entity id, its address for logins and its ' +
    `certificate are known. An organization has at most ${SAML_PROVIDERS_MAX}. ` +
    'Needs the role `admin`.',
  rest: {
    routes: { createOrganizationSAMLProvider: 'POST /v1/orgs/{organizationId}/saml' },
    result: 'samlProvider',
    status: 201,
    location: true,
  },
  inputDescription: 'Settings of the new SAML provider.',
  inputSchema: newSamlProvider,
  inputFields: (t) => ({
    organizationId: t.id(organizationIdOptions),
    label: t.string({ required: true, description: 'Name shown to people.' }),
    ...settingFields(t),
  }),
  resolve: ({ organizationId, ...input }, context) =>
    createSamlProvider(context, organizationId, input),
  payload: (t) => ({ samlProvider: returnedField(t, SAMLProvider, 'The new SAML provider.') }),
});

mutationField('updateSAMLProvider', {
  description: 'Changes a SAML provider. Needs the role `admin`.',
  rest: {
    routes: {
      updateOrganizationSAMLProvider: 'PATCH /v1/orgs/{organizationId}/saml/{samlProviderId}',
    },
    result: 'samlProvider',
  },
  inputDescription:
    'Fields to change. Omitted fields are unchanged. Null clears a field, except the label.',
  inputSchema: samlProviderChanges,
  inputFields: (t) => ({
    organizationId: t.id(organizationIdOptions),
    samlProviderId: t.id(samlProviderIdOptions),
    label: t.string({ description: 'Name shown to people.' }),
    ...settingFields(t),
  }),
  resolve: ({ organizationId, samlProviderId, ...changes }, context) =>
    updateSamlProvider(context, { organizationId, samlProviderId }, changes),
  payload: (t) => ({
    samlProvider: returnedField(t, SAMLProvider, 'The SAML provider as it is now.'),
  }),
});

mutationField('deleteSAMLProvider', {
  description:
    'Deletes a SAML provider: nobody can log in with it any longer, and the tokens of logins ' +
    'by it end. Succeeds if it does not exist. ' +
    'Needs the role `admin`.',
  rest: {
    routes: {
      deleteOrganizationSAMLProvider: 'DELETE /v1/orgs/{organizationId}/saml/{samlProviderId}',
    },
  },
  inputDescription: 'SAML provider to delete.',
  inputFields: (t) => ({
    organizationId: t.id(organizationIdOptions),
    samlProviderId: t.id(samlProviderIdOptions),
  }),
  resolve: (input, context) => deleteSamlProvider(context, input),
  payload: (t) => ({
    deletedSAMLProviderId: inputIdField(
      t,
      'samlProviderId',
      'Id of the deleted SAML provider, as given.',
    ),
  }),
});
