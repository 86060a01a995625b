import { connectionType, enumType } from '../../builder/declare-types.ts';
import { builder, registerNode, type Row } from '../../builder.ts';
import { declareSorting } from '../../builder/list-sorting.ts';
import { connectionField } from '../../builder/connection-field.ts';
import {
  OrganizationBlockReason,
  OrganizationCommunityType,
  OrganizationPlan,
  OrganizationType,
  OrganizationUseCase,
} from './organization-enums.ts';
import { organizationSource } from './organization-source.ts';
import { RoleEnum } from './role.ts';
import { addressField, rootField, sameRow, showing } from '../../pagination/declared-fields.ts';

registerNode(organizationSource);

const OrganizationUrls = builder.objectRef<Row<'Organization'>>('OrganizationUrls').implement({
  description: 'URLs of an organization.',
  fields: (t) => ({
    location: t.string({
      description: 'The organization on `/v1`.',
      ...addressField('v1', 'orgs', { field: 'id' }),
    }),
    app: t.string({
      description: 'The organization in the app.',
      ...addressField('app', { field: 'id' }),
    }),
    logo: t.exposeString('logoUrl', { nullable: true, description: 'Its logo.' }),
  }),
});

const DefaultContentType = enumType(
  'OrganizationDefaultContentType',
  'Kind of the default content of an organization.',
  {
    site: 'A site.',
  },
);

const DefaultContent = builder
  .objectRef<{ siteId: string }>('OrganizationDefaultContent')
  .implement({
    description: 'Default content of an organization.',
    rest: { fields: 'type site: siteId' },
    fields: (t) => ({
      type: t.field({
        type: DefaultContentType,
        description: 'Kind of content.',
        resolve: () => 'site' as const,
      }),
      siteId: t.exposeID('siteId', { description: 'Id of the site.' }),
    }),
  });

const OrganizationBlock = builder.objectRef<{ reason: 'security' }>('OrganizationBlock').implement({
  description: 'Block of an organization: nobody can join it by themselves.',
  rest: { fields: 'reason' },
  fields: (t) => ({
    reason: t.expose('reason', { type: OrganizationBlockReason, description: 'Reason.' }),
  }),
});

export const Organization = builder.prismaNode('Organization', {
  description: 'Owns sites, spaces, members and teams.',
  id: { field: 'id', description: 'Identifier, `org_…`.' },
  rest: {
    object: 'organization',
    fields: `
      id title createdAt emailDomains hostname type useCase communityType defaultRole
      defaultContent { ...OrganizationDefaultContent } sso ai inviteLinks plan customHostname
      billing { ...OrganizationBilling } urls { location app logo } trial { ...OrganizationTrial }
      blocked { ...OrganizationBlock } internal_billingMigration: billingMigration { ...BillingMigration }
      internal_isOnNewTrial: isOnNewTrial permissions { ...OrganizationPermissions }`,
    nullable: ['defaultRole'],
  },
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name, 2 to 255 characters.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    emailDomains: t.exposeStringList('emailDomains', {
      description: 'Domains whose e-mail addresses may join by themselves; at most 100.',
    }),
    hostname: t.exposeString('hostname', {
      nullable: true,
      description: 'Default hostname of public content, 3 to 32 characters.',
    }),
    type: t.field({
      type: OrganizationType,
      description: 'Type of an organization.',
      ...showing('type'),
    }),
    useCase: t.field({
      type: OrganizationUseCase,
      nullable: true,
      description: 'Use case of the organization.',
      ...showing('useCase'),
    }),
    communityType: t.field({
      type: OrganizationCommunityType,
      nullable: true,
      description: 'Type of the community.',
      ...showing('communityType'),
    }),
    defaultRole: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'Role of people who join by themselves; null makes them guests.',
      ...showing('defaultRole'),
    }),
    defaultContent: t.field({
      type: DefaultContent,
      nullable: true,
      description: 'Default content; null for none, and for guests.',
      resolve: ({ id, defaultSiteId }, _args, { viewer }) =>
        defaultSiteId !== null && viewer.memberships.get(id)?.role
          ? { siteId: defaultSiteId }
          : null,
    }),
    sso: t.exposeBoolean('sso', {
      description:
        'Whether members must log in by single sign-on, as soon as a provider is active. Other tokens are then refused (`SSO_REQUIRED`), except those of admins and of people who are also members of other organizations.',
    }),
    ai: t.exposeBoolean('ai', { description: 'Whether AI features are enabled.' }),
    inviteLinks: t.exposeBoolean('inviteLinks', { description: 'Whether invite links work.' }),
    plan: t.field({
      type: OrganizationPlan,
      description: 'Its plan.',
      ...showing('plan'),
    }),
    customHostname: t.exposeString('customHostname', {
      nullable: true,
      description: 'Custom hostname for public content.',
    }),
    blocked: t.field({
      type: OrganizationBlock,
      nullable: true,
      description: 'Block by the operators of the installation; null if there is none.',
      resolve: ({ blockedReason }) =>
        blockedReason === null ? null : { reason: blockedReason as 'security' },
    }),
    urls: t.field({
      type: OrganizationUrls,
      description: 'URLs of the organization.',
      ...sameRow,
    }),
  }),
});

export const OrganizationConnection = connectionType(Organization, 'organization');

const sorting = declareSorting('OrganizationSort', 'organizations', {
  createdAt: 'When it was created.',
  title: 'Title.',
}).from('createdAt');

connectionField('Query.organizations', {
  type: OrganizationConnection,
  description: 'The organizations that the viewer is a member of, oldest first.',
  rest: { route: 'GET /v1/orgs', operationId: 'listOrganizationsForAuthenticatedUser' },
  source: organizationSource,
  of: null,
  ...sorting,
});

builder.queryFields((t) => ({
  organization: t.field({
    type: Organization,
    description: 'An organization that the viewer is a member of.',
    args: { id: t.arg.id({ required: true, description: 'Id of the organization.' }) },
    rest: { route: 'GET /v1/orgs/{organizationId}', operationId: 'getOrganizationById' },
    ...rootField(organizationSource),
  }),
}));
