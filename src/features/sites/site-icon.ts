import { z } from 'zod';
import { builder, type Row } from '../../builder.ts';
import { URL_LENGTH_MAX, webUrl } from '../../lib/web-url.ts';
import type { RestInput } from '../../rest/options.ts';
import { EMOJI_LENGTH_MAX } from '../../lib/emoji.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** Icon of a site (interface, Site): an emoji, or images. */
export const siteIcon = z.object({
  emoji: visibleText.min(1).max(EMOJI_LENGTH_MAX).optional(),
  images: z.object({ light: webUrl, dark: webUrl }).optional(),
});

/** Converts an icon to its columns; null clears them. */
export function iconColumns(icon: z.output<typeof siteIcon> | null) {
  return {
    iconEmoji: icon?.emoji ?? null,
    iconLightUrl: icon?.images?.light ?? null,
    iconDarkUrl: icon?.images?.dark ?? null,
  };
}

interface Images {
  light: string;
  dark: string;
}

const SiteIconImages = builder.objectRef<Images>('SiteIconImages').implement({
  description: 'URLs of the images of an icon.',
  rest: { fields: 'light dark' },
  fields: (t) => ({
    light: t.exposeString('light', { description: 'URL of the image in light mode.' }),
    dark: t.exposeString('dark', { description: 'URL of the image in dark mode.' }),
  }),
});

const SiteEmojiIcon = builder.objectRef<{ emoji: string }>('SiteEmojiIcon').implement({
  description: 'An emoji as an icon.',
  rest: { fields: 'emoji' },
  fields: (t) => ({ emoji: t.exposeString('emoji', { description: 'The emoji.' }) }),
});

const SiteImageIcon = builder.objectRef<{ images: Images }>('SiteImageIcon').implement({
  description: 'Images as an icon.',
  rest: { fields: 'icon: images { ...SiteIconImages }' },
  fields: (t) => ({
    images: t.expose('images', { type: SiteIconImages, description: 'An image for each mode.' }),
  }),
});

export const SiteIcon = builder.unionType('SiteIcon', {
  description: 'Icon of a site, which browsers show in a tab.',
  types: [SiteEmojiIcon, SiteImageIcon],
  resolveType: (icon) => ('emoji' in icon ? SiteEmojiIcon : SiteImageIcon),
});

/** Returns the icon of a site; null if it has none. */
export function iconOf({ iconEmoji, iconLightUrl, iconDarkUrl }: Row<'Site'>) {
  if (iconEmoji !== null) return { emoji: iconEmoji };
  if (iconLightUrl === null || iconDarkUrl === null) return null;
  return { images: { light: iconLightUrl, dark: iconDarkUrl } };
}

const SiteIconImagesInput = builder.inputType('SiteIconImagesInput', {
  description: 'URLs of the images of an icon.',
  fields: (t) => ({
    light: t.string({ required: true, description: 'URL of the image in light mode.' }),
    dark: t.string({ required: true, description: 'URL of the image in dark mode.' }),
  }),
});

export const SiteIconInput = builder.inputType('SiteIconInput', {
  description: 'The icon of a site.',
  isOneOf: true,
  fields: (t) => ({
    emoji: t.string({ description: 'An emoji, 1 to 50 characters.' }),
    images: t.field({
      type: SiteIconImagesInput,
      description: `An image for each mode; each URL has at most ${URL_LENGTH_MAX} characters.`,
    }),
  }),
});

const iconOnRest = z.union([
  z.strictObject({ emoji: visibleText.min(1).max(EMOJI_LENGTH_MAX) }),
  z
    .strictObject({ icon: z.strictObject({ light: webUrl, dark: webUrl }) })
    .transform(({ icon }) => ({ images: icon })),
  z.strictObject({}).transform(() => null),
]);

const urlSchema = { type: 'string', format: 'uri', maxLength: URL_LENGTH_MAX };

/** Icon format of `/v1`: `{ emoji }`, `{ icon: { light, dark } }`, or `{}` for none. */
export const iconRestInput: RestInput = {
  schema: {
    anyOf: [
      {
        type: 'object',
        properties: { emoji: { type: 'string', minLength: 1, maxLength: EMOJI_LENGTH_MAX } },
        required: ['emoji'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: {
          icon: {
            type: 'object',
            properties: { light: urlSchema, dark: urlSchema },
            required: ['light', 'dark'],
            additionalProperties: false,
          },
        },
        required: ['icon'],
        additionalProperties: false,
      },
      { type: 'object', maxProperties: 0 },
      { type: 'null' },
    ],
  },
  parse: (value) => {
    const { success, data } = iconOnRest.safeParse(value);
    if (success) return data;
    throw new Error(
      `must be { emoji: <1 to ${EMOJI_LENGTH_MAX} characters> }, { icon: { light: <url>, dark: <url> } } with URLs of at most ${URL_LENGTH_MAX} characters, {} or null`,
    );
  },
};
