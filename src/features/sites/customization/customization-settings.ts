import { builder } from '../../../builder.ts';
import { schemaOf } from '../../../rest/limit-schemas.ts';
import { customizationSettings } from './customization-schema.ts';
import type { SettingsObject } from './merge-customization.ts';

/** Scalar of a site's appearance settings (interface, Site customization). */
export const SiteCustomizationSettings = builder.scalarType('SiteCustomizationSettings', {
  description: 'Appearance of a site, as a settings object.',
  serialize: (value) => value,
  extensions: { jsonSchema: schemaOf(customizationSettings.required({ title: true })) },
});

/** Appearance of a site or a site-space. */
export const Customization = builder.objectRef<SettingsObject>('Customization').implement({
  description: 'Appearance of a site or a site-space.',
  rest: { merge: 'settings', rare: true, fields: 'settings' },
  fields: (t) => ({
    settings: t.field({
      type: SiteCustomizationSettings,
      description: 'All settings.',
      resolve: (settings) => settings,
    }),
  }),
});

/** Scalar of appearance settings by site-space id. */
export const SiteSpaceCustomizations = builder.scalarType('SiteSpaceCustomizations', {
  description: '`SiteCustomizationSettings` by the id of the site-space.',
  serialize: (value) => value,
  extensions: {
    jsonSchema: {
      type: 'object',
      additionalProperties: { $ref: '#/components/schemas/SiteCustomizationSettings' },
    },
  },
});
