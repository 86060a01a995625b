import { slugOf } from '../../../lib/slug.ts';
import type { DocumentTree, HeadingBlock } from '../../content/document/document-tree.ts';
import { headingId } from '../../content/document/headings.ts';
import { blockTexts } from '../../content/document/tree-text.ts';
import { headingAnchors, normalAnchor, symbolsAsWords } from '../../links/anchors.ts';

/** Longest anchor that is made of a text, in characters. */
const ANCHOR_LENGTH_MAX = 200;

/** The anchors that headings get of their texts, by the headings; none for those with their own. */
export type Anchors = ReadonlyMap<HeadingBlock, string>;

/**
 * The anchors that the headings of a document have by their texts: with other texts they keep them
 * as their own, so that links go on to lead there. A text of which none can be written, in letters
 * that an anchor of a heading may not have, has none.
 */
export function textAnchors({ nodes }: DocumentTree): Anchors {
  const anchors = new Map<HeadingBlock, string>();
  for (const [heading, names] of headingAnchors(nodes)) {
    if (heading.data.id !== undefined) continue;
    const text = textOf(heading);
    const name = names.at(-1) ?? '';
    // Of headings that say the same, each but the first has a number.
    const number = name.slice(normalAnchor(text).length);
    const slug = slugOf(symbolsAsWords(text), { lengthMax: ANCHOR_LENGTH_MAX, fallback: '' });
    const id = headingId(number === '' ? slug : `${slug}-${number}`);
    if (id !== undefined && names.includes(normalAnchor(id))) anchors.set(heading, id);
  }
  return anchors;
}

/** The anchors of their own that the headings of a document have, in their order. */
export function ownAnchors({ nodes }: DocumentTree): (string | undefined)[] {
  return headingAnchors(nodes).map(([{ data }]) => data.id);
}

/** Whether links by the text of one heading lead to the other as well. */
export function hasSameAnchor(one: HeadingBlock, other: HeadingBlock): boolean {
  return normalAnchor(textOf(one)) === normalAnchor(textOf(other));
}

function textOf(heading: HeadingBlock): string {
  return blockTexts([heading]).join(' ');
}
