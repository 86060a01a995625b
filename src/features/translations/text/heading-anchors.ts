import { slugOf } from '../../../lib/slug.ts';
import type { DocumentTree, HeadingBlock } from '../../../document/document-tree.ts';
import { headingId } from '../../../document/headings.ts';
import { blockTexts } from '../../../document/tree-text.ts';
import { headingAnchors, normalAnchor, symbolsAsWords } from '../../links/anchors.ts';

/** Maximum length of an anchor derived from a text, in characters. */
const ANCHOR_LENGTH_MAX = 200;

/**
 * Anchors derived from heading texts, by heading; headings with their own anchor have none here.
 */
export type Anchors = ReadonlyMap<HeadingBlock, string>;

/**
 * Returns the anchors derived from the heading texts of a document. Translated headings keep them
 * explicitly, so that links remain valid. A text whose characters cannot form an anchor has none.
 */
export function textAnchors({ nodes }: DocumentTree): Anchors {
  const anchors = new Map<HeadingBlock, string>();
  for (const [heading, names] of headingAnchors(nodes)) {
    if (heading.data.id !== undefined) continue;
    const text = textOf(heading);
    const name = names.at(-1) ?? '';
    // Repeated headings have a number appended, except the first.
    const number = name.slice(normalAnchor(text).length);
    const slug = slugOf(symbolsAsWords(text), { lengthMax: ANCHOR_LENGTH_MAX, fallback: '' });
    const id = headingId(number === '' ? slug : `${slug}-${number}`);
    if (id !== undefined && names.includes(normalAnchor(id))) anchors.set(heading, id);
  }
  return anchors;
}

/** Returns the explicit anchors of the headings of a document, in order. */
export function ownAnchors({ nodes }: DocumentTree): (string | undefined)[] {
  return headingAnchors(nodes).map(([{ data }]) => data.id);
}

/** Checks whether two headings have the same anchor derived from their texts. */
export function hasSameAnchor(one: HeadingBlock, other: HeadingBlock): boolean {
  return normalAnchor(textOf(one)) === normalAnchor(textOf(other));
}

function textOf(heading: HeadingBlock): string {
  return blockTexts([heading]).join(' ');
}
