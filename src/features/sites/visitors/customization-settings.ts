import { builder } from '../../../builder.ts';

const text = { type: 'string' };
const flag = { type: 'boolean' };
const oneOf = (...values: string[]) => ({ type: 'string', enum: values });
const listOf = (items: object) => ({ type: 'array', items });
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function objectOf(properties: Record<string, object>, required = Object.keys(properties)) {
  return { type: 'object', ...(required.length > 0 && { required }), properties };
}

const themed = objectOf({ light: text, dark: text });
const switched = objectOf({ enabled: flag });
const address = objectOf({ url: text }, []);
const link = objectOf({ title: text, to: reference('ContentRef') });
const headerLink = objectOf({
  title: text,
  to: { anyOf: [reference('ContentRef'), { type: 'null' }] },
  links: listOf(link),
});

const settings = objectOf({
  title: text,
  favicon: { anyOf: [objectOf({ icon: themed }), objectOf({ emoji: text }, [])] },
  styling: objectOf({
    theme: oneOf('clean', 'muted', 'bold', 'gradient'),
    ...{ primaryColor: themed, infoColor: themed, successColor: themed },
    ...{ warningColor: themed, dangerColor: themed },
    corners: oneOf('straight', 'rounded', 'circular'),
    depth: oneOf('subtle', 'flat'),
    links: oneOf('default', 'accent'),
    ...{ font: text, monospaceFont: text },
    background: oneOf('plain', 'match'),
    icons: oneOf('regular', 'solid', 'duotone', 'light', 'thin'),
    sidebar: objectOf({
      background: oneOf('default', 'filled'),
      list: oneOf('default', 'pill', 'line'),
    }),
    search: oneOf('prominent', 'subtle'),
  }),
  internationalization: objectOf({ locale: text }),
  header: objectOf({
    preset: oneOf('default', 'bold', 'contrast', 'custom', 'none'),
    links: listOf(headerLink),
  }),
  footer: objectOf({ groups: listOf(objectOf({ title: text, links: listOf(link) })) }),
  themes: objectOf({ default: oneOf('light', 'dark'), toggeable: flag }),
  ...{ pdf: switched, feedback: switched },
  ai: objectOf({ mode: oneOf('none', 'search', 'assistant', 'integration') }),
  advancedCustomization: switched,
  git: objectOf({ showEditLink: flag }),
  pageActions: objectOf({ externalAI: flag, markdown: flag }),
  externalLinks: objectOf({ target: oneOf('self', 'blank') }),
  ...{ pagination: switched, trademark: switched },
  ...{ privacyPolicy: address, socialPreview: address },
  insights: objectOf({ trackingCookie: flag }),
});

/** Scalar of a site's appearance settings (interface, published content). */
export const SiteCustomizationSettings = builder.scalarType('SiteCustomizationSettings', {
  description: 'Appearance of a site, as a settings object.',
  serialize: (value) => value,
  extensions: { jsonSchema: settings },
});

/** Scalar of appearance settings by site-space id. */
export const SiteSpaceCustomizations = builder.scalarType('SiteSpaceCustomizations', {
  description: '`SiteCustomizationSettings` by the id of the site-space.',
  serialize: (value) => value,
  extensions: {
    jsonSchema: { type: 'object', additionalProperties: reference('SiteCustomizationSettings') },
  },
});
