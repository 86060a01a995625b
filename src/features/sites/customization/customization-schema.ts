import { z } from 'zod';
import { contentReference } from '../../../document/input/value-schemas.ts';
import { conditionSchema } from '../../../lib/conditions/condition-schema.ts';
import { EMOJI_LENGTH_MAX } from '../../../lib/emoji.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { webUrl } from '../../../lib/web-url.ts';
import { TITLE_LENGTH_MAX, TITLE_LENGTH_MIN } from '../site-limits.ts';

/** Maximum numbers of links in a list, of footer groups, and of faces and sources of a font. */
const LINKS_MAX = 100;
const GROUPS_MAX = 20;
const FONT_FACES_MAX = 40;
const FONT_SOURCES_MAX = 10;
/** Maximum lengths (interface, Site customization), in characters. */
const LINK_TITLE_LENGTH_MAX = 64;
const HEADING_LENGTH_MAX = 128;
const COPYRIGHT_LENGTH_MAX = 300;
const FONT_FAMILY_LENGTH_MAX = 50;

const color = z.string().regex(/^#(?:[0-9a-fA-F]{3}){1,2}$/, {
  error: 'must be a color with 3 or 6 hexadecimal digits, as in #346DDB',
});
const themedColor = z.strictObject({ light: color, dark: color });
const themedUrl = z.strictObject({ light: webUrl, dark: webUrl });
const switched = z.strictObject({ enabled: z.boolean() });
const title = visibleText.min(TITLE_LENGTH_MIN).max(TITLE_LENGTH_MAX);

const fontDefinition = z.strictObject({
  id: visibleText.min(1).max(FONT_FAMILY_LENGTH_MAX),
  custom: z.boolean(),
  fontFamily: visibleText.min(1).max(FONT_FAMILY_LENGTH_MAX),
  fontFaces: z
    .array(
      z.strictObject({
        weight: z.int().min(1).max(1000),
        sources: z
          .array(z.strictObject({ url: webUrl, format: z.enum(['woff2', 'woff']).optional() }))
          .min(1)
          .max(FONT_SOURCES_MAX),
      }),
    )
    .min(1)
    .max(FONT_FACES_MAX),
});

const styles = {
  theme: z.enum(['clean', 'muted', 'bold', 'gradient']),
  primaryColor: themedColor,
  infoColor: themedColor,
  successColor: themedColor,
  warningColor: themedColor,
  dangerColor: themedColor,
  corners: z.enum(['straight', 'rounded', 'circular']),
  depth: z.enum(['subtle', 'flat']),
  links: z.enum(['default', 'accent']),
  background: z.enum(['plain', 'match']),
  icons: z.enum(['regular', 'solid', 'duotone', 'light', 'thin']),
  search: z.enum(['prominent', 'subtle']),
};
const tint = z.strictObject({ color: themedColor });
const sidebar = {
  background: z.enum(['default', 'filled']),
  list: z.enum(['default', 'pill', 'line']),
};
const fonts = {
  font: z.union([
    z.enum([
      ...(['ABCFavorit', 'Inter', 'Roboto', 'RobotoSlab', 'OpenSans', 'SourceSansPro'] as const),
      ...(['Lato', 'Ubuntu', 'Raleway', 'Merriweather', 'Overpass', 'NotoSans'] as const),
      ...(['IBMPlexSerif', 'Poppins', 'FiraSans'] as const),
    ]),
    fontDefinition,
  ]),
  monospaceFont: z.union([
    z.enum([
      ...(['FiraCode', 'IBMPlexMono', 'JetBrainsMono', 'SourceCodePro', 'RobotoMono'] as const),
      ...(['SpaceMono', 'DMMono', 'Inconsolata'] as const),
    ]),
    fontDefinition,
  ]),
};

const reference = contentReference
  .refine((ref) => ref.kind !== 'url' || isLinkAddress(ref.url), {
    path: ['url'],
    error:
      'must be an address with its scheme, as in https://example.com, or a path on the site, as in /guides',
  })
  .meta({ component: 'ContentRef' });
const link = z.strictObject({ title: visibleText.max(LINK_TITLE_LENGTH_MAX), to: reference });
const links = z.array(link).max(LINKS_MAX);
const header = {
  preset: z.enum(['default', 'bold', 'contrast', 'custom', 'none']),
  links: z
    .array(
      z.strictObject({
        title: visibleText.max(HEADING_LENGTH_MAX),
        style: z.enum(['link', 'button-primary', 'button-secondary']).optional(),
        to: reference.nullable(),
        links,
        condition: conditionSchema.optional(),
      }),
    )
    .max(LINKS_MAX),
};
const headerStyles = { logo: themedUrl, backgroundColor: themedColor, linkColor: themedColor };
const footer = {
  groups: z
    .array(z.strictObject({ title: visibleText.max(HEADING_LENGTH_MAX), links }))
    .max(GROUPS_MAX),
};
const footerExtras = { logo: themedUrl, copyright: visibleText.max(COPYRIGHT_LENGTH_MAX) };

