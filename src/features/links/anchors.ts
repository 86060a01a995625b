import anyAscii from 'any-ascii';
import type {
  Block,
  DocumentTree,
  Fragment,
  HeadingBlock,
  Inline,
  TextNode,
} from '../content/document/document-tree.ts';
import { isHeading } from '../content/document/is-heading.ts';
import { blockTexts } from '../content/document/tree-text.ts';
import { decodeUrlPart } from '../../lib/decode-url-part.ts';
import { UniqueNames } from '../../lib/unique-names.ts';

/** The `id` or `name` of an HTML element, which the tree does not keep. */
const namePattern = /<[a-z][\w-]*\s[^<>]*?\b(?:id|name)\s*=\s*["']?([^"'\s<>]+)/gi;

/** Words that the platform writes for symbols in anchors. */
const symbolWords: Record<string, string> = {
  '&': 'and',
  '<': 'less-than',
  '>': 'greater-than',
  '|': 'or',
  '%': 'percent',
  $: 'dollar',
};

/**
 * A name of a place in a page, without what the writers of addresses differ in: case, accents, and
 * how they join words.
 */
export function normalAnchor(text: string): string {
  return decodeUrlPart(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * The names that an anchor can stand for. On the platform none begins with a digit: `id-2.-next`.
 */
export function anchorNames(anchor: string): string[] {
  const name = normalAnchor(anchor);
  return /^id\p{N}/u.test(name) ? [name, name.slice(2)] : [name];
}

/**
 * The places in a page that links can lead to: its headings, what can be opened and tabs by their
 * titles, and the elements with a name.
 */
export function anchorsOf({ nodes }: DocumentTree, markdown: string): string[] {
  const anchors = new Set(placesIn(nodes).flatMap(([, names]) => names));
  for (const [, name = ''] of markdown.matchAll(namePattern)) anchors.add(normalAnchor(name));
  anchors.delete('');
  return [...anchors];
}

/**
 * The headings in blocks, each with the names by which links can lead to it, as `normalAnchor`
 * writes them; the last one is made of its text alone. Of places that say the same, each but the
 * first has a number behind its name.
 */
export function headingAnchors(blocks: readonly Block[]): [HeadingBlock, string[]][] {
  return placesIn(blocks).flatMap(([place, names]): [HeadingBlock, string[]][] =>
    isHeading(place) ? [[place, names]] : [],
  );
}

type TitledPlace = Extract<Block | Fragment, { type?: unknown }>;

function placesIn(blocks: readonly Block[]): [TitledPlace, string[]][] {
  const anchors = new UniqueNames({ joint: '' });
  const others = new UniqueNames({ joint: '' });
  return [...titledPlaces(blocks)].map(([place, title]) => {
    const written = /\{#([^\s{}]+)\}\s*$/.exec(title)?.[1];
    const id = isHeading(place) ? (place.data.id ?? written) : undefined;
    const names = id === undefined ? [] : [normalAnchor(id)];
    for (const name of names) anchors.take(name);
    const text = normalAnchor(title);
    for (const name of otherNames(title)) if (name !== text) names.push(others.takeFree(name));
    return [place, [...names, anchors.takeFree(text)]];
  });
}

/** A text with the words that the platform writes for symbols in anchors. */
export function symbolsAsWords(text: string): string {
  return text.replaceAll(/[&<>|%$]/g, (symbol) => ` ${symbolWords[symbol]} `);
}

/** What links call a text beside the text as it stands: in Latin letters, without emoji. */
function otherNames(text: string): Set<string> {
  const words = symbolsAsWords(text);
  const latin = anyAscii(words.normalize('NFC'));
  const names = new Set([latin, words, text.replaceAll(/:[a-z0-9_+-]+:/g, '')].map(normalAnchor));
  names.delete('');
  return names;
}

function* titledPlaces(
  nodes: readonly (Block | Fragment | Inline | TextNode)[],
): Iterable<[TitledPlace, string]> {
  for (const node of nodes) {
    if (node.object !== 'block' && node.object !== 'fragment') continue;
    if (isHeading(node)) {
      yield [node, blockTexts([node]).join(' ')];
      continue;
    }
    if (node.type === 'expandable-title') yield [node, blockTexts(node.nodes).join(' ')];
    if (node.object === 'block' && node.type === 'tabs-item' && node.data.title)
      yield [node, node.data.title];
    if ('nodes' in node) yield* titledPlaces(node.nodes);
    if ('fragments' in node) yield* titledPlaces(node.fragments);
  }
}
