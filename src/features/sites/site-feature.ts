import { builder } from '../../builder.ts';
import { enumName } from '../../lib/enum-name.ts';
import {
  siteCustomizations,
  siteFeatureTable,
  type SiteCustomization,
  type SiteFeature,
  type SiteFeatureKey,
} from './site-features.ts';
import { SiteType } from './site-enums.ts';

const SiteFeatureKeyType = builder.enumType('SiteFeatureKey', {
  description: 'What sites can do.',
  values: Object.fromEntries(
    Object.entries(siteFeatureTable).map(([value, { description }]) => [
      enumName(value),
      { value, description },
    ]),
  ) as Record<string, { value: SiteFeatureKey; description: string }>,
});

const SiteCustomizationType = builder.enumType('SiteCustomization', {
  description: 'What of the look of a site can be changed.',
  values: Object.fromEntries(
    Object.entries(siteCustomizations).map(([value, description]) => [
      enumName(value),
      { value, description },
    ]),
  ) as Record<string, { value: SiteCustomization; description: string }>,
});

export const SiteFeatureType = builder.objectRef<SiteFeature>('SiteFeature').implement({
  description: 'A feature that a site has.',
  rest: { fields: 'id: key plan frozen customizations' },
  fields: (t) => ({
    key: t.expose('id', { type: SiteFeatureKeyType, description: 'Which feature.' }),
    plan: t.expose('plan', { type: SiteType, description: 'The lowest plan that includes it.' }),
    frozen: t.exposeBoolean('frozen', {
      description: 'It stays on, but cannot be modified: the plan of the site does not include it.',
    }),
    customizations: t.field({
      type: [SiteCustomizationType],
      nullable: true,
      description: 'What it lets one change; null for features that change no looks.',
      resolve: ({ customizations }) => customizations && [...customizations],
    }),
  }),
});
