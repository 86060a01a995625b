import { readFileSync } from 'node:fs';
import type { Font } from 'fontkit';
import type { FontFamily, TextStyle } from 'pdfmake';
import { fontFamilies, type FamilyName, type TextFamily } from './fonts.ts';
import { openFont } from './shape-text.ts';

/** Whose forms of the characters that China, Japan and Korea share. */
export type HanFamily = 'Chinese' | 'Japanese' | 'Korean';

/** Where else to look for what a family lacks. */
const alternatives: Record<TextFamily, readonly FamilyName[]> = {
  Serif: ['Sans'],
  Sans: ['Serif'],
  Mono: ['SymbolsMono'],
};

/** Fonts are opened once they are asked for, and stay open: the largest takes 100 ms. */
const open = new Map<string, Font>();

function fontOf(family: FamilyName, face: keyof FontFamily = 'normal'): Font {
  const file: string = fontFamilies[family][face];
  const known = open.get(file);
  if (known) return known;
  const font = openFont(readFileSync(file)) as Font;
  open.set(file, font);
  return font;
}

/** How wide a text is that stands on one line, in points; its font is that of its style. */
export function widthOf(text: string, { font, bold, italics, fontSize = 10 }: TextStyle): number {
  const face = bold ? (italics ? 'bolditalics' : 'bold') : italics ? 'italics' : 'normal';
  const opened = fontOf(font as FamilyName, face);
  return (opened.layout(text).advanceWidth / opened.unitsPerEm) * fontSize;
}

/** Scripts that have a family of their own; the dandas of all end sentences. */
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
 * The family that has a character: the wished one, else the first that has it. The wished one also
 * when none has, which shows a box.
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

/** Whose forms a text has: kana and hangul tell; else the language of the book does. */
export function hanFamilyOf(text: string, language: string | null): HanFamily {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'Japanese';
  if (/\p{Script=Hangul}/u.test(text)) return 'Korean';
  if (language === 'ja') return 'Japanese';
  return language === 'ko' ? 'Korean' : 'Chinese';
}
