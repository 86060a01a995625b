import { enumType } from '../../builder/declare-types.ts';
import { builder } from '../../builder.ts';
import { enumName } from '../../lib/enum-name.ts';
import {
  siteCustomizations,
  siteFeatureTable,
  type SiteFeature,
  type SiteFeatureKey,
} from './site-features.ts';
import { SiteType } from './site-enums.ts';

const SiteFeatureKeyType = builder.enumType('SiteFeatureKey', {
  description: 'Key of a feature of sites.',
  values: Object.fromEntries(
    Object.entries(siteFeatureTable).map(([value, { description }]) => [
      enumName(value),
      { value, description },
    ]),
  ) as Record<string, { value: SiteFeatureKey; description: string }>,
});

const SiteCustomizationType = enumType(
  'SiteCustomization',
  'A part of the appearance of a site that can be customized.',
  siteCustomizations,
);

export const SiteFeatureType = builder.objectRef<SiteFeature>('SiteFeature').implement({
  description: 'A feature that a site has.',
  rest: { fields: 'id: key plan frozen customizations' },
  fields: (t) => ({
    key: t.expose('id', { type: SiteFeatureKeyType, description: 'Key of the feature.' }),
    plan: t.expose('plan', { type: SiteType, description: 'The lowest plan that includes it.' }),
    frozen: t.exposeBoolean('frozen', {
      description:
        'Whether the feature is active but cannot be changed, because the plan of the site does not include it.',
    }),
    customizations: t.field({
      type: [SiteCustomizationType],
      nullable: true,
      description: 'Customizations that the feature allows; null if it allows none.',
      resolve: ({ customizations }) => customizations && [...customizations],
    }),
  }),
});
