import anyAscii from 'any-ascii';
import type {
  Block,
  DocumentTree,
  Fragment,
  HeadingBlock,
  Inline,
  TextNode,
} from '../../document/document-tree.ts';
import { isHeading } from '../../document/is-heading.ts';
import { blockTexts } from '../../document/tree-text.ts';
import { decodeUrlPart } from '../../lib/decode-url-part.ts';
import { UniqueNames } from '../../lib/unique-names.ts';

/** Matches the `id` or `name` of an HTML element, which the tree does not contain. */
const namePattern = /<[a-z][\w-]*\s[^<>]*?\b(?:id|name)\s*=\s*["']?([^"'\s<>]+)/gi;

/** Words that replace symbols in the platform's anchors. */
const symbolWords: Record<string, string> = {
  '&': 'and',
  '<': 'less-than',
  '>': 'greater-than',
  '|': 'or',
  '%': 'percent',
  $: 'dollar',
};

/** Normalizes an anchor: removes differences in case, accents and separators. */
export function normalAnchor(text: string): string {
  return decodeUrlPart(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Returns the names that an anchor may refer to. The platform adds a prefix to a leading digit:
 * `id-2.-next`.
 */
export function anchorNames(anchor: string): string[] {
  const name = normalAnchor(anchor);
  return /^id\p{N}/u.test(name) ? [name, name.slice(2)] : [name];
}

/**
 * Returns the anchors of a page: headings, titles of expandables and tabs, and named HTML elements.
 */
export function anchorsOf({ nodes }: DocumentTree, markdown: string): string[] {
  const anchors = new Set(placesIn(nodes).flatMap(([, names]) => names));
  for (const [, name = ''] of markdown.matchAll(namePattern)) anchors.add(normalAnchor(name));
  anchors.delete('');
  return [...anchors];
}

/**
 * Returns the headings in blocks with their normalized anchors; the last one is derived from the
 * text alone. A repeated anchor gets a number as suffix.
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

/** Replaces symbols with the words that the platform uses in anchors. */
export function symbolsAsWords(text: string): string {
  return text.replaceAll(/[&<>|%$]/g, (symbol) => ` ${symbolWords[symbol]} `);
}

/** Returns alternative anchors of a text: transliterated to Latin letters, and without emoji. */
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
