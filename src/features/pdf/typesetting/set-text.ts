import type { Text, TextStyle } from 'pdfmake';
import { familyFor, hanFamilyOf } from './choose-font.ts';
import type { FamilyName, TextFamily } from './fonts.ts';

/** Text style in one of the families of the design. */
export type Style = Omit<TextStyle, 'font'> & { font: TextFamily };

/** Characters that every font of the design has; most texts contain no others. */
const plain = /^[\x20-\x7e]*$/;
const joined = /[\p{M}\u200c\u200d\p{Emoji_Modifier}]/u;
/**
 * Characters without a glyph, and white space except the space and U+00A0. Joiners of emoji and of
 * Indic letters are not included.
 */
const invisible =
  /(?![\u200d\n]|(?<=[\u0900-\u0d7f])\u200c)[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** Emoji that forms one glyph with the following character. */
const joining = /\p{Extended_Pictographic}[\u200d\p{Emoji_Modifier}]/uy;

/** Sets a text in one style as runs, one per font; none for an empty text. */
export function setText(text: string, style: Style, language: string | null = null): Text[] {
  if (text === '') return [];
  if (plain.test(text)) return [{ ...style, text }];
  const clean = text.toWellFormed().replaceAll('\t', ' ').replace(invisible, '');
  const han = hanFamilyOf(clean, language);
  const runs: Text[] = [];
  let from = 0;
  let end = 0;
  let family: FamilyName | undefined;
  for (const character of clean) {
    joining.lastIndex = end;
    const next: FamilyName =
      family !== undefined && joined.test(character)
        ? family
        : joining.test(clean)
          ? 'Emoji'
          : familyFor(character, style.font, han);
    if (next !== family && family !== undefined) {
      runs.push(setRun(clean.slice(from, end), family, style));
      from = end;
    }
    family = next;
    end += character.length;
  }
  if (family !== undefined) runs.push(setRun(clean.slice(from), family, style));
  return runs;
}

/**
 * Line heights of East Asian fonts and emoji. Their glyphs fill the line, so they need more space.
 */
const lineHeights: Partial<Record<FamilyName, number>> = {
  Chinese: 1.4,
  Japanese: 1.4,
  Korean: 1.4,
  Emoji: 1.2,
};

function setRun(text: string, font: FamilyName, style: Style): Text {
  const lineHeight = (style.lineHeight ?? 1) * (lineHeights[font] ?? 1);
  return { ...style, font, lineHeight, text };
}