const favicon = z.union([
  z.strictObject({ icon: themedUrl }),
  z.strictObject({ emoji: visibleText.min(1).max(EMOJI_LENGTH_MAX) }),
  z.strictObject({}),
]);
const announcement = z.strictObject({
  enabled: z.boolean(),
  message: visibleText.min(2).max(128),
  link: link.optional(),
  style: z.enum(['info', 'warning', 'danger', 'success']),
});
const locale = z.enum(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru']);
const themes = { default: z.enum(['light', 'dark']), toggeable: z.boolean() };
const linkTarget = z.enum(['self', 'blank']);

/** Appearance of a site (interface, Site customization). */
export const customizationSettings = z.strictObject({
  title: title.optional(),
  styling: z.strictObject({
    ...styles,
    tint: tint.optional(),
    ...fonts,
    sidebar: z.strictObject(sidebar),
  }),
  internationalization: z.strictObject({ locale }),
  favicon,
  header: z.strictObject({ ...header, ...optional(headerStyles) }),
  footer: z.strictObject({ ...footer, ...optional(footerExtras) }),
  announcement: announcement.optional(),
  themes: z.strictObject(themes),
  pdf: switched,
  feedback: switched,
  ai: z.strictObject({
    mode: z.enum(['none', 'search', 'assistant', 'integration']),
    integrationId: z.string().max(HEADING_LENGTH_MAX).optional(),
  }),
  advancedCustomization: switched,
  git: z.strictObject({ showEditLink: z.boolean() }),
  pageActions: z.strictObject({ externalAI: z.boolean(), markdown: z.boolean() }),
  externalLinks: z.strictObject({ target: linkTarget }),
  pagination: switched,
  trademark: switched,
  privacyPolicy: z.strictObject({ url: webUrl.optional() }),
  socialPreview: z.strictObject({ url: webUrl.optional() }),
  insights: z.strictObject({ trackingCookie: z.boolean() }),
});

/** Settings of a site. Without a title, they have that of the site. */
export type CustomizationSettings = z.output<typeof customizationSettings>;

const enabled = z.boolean().nullable();

/**
 * Changes to the appearance of a site-space (interface, Site customization). An absent setting
 * keeps its value, null restores that of the site.
 */
export const customizationOverrides = z.strictObject({
  title: title.nullish(),
  styling: z
    .strictObject({
      ...nullish(styles),
      tint: tint.nullish(),
      sidebar: z.strictObject(nullish(sidebar)).optional(),
    })
    .optional(),
  internationalization: z.strictObject({ locale: locale.nullable() }).optional(),
  favicon: favicon.nullish(),
  announcement: announcement.nullish(),
  header: z.strictObject(nullish({ ...header, ...headerStyles })).optional(),
  footer: z.strictObject(nullish({ ...footer, ...footerExtras })).optional(),
  themes: z.strictObject(nullish(themes)).optional(),
  pdf: z.strictObject({ enabled }).optional(),
  feedback: z.strictObject({ enabled }).optional(),
  git: z.strictObject({ showEditLink: enabled }).optional(),
  externalLinks: z.strictObject({ target: linkTarget.nullable() }).optional(),
  pagination: z.strictObject({ enabled }).optional(),
  trademark: z.strictObject({ enabled }).optional(),
  privacyPolicy: z.strictObject({ url: webUrl.nullish() }).optional(),
  socialPreview: z.strictObject({ url: webUrl.nullish() }).optional(),
});

export type CustomizationOverrides = z.output<typeof customizationOverrides>;

/**
 * Checks whether an address says where it leads: a relative one has no page to be relative to, and
 * "//host" looks like a path but points to another host.
 */
function isLinkAddress(address: string): boolean {
  if (URL.canParse(address)) return true;
  const base = 'http://site.invalid';
  // Browsers also take "/\\host" and "/<tab>/host" for a host, so their parser decides.
  const isPath = /^[/?#]/.test(address) && URL.canParse(address, base);
  return isPath && new URL(address, base).origin === base;
}

function optional<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  const entries = Object.entries(shape).map(([key, schema]) => [key, schema.optional()]);
  return Object.fromEntries(entries) as { [Key in keyof Shape]: z.ZodOptional<Shape[Key]> };
}

function nullish<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  const entries = Object.entries(shape).map(([key, schema]) => [key, schema.nullish()]);
  return Object.fromEntries(entries) as {
    [Key in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Key]>>;
  };
}
