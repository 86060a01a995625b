import { z } from 'zod';

/**
 * Maximum length of an emoji, in characters: a family of four with skin tones has fewer than 30.
 */
export const EMOJI_LENGTH_MAX = 50;

/** Emoji of a space that has none of its own. */
export const EMOJI_DEFAULT = '📄';

const VARIATION_SELECTORS = /[\uFE0E\uFE0F]/g;
/** Matches an emoji that is shown as text unless U+FE0F or a skin tone follows it. */
const SHOWN_AS_TEXT = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;

const TAGS = '[\\u{E0020}-\\u{E007E}]+\\u{E007F}';
const PICTURE = `\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier})?(?:${TAGS})?`;
/** Matches a picture, joined pictures, a flag, or a keycap, in normal form. */
const ONE_EMOJI = new RegExp(
  `^(?:${PICTURE}(?:\\u200D${PICTURE})*|\\p{Regional_Indicator}{2}|[0-9#*]\\uFE0F\\u20E3)$`,
  'u',
);

/**
 * Returns the normal form of an emoji (Unicode: fully-qualified): U+FE0F follows exactly those
 * characters that would be shown as text without it. It makes "❤" and "❤️" equal, and keeps skin
 * tones distinct.
 */
function normalizeEmoji(text: string): string {
  return text.replace(VARIATION_SELECTORS, '').replace(SHOWN_AS_TEXT, '$&\uFE0F');
}

/** A single emoji in an input, which is normalized. */
export const oneEmoji = z
  .string()
  .min(1)
  .max(EMOJI_LENGTH_MAX)
  .overwrite(normalizeEmoji)
  .refine((text) => ONE_EMOJI.test(text), 'must be one emoji');

/** Returns the emoji with code points in hexadecimal, such as `1f600`; other texts as they are. */
export function emojiOfCode(code = ''): string {
  if (!/^[0-9a-f]{1,6}(?:-[0-9a-f]{1,6})*$/i.test(code)) return code;
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : code;
}

/** Returns an emoji as a picture, a data URL. */
export function emojiPicture(emoji: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="90">${emoji.replace(/[<&]/g, '')}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
