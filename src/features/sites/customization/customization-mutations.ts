import type { z } from 'zod';
import { inputIdField, mutationField, returnedField } from '../../../builder/mutation-field.ts';
import type { InputBuilder } from '../../../builder.ts';
import { siteInputFields } from '../site-input-fields.ts';
import { customizationOverrides, customizationSettings } from './customization-schema.ts';
import { Customization } from './customization-settings.ts';
import { describeSettings } from './describe-settings.ts';
import {
  deleteSiteSpaceCustomization,
  overrideSiteSpaceCustomization,
  updateSiteCustomization,
} from './update-customization.ts';

const SITE = '/v1/orgs/{organizationId}/sites/{siteId}';
const SITE_SPACE = `${SITE}/site-spaces/{siteSpaceId}` as const;

/** Groups of settings that sites and site-spaces have, with their descriptions. */
const sharedGroups = {
  styling: 'Theme, colors, corners, icons and the like.',
  internationalization: 'Language of the buttons and labels (`locale`).',
  favicon: 'Icon in a tab of the browser: `{ icon: { light, dark } }`, `{ emoji }` or `{}`.',
  header: 'Logo, colors and links above the pages.',
  footer: 'Logo, groups of links and the copyright below the pages.',
  themes: 'Light and dark mode.',
  pdf: 'Whether visitors get pages as PDF.',
  feedback: 'Whether visitors rate pages.',
  git: 'Whether pages link to their file in git.',
  externalLinks: 'Where links to other sites open.',
  pagination: 'Whether pages link to the previous and the next one.',
  trademark: 'Whether pages name the platform.',
  privacyPolicy: 'Address of the privacy policy.',
  socialPreview: 'Address of the image that previews of links show.',
} as const;

/** Groups of settings that only sites have. */
const siteGroups = {
  ai: 'Answers to questions.',
  advancedCustomization: 'Whether site-spaces may override settings.',
  pageActions: 'What visitors can do with a page.',
  insights: 'Whether a cookie recognizes visitors.',
} as const;

const announcement = { announcement: 'A message above all pages.' } as const;

/** Declares the fields of groups of settings, with the shapes that a schema has for them. */
function groupFields<Name extends string, Required extends boolean>(
  t: InputBuilder,
  groups: Readonly<Record<Name, string>>,
  { shape, required }: { shape: Readonly<Record<NoInfer<Name>, z.ZodType>>; required: Required },
) {
  const field = (name: Name) =>
    t.field({
      type: 'JSONObject',
      required,
      description: `${groups[name]} ${describeSettings(shape[name])}`,
    });
  const entries = (Object.keys(groups) as Name[]).map((name) => [name, field(name)]);
  return Object.fromEntries(entries) as Record<Name, ReturnType<typeof field>>;
}

mutationField('updateSiteCustomization', {
  description: 'Replaces the appearance of a site. Needs the role `create`.',
  rest: {
    rare: true,
    routes: { updateSiteCustomizationById: `PUT ${SITE}/customization` },
    result: 'customization',
  },
  inputDescription: 'All settings of the site; `SiteCustomizationSettings` describes them.',
  inputSchema: customizationSettings,
  inputFields: (t) => ({
    ...siteInputFields(t),
    title: t.string({ description: 'Title in the header; that of the site if absent.' }),
    ...groupFields(t, announcement, { shape: customizationSettings.shape, required: false }),
    ...groupFields(
      t,
      { ...sharedGroups, ...siteGroups },
      { shape: customizationSettings.shape, required: true },
    ),
  }),
  resolve: ({ organizationId, siteId, ...settings }, context) =>
    updateSiteCustomization(context, { organizationId, siteId }, settings),
  payload: (t) => ({
    customization: returnedField(
      t,
      Customization,
      'The appearance as it is now, also settings that the plan of the site lacks.',
    ),
  }),
});

mutationField('overrideSiteSpaceCustomization', {
  description:
    'Overrides settings of a site for one of its site-spaces. An omitted setting is unchanged, and null restores that of the site. Visitors see it if the plan of the site has advanced customization. Needs the role `create`.',
  rest: {
    routes: { overrideSiteSpaceCustomizationById: `PATCH ${SITE_SPACE}/customization` },
    result: 'customization',
  },
  inputDescription: 'Settings to override; `SiteCustomizationSettings` describes them.',
  inputSchema: customizationOverrides,
  inputFields: (t) => ({
    ...siteInputFields(t),
    siteSpaceId: t.id({ required: true, description: 'Id of the site-space.' }),
    title: t.string({ description: 'Title in the header; null restores that of the site.' }),
    ...groupFields(
      t,
      { ...announcement, ...sharedGroups },
      { shape: customizationOverrides.shape, required: false },
    ),
  }),
  resolve: ({ organizationId, siteId, siteSpaceId, ...changes }, context) =>
    overrideSiteSpaceCustomization(context, { organizationId, siteId, siteSpaceId }, changes),
  payload: (t) => ({
    customization: returnedField(
      t,
      Customization,
      'The appearance as it is now, with that of the site.',
    ),
  }),
});

mutationField('deleteSiteSpaceCustomization', {
  description:
    'Restores all settings of the site for a site-space. Succeeds if it overrides none. Needs the role `create`.',
  rest: { routes: { deleteSiteSpaceCustomizationById: `DELETE ${SITE_SPACE}/customization` } },
  inputDescription: 'Site-space whose settings are restored.',
  inputFields: (t) => ({
    ...siteInputFields(t),
    siteSpaceId: t.id({ required: true, description: 'Id of the site-space.' }),
  }),
  resolve: (input, context) => deleteSiteSpaceCustomization(context, input),
  payload: (t) => ({
    siteSpaceId: inputIdField(t, 'siteSpaceId', 'Id of the site-space, as given.'),
  }),
});
