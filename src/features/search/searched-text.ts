import type { Body } from '../content/store/entry.ts';
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
