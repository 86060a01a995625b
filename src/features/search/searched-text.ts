import { VALUES_LENGTH_MAX } from '../../document/evaluation/document-evaluation.ts';
import type { Body } from '../../revisions/store/entry.ts';
import { expressionsIn, fillIn, unmarkText, type SectionText } from './marked-expressions.ts';
import type { TextSection } from './text-sections.ts';

/** Most characters of included texts by which a page is found: the first ones. */
const INCLUDED_LENGTH_MAX = 200_000;

/** Names a text: its source, a space, and where the markdown begins in it. */
export function keyOfText({ source = '', sourceStart = 0 }: Body): string {
  return `${source} ${sourceStart}`;
}

/** The text that a key names. */
export function textOfKey(key: string): Body {
  const [source = '', start] = key.split(' ');
  return { source, sourceStart: Number(start) };
}

/**
 * The sections by which a page is found: those of its own text, then those of the texts that it
 * includes, as far as there is room.
 */
export function joinSections(
  own: readonly TextSection[],
  included: readonly (readonly TextSection[])[],
): TextSection[] {
  const sections = [...own];
  let room = INCLUDED_LENGTH_MAX;
  for (const section of included.flat()) {
    room -= section.title.length + section.text.length;
    if (room < 0) break;
    sections.push(section);
  }
  return sections;
}

/** A section as its readers see it. */
export interface SearchedSection extends TextSection {
  /** The same as it is written, where that differs. */
  written?: SectionText;
}

/** Puts the values of expressions into sections, as far as there is room; others stay written. */
export function withValues(
  sections: readonly TextSection[],
  values: Readonly<Record<string, string>>,
): SearchedSection[] {
  const byExpression = new Map(Object.entries(values));
  let room = VALUES_LENGTH_MAX;
  const valueOf = (expression: string): string => {
    const value = byExpression.get(expression) ?? expression;
    room -= value.length;
    return room < 0 ? expression : value;
  };
  return sections.map(({ title, anchor, text }): SearchedSection => {
    const written = { title: unmarkText(title), text: unmarkText(text) };
    if (expressionsIn([{ title, text }]).length === 0) return { anchor, ...written };
    const shown = { title: fillIn(title, valueOf), text: fillIn(text, valueOf) };
    const isAsWritten = shown.title === written.title && shown.text === written.text;
    return { anchor, ...shown, ...(!isAsWritten && { written }) };
  });
}
