import { mutationField, returnedField, writtenField } from '../../builder/mutation-field.ts';
import { builder } from '../../builder.ts';
import { pointer } from '../../rest/pointer.ts';
import {
  createOrganization,
  newOrganization,
  ORGANIZATIONS_PER_ADMIN_MAX,
} from './create-organization.ts';
import { OrganizationType, OrganizationUseCase } from './organization-enums.ts';
import { Organization } from './organization.ts';
import { RoleEnum } from './role.ts';
import { organizationChanges, updateOrganization } from './update-organization.ts';
import { organizationSource } from './organization-source.ts';

const defaultContentPointer = pointer(['site'], 'site', (site) => ({ site }));

const DefaultContentInput = builder.inputType('OrganizationDefaultContentInput', {
  description: 'Default content of the organization.',
  isOneOf: true,
  fields: (t) => ({ site: t.id({ description: 'Id of a site of the organization.' }) }),
});

mutationField('createOrganization', {
  description:
    'Creates an organization, whose admin is the viewer. CONFLICT for someone who is an admin of ' +
    `${ORGANIZATIONS_PER_ADMIN_MAX} organizations.`,
  rest: {
    routes: { createOrganization: 'POST /v1/orgs' },
    result: 'organization',
    status: 201,
    location: true,
  },
  inputDescription: 'Input of `createOrganization`.',
  inputSchema: newOrganization,
  inputFields: (t) => ({
    title: t.string({ required: true, description: 'Name.' }),
    emailDomains: t.stringList({
      description: 'Domains whose e-mail addresses may join by themselves; none when absent.',
    }),
    type: t.field({
      type: OrganizationType,
      description: 'Type of the organization; `BUSINESS` by default.',
    }),
    useCase: t.field({
      type: OrganizationUseCase,
      description: 'Use case of the organization.',
    }),
  }),
  resolve: (input, context) => createOrganization(context, input),
  payload: (t) => ({ organization: returnedField(t, Organization, 'The new organization.') }),
});

mutationField('updateOrganization', {
  description: 'Changes an organization. Needs the role `admin`.',
  rest: {
    routes: { updateOrganizationById: 'PATCH /v1/orgs/{organizationId}' },
    result: 'organization',
  },
  inputDescription: 'Fields to change. Omitted fields are unchanged.',
  inputSchema: organizationChanges,
  inputFields: (t) => ({
    organizationId: t.id({ required: true, description: 'Id of the organization.' }),
    title: t.string({ description: 'Name.' }),
    emailDomains: t.stringList({
      description: 'Domains whose e-mail addresses may join by themselves.',
    }),
    hostname: t.string({ description: 'Default hostname of public content; null clears it.' }),
    defaultRole: t.field({
      type: RoleEnum,
      description: 'Role of people who join by themselves; null makes them guests.',
    }),
    defaultContent: t.field({
      type: DefaultContentInput,
      description: 'Default content of the organization; null clears it.',
      rest: {
        ...defaultContentPointer,
        schema: { ...defaultContentPointer.schema, type: ['object', 'null'] },
      },
    }),
    logo: t.string({ description: 'Address of the logo; null removes it.' }),
    sso: t.boolean({
      description:
        'Whether members must log in by single sign-on, as soon as a provider is active. Other tokens are then refused (`SSO_REQUIRED`), except those of admins and of people who are also members of other organizations.',
    }),
    ai: t.boolean({ description: 'Whether AI features are enabled.' }),
    inviteLinks: t.boolean({ description: 'Whether invite links work.' }),
  }),
  resolve: ({ organizationId, ...changes }, context) =>
    updateOrganization(context, organizationId, changes),
  payload: (t) => ({
    organization: writtenField(
      t,
      Organization,
      'The organization as it is now.',
      organizationSource,
    ),
  }),
});
