import { readFileSync } from 'node:fs';
import type { Font } from 'fontkit';
import type { FontFamily, TextStyle } from 'pdfmake';
import { fontFamilies, type FamilyName, type TextFamily } from './fonts.ts';
import { openFont } from './shape-text.ts';

/** Language whose glyph variants are used for shared Han characters. */
export type HanFamily = 'Chinese' | 'Japanese' | 'Korean';

/** Fallback families for characters that a family lacks. */
const alternatives: Record<TextFamily, readonly FamilyName[]> = {
  Serif: ['Sans'],
  Sans: ['Serif'],
  Mono: ['SymbolsMono'],
};

/** Open fonts. They are opened on demand and kept: the largest takes 100 ms. */
const open = new Map<string, Font>();

function fontOf(family: FamilyName, face: keyof FontFamily = 'normal'): Font {
  const file: string = fontFamilies[family][face];
  const known = open.get(file);
  if (known) return known;
  const font = openFont(readFileSync(file)) as Font;
  open.set(file, font);
  return font;
}

/** Returns the width of a text on one line in its font, in points. */
export function widthOf(text: string, { font, bold, italics, fontSize = 10 }: TextStyle): number {
  const face = bold ? (italics ? 'bolditalics' : 'bold') : italics ? 'italics' : 'normal';
  const opened = fontOf(font as FamilyName, face);
  return (opened.layout(text).advanceWidth / opened.unitsPerEm) * fontSize;
}

/** Families for individual scripts. Dandas end sentences in several of them. */
const scripts: readonly [RegExp, FamilyName][] = [
  [/\p{Script=Thai}/u, 'Thai'],
  [/[\p{Script=Devanagari}\u0964\u0965]/u, 'Devanagari'],
  [/\p{Script=Bengali}/u, 'Bengali'],
  [/\p{Script=Gurmukhi}/u, 'Gurmukhi'],
  [/\p{Script=Gujarati}/u, 'Gujarati'],
  [/\p{Script=Tamil}/u, 'Tamil'],
  [/\p{Script=Telugu}/u, 'Telugu'],
  [/\p{Script=Kannada}/u, 'Kannada'],
  [/\p{Script=Malayalam}/u, 'Malayalam'],
];

const chosen = new Map<string, FamilyName>();

/**
 * Returns the preferred family if it has the character, otherwise the first family that has it. If
 * none has, returns the preferred one, which shows a box.
 *
 * @param character one code point
 */
export function familyFor(character: string, wished: TextFamily, han: HanFamily): FamilyName {
  const key = `${character}${wished}${han}`;
  const known = chosen.get(key);
  if (known) return known;
  const codePoint = character.codePointAt(0) ?? 0;
  const family =
    candidates(character, wished, han).find((name) =>
      fontOf(name).hasGlyphForCodePoint(codePoint),
    ) ?? wished;
  chosen.set(key, family);
  return family;
}

function candidates(character: string, wished: TextFamily, han: HanFamily): FamilyName[] {
  if (/\p{Emoji_Presentation}/u.test(character)) return ['Emoji', 'Symbols'];
  if (/\p{Script=Hangul}/u.test(character)) return ['Korean'];
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return ['Japanese', 'Chinese'];
  const own = scripts.find(([script]) => script.test(character));
  if (own) return [own[1]];
  const eastAsian: FamilyName[] = [han, 'Chinese', 'Japanese', 'Korean'];
  if (/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(character)) return eastAsian;
  return [wished, ...alternatives[wished], 'Symbols', 'Emoji', ...eastAsian, 'Thai'];
}

/** Returns the Han variant of a text. Kana or hangul decide, otherwise the language of the book. */
export function hanFamilyOf(text: string, language: string | null): HanFamily {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'Japanese';
  if (/\p{Script=Hangul}/u.test(text)) return 'Korean';
  if (language === 'ja') return 'Japanese';
  return language === 'ko' ? 'Korean' : 'Chinese';
}
