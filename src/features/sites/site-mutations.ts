import { enumType } from '../../builder/declare-types.ts';
import {
  inputIdField,
  mutationField,
  returnedField,
  writtenField,
} from '../../builder/mutation-field.ts';
import { z } from 'zod';
import { builder } from '../../builder.ts';
import { enumName } from '../../lib/enum-name.ts';
import { createSite, newSite, spaceStarters } from './create-site.ts';
import { deleteSite } from './delete-site.ts';
import { SiteAgentsContext, SiteType, SiteVisibility } from './site-enums.ts';
import { iconRestInput, SiteIconInput } from './site-icon.ts';
import { siteInputFields } from './site-input-fields.ts';
import { SITE_SPACES_MAX } from './site-limits.ts';
import { Site } from './site.ts';
import { siteChanges, updateSite } from './update-site.ts';
import { siteSource } from './site-source.ts';

const SpaceStarter = enumType(
  'SpaceStarter',
  'Initial content of a space that is created with a site.',
  {
    sample: 'One sample page.',
    empty: 'No pages.',
  },
);

const NewSiteSpacesInput = builder.inputType('NewSiteSpacesInput', {
  description: 'The spaces of a new site: existing ones, or one that is created.',
  isOneOf: true,
  fields: (t) => ({
    existing: t.idList({
      description: 'Ids of spaces of the organization, in order, each once.',
    }),
    create: t.field({ type: SpaceStarter, description: "A new space with the site's title." }),
  }),
});

const spacesOnRest = z.union([
  z
    .array(z.string())
    .max(SITE_SPACES_MAX)
    .transform((existing) => ({ existing })),
  z.enum(spaceStarters).transform((starter) => ({ create: enumName(starter) })),
]);

mutationField('createSite', {
  description: 'Creates a site, not published yet. Needs the role `create`.',
  rest: {
    routes: { createSite: 'POST /v1/orgs/{organizationId}/sites' },
    result: 'site',
    status: 201,
    location: true,
  },
  inputDescription: 'Input of `createSite`.',
  inputSchema: newSite,
  inputFields: (t) => ({
    organizationId: t.id({ required: true, description: 'Id of the organization.' }),
    type: t.field({ type: SiteType, defaultValue: 'basic', description: 'Plan of the site.' }),
    title: t.string({
      description: 'Title. When absent, that of the first space, or else "Untitled site".',
    }),
    visibility: t.field({
      type: SiteVisibility,
      description: 'Visibility of the site once it is published; `PUBLIC` by default.',
    }),
    spaces: t.field({
      type: NewSiteSpacesInput,
      description: 'Spaces to show at the root level of the site; the first is the default.',
      rest: {
        schema: {
          anyOf: [
            {
              type: 'array',
              items: { type: 'string' },
              maxItems: SITE_SPACES_MAX,
              uniqueItems: true,
            },
            { type: 'string', enum: spaceStarters },
          ],
        },
        parse: (value) => {
          const { success, data } = spacesOnRest.safeParse(value);
          if (!success) {
            throw new Error(
              `must be an array of at most ${SITE_SPACES_MAX} space ids, "sample" or "empty"`,
            );
          }
          return data;
        },
      },
    }),
  }),
  resolve: ({ organizationId, ...input }, context) => createSite(context, organizationId, input),
  payload: (t) => ({ site: returnedField(t, Site, 'The new site.') }),
});

const SiteAdaptiveContentInput = builder.inputType('SiteAdaptiveContentInput', {
  description: 'Content that adapts to the visitor.',
  fields: (t) => ({
    enabled: t.boolean({ required: true, description: 'Whether adaptive content is enabled.' }),
  }),
});

mutationField('updateSite', {
  description: 'Changes a site. Needs the role `create`.',
  rest: {
    routes: { updateSiteById: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}' },
    result: 'site',
  },
  inputDescription: 'Fields to change. Omitted fields are unchanged.',
  inputSchema: siteChanges,
  inputFields: (t) => ({
    ...siteInputFields(t),
    title: t.string({ description: 'Title.' }),
    icon: t.field({
      type: SiteIconInput,
      description: 'Icon that browsers show in a tab; null removes it.',
      rest: iconRestInput,
    }),
    visibility: t.field({
      type: SiteVisibility,
      description: 'Visibility of the site while it is published.',
    }),
    basename: t.string({
      description:
        'Last segment of the address below the service, unique in the organization; null for that of its id.',
    }),
    hostname: t.string({
      description:
        'Custom hostname, whose CNAME record is the host of the gateway; unique. Null removes it. See `Query.customHostname`.',
    }),
    agentsContext: t.field({
      type: SiteAgentsContext,
      description: 'Whether the agent can access the site.',
    }),
    adaptiveContent: t.field({
      type: SiteAdaptiveContentInput,
      description: 'Content that adapts to the visitor.',
    }),
    defaultSiteSpace: t.id({
      description:
        'Id of the site-space that the site opens with: one of the default section, or of the root level on a site without sections.',
    }),
    defaultSiteSection: t.id({ description: 'Id of the default section of the site.' }),
    proxy: t.string({
      description:
        'Host and path of another domain that shows the site, as in `example.com/docs`; null removes it.',
    }),
  }),
  resolve: ({ organizationId, siteId, ...changes }, context) =>
    updateSite(context, { organizationId, siteId }, changes),
  payload: (t) => ({ site: writtenField(t, Site, 'The site as it is now.', siteSource) }),
});

mutationField('deleteSite', {
  description:
    'Deletes a site with its sections and site-spaces; the spaces stay. Succeeds if it does not exist. Needs the role `create`.',
  rest: { routes: { deleteSiteById: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}' } },
  inputDescription: 'Reference to the site.',
  inputFields: (t) => ({ ...siteInputFields(t) }),
  resolve: (input, context) => deleteSite(context, input),
  payload: (t) => ({
    deletedSiteId: inputIdField(t, 'siteId', 'Id of the deleted site, as given.'),
  }),
});
