import { z } from 'zod';

/** Longest emoji, in characters: a family of four with skin tones has fewer than 30. */
export const EMOJI_LENGTH_MAX = 50;

const VARIATION_SELECTORS = /[\uFE0E\uFE0F]/g;
/** An emoji that is shown as text unless it is followed by U+FE0F or by a skin tone. */
const SHOWN_AS_TEXT = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;

const TAGS = '[\\u{E0020}-\\u{E007E}]+\\u{E007F}';
const PICTURE = `\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier})?(?:${TAGS})?`;
/** A picture, several that are joined, a flag, or the cap of a key, in the normal form. */
const ONE_EMOJI = new RegExp(
  `^(?:${PICTURE}(?:\\u200D${PICTURE})*|\\p{Regional_Indicator}{2}|[0-9#*]\\uFE0F\\u20E3)$`,
  'u',
);

/**
 * Returns the normal form of an emoji (fully-qualified, in Unicode's words): U+FE0F follows exactly
 * those characters that would be shown as text without it. "❤" and "❤️" are one emoji then, while
 * skin tones stay apart.
 */
function normalizeEmoji(text: string): string {
  return text.replace(VARIATION_SELECTORS, '').replace(SHOWN_AS_TEXT, '$&\uFE0F');
}

/** One emoji in an input, in its normal form. */
export const oneEmoji = z
  .string()
  .min(1)
  .max(EMOJI_LENGTH_MAX)
  .overwrite(normalizeEmoji)
  .refine((text) => ONE_EMOJI.test(text), 'must be one emoji');
