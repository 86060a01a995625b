import { enumType } from '../../builder/declare-types.ts';
import { builder, registerNode } from '../../builder.ts';
import { URL_LENGTH_MAX } from '../../lib/web-url.ts';
import { Organization } from '../organizations/organization.ts';
import { ownerField } from '../organizations/organization-of.ts';
import { RoleEnum } from '../organizations/role.ts';
import { teamSource } from '../teams/team-source.ts';
import { Team } from '../teams/team.ts';
import { samlProviderSource } from './saml-provider-source.ts';
import { samlProviderStatus } from './saml-provider-status.ts';
import type { ServiceUrls } from '../../addresses.ts';
import { addressField, oneField, sameRow, showing } from '../../pagination/declared-fields.ts';

registerNode(samlProviderSource);

const SAMLProviderStatus = enumType('SAMLProviderStatus', 'Status of a SAML provider.', {
  active: 'Configured completely; people can log in.',
  pending: 'The entity id, the login URL or the certificate is missing.',
});

const SAMLService = builder.objectRef<ServiceUrls>('SAMLProviderService').implement({
  description: 'Values to enter in the settings of the identity provider.',
  rest: { fields: 'acsURL startURL entityID' },
  fields: (t) => ({
    acsURL: t.exposeString('acsURL', {
      description: 'The assertion consumer service: where the provider sends its responses.',
    }),
    startURL: t.exposeString('startURL', { description: 'URL that starts a login.' }),
    entityID: t.exposeString('entityID', {
      description: 'Entity id of docgraph, which is the audience of the assertions.',
    }),
  }),
});

const SAMLProviderUrls = builder
  .objectRef<{ id: string; organizationId: string }>('SAMLProviderUrls')
  .implement({
    description: 'URLs of a SAML provider.',
    fields: (t) => ({
      location: t.string({
        description: 'The SAML provider on `/v1`.',
        ...addressField('v1', 'orgs', { field: 'organizationId' }, 'saml', { field: 'id' }),
      }),
    }),
  });

export const SAMLProvider = builder.prismaNode('SamlProvider', {
  name: 'SAMLProvider',
  description: 'A SAML 2.0 identity provider for logins.',
  id: { field: 'id', description: 'Identifier, `saml_…`.' },
  rest: {
    object: 'saml-provider',
    rare: true,
    fields: `
      id label ssoURL entityID certificate defaultTeam { ...Team } defaultRole createdAt status
      service { ...SAMLProviderService } urls { location }`,
    nullable: ['defaultRole'],
  },
  fields: (t) => ({
    label: t.exposeString('label', { description: 'Name shown to people, 1 to 30 characters.' }),
    ssoURL: t.string({
      nullable: true,
      description: `Its address for logins, at most ${URL_LENGTH_MAX} characters; null while it is missing.`,
      resolve: ({ ssoUrl }) => ssoUrl || null,
    }),
    entityID: t.exposeString('entityId', {
      description: 'Its SAML entity id, at most 1024 characters; empty while it is missing.',
    }),
    certificate: t.exposeString('certificate', {
      description:
        'The public X.509 certificate that it signs with, as it was given, at most 10000 ' +
        'characters; empty while it is missing.',
    }),
    organization: t.field({
      type: Organization,
      description: 'The organization that the provider belongs to.',
      ...ownerField,
    }),
    defaultTeam: t.field({
      type: Team,
      description: 'The team that people join with their first login; null for none.',
      ...oneField(teamSource, 'defaultTeamId'),
    }),
    defaultRole: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'Role of people who join through the provider; null makes them guests.',
      ...showing('defaultRole'),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    status: t.field({
      type: SAMLProviderStatus,
      description: 'Status of the provider.',
      resolve: (provider) => samlProviderStatus(provider),
    }),
    service: t.field({
      type: SAMLService,
      description: 'Values to enter in the settings of the identity provider.',
      resolve: ({ id }, _args, { addresses }) => addresses.service(id),
    }),
    urls: t.field({
      type: SAMLProviderUrls,
      description: 'URLs of the SAML provider.',
      ...sameRow,
    }),
  }),
});
