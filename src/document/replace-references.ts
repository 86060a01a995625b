import { posix } from 'node:path';
import { decodeUrlPart } from '../lib/decode-url-part.ts';
import { isSameValue } from '../lib/same-value.ts';
import type { ContentReference, DocumentTree, TableBlock, TableValue } from './document-tree.ts';
import { normalizeDocument } from './input/normalize-document.ts';
import { rewriteBestEffort } from './source-preserving/rewrite-best-effort.ts';
import { mapNodes, mapWithin, type ReplaceNode, type AnyNode } from './map-nodes.ts';
import { markdownToDocument, parseDocument } from './markdown-to-document.ts';
import type { ParsedDocument } from './markdown-to-document.ts';
import { parseReferenceAddress, referenceAddress } from './reference-addresses.ts';
import { replaceTagReferences } from './tag-references.ts';

/** New targets of references in a text. They can be copied between processes. */
export interface ReferenceTargets {
  /** By the ids and addresses in the text. */
  byName: ReadonlyMap<string, ContentReference>;
  /** By file paths, relative to the text's file. */
  byPath: ReadonlyMap<string, ContentReference>;
  /** Path of the text's file; without it, relative addresses are not resolved. */
  filePath?: string | undefined;
  /** New addresses by old ones, in the form of `referenceAddress`. */
  byAddress?: ReadonlyMap<string, string>;
}

/** A text with replaced references. */
export interface ReplacedReferences {
  markdown: string;
  /** Names of the replaced references. */
  names: string[];
}

type Kind = ContentReference['kind'];

/** Kinds of references that a node may contain; other nodes allow any kind. */
const heldKinds: Readonly<Record<string, readonly Kind[]>> = {
  image: ['url', 'file'],
  'inline-image': ['url', 'file'],
  swagger: ['url', 'file'],
  embed: ['url'],
  file: ['file'],
  drawing: ['file'],
  'reusable-content': ['reusable-content'],
  'openapi-operation': ['openapi'],
  'openapi-schemas': ['openapi'],
  'openapi-webhook': ['openapi'],
};

/**
 * Replaces the targets of references in a text. References without a new target, or with one that
 * is not allowed there, are unchanged. Blocks without replaced references keep their markdown byte
 * for byte.
 */
export function replaceReferences({
  markdown,
  targets,
}: {
  markdown: string;
  targets: ReferenceTargets;
}): ReplacedReferences {
  const parsed = parseDocument(markdown, { hasFrontMatter: false });
  const { tree } = parsed;
  const references = new References(targets);
  const replace: ReplaceNode = (node) => {
    const replaced = references.within(node);
    return replaced === node ? undefined : [mapWithin(replaced, replace)];
  };
  const nodes = mapNodes(tree.nodes, replace);
  if (nodes === tree.nodes) return { markdown, names: [] };
  const replaced = { ...tree, nodes };
  const addresses = targets.byAddress ?? new Map<string, string>();
  const inPlace = replaceInPlace(markdown, addresses);
  const { names } = references;
  if (inPlace === undefined) {
    return { markdown: rewriteBestEffort({ stored: markdown, tree: replaced }), names };
  }
  const lines = wrongLines(parsed, inPlace, replaced);
  if (lines?.size === 0) return { markdown: inPlace, names };
  // Few blocks contain text that looks like an address; the others keep theirs.
  const stored = lines ? (replaceInPlace(markdown, addresses, lines) ?? markdown) : markdown;
  return { markdown: rewriteBestEffort({ stored, tree: replaced }), names };
}

/**
 * Returns the lines of the blocks that a replacement made wrong; undefined if it changed the number
 * of blocks.
 */
function wrongLines(
  { tree, origins }: ParsedDocument,
  markdown: string,
  wanted: DocumentTree,
): Set<number> | undefined {
  const written = normalizeDocument(markdownToDocument(markdown, { hasFrontMatter: false })).nodes;
  const { nodes } = normalizeDocument(wanted);
  if (isSameValue(written, nodes)) return new Set();
  if (nodes.length !== written.length || nodes.length !== tree.nodes.length) return undefined;
  const lines = new Set<number>();
  for (const [index, block] of tree.nodes.entries()) {
    if (isSameValue(written[index], nodes[index])) continue;
    const [start, end] = origins.get(block)?.lines ?? [0, 0];
    if (start === end) return undefined;
    for (let line = start; line < end; line += 1) lines.add(line);
  }
  return lines;
}

/**
 * Replaces addresses in place, so that the rest of their blocks keeps its text; returns undefined
 * if there are none. The caller must check the result, since text that only looks like an address
 * is replaced too.
 *
 * @param without lines to leave unchanged
 */
function replaceInPlace(
  markdown: string,
  addresses: ReadonlyMap<string, string>,
  without: ReadonlySet<number> = new Set(),
): string | undefined {
  const byText = new Map(
    [...addresses].flatMap(([known, address]) => {
      const ref = parseReferenceAddress(known);
      const name = ref?.kind === 'reusable-content' ? ref.reusableContent : undefined;
      const file = ref?.kind === 'file' ? ref.file : undefined;
      return [known, name ?? [], file ?? []].flat().map((text) => [text, address] as const);
    }),
  );
  if (byText.size === 0) return undefined;
  let fence = '';
  const lines = markdown.split(/(?<=\n)/).map((line, index) => {
    const [, mark = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    const isCode = fence !== '' || mark !== '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    return isCode || without.has(index)
      ? line
      : line.replaceAll(ADDRESS, (text) => byText.get(text) ?? text);
  });
  return lines.join('');
}

/** Matches text in brackets, quotes or angle brackets, where addresses appear. */
const ADDRESS = /(?<=["'(<\s])[^\s"'()<>]+(?=["')>\s]|$)/g;

/** Returns a reference by address, of an allowed kind; undefined if none is allowed. */
function addressed(
  ref: ContentReference,
  address: string,
  kinds: readonly Kind[] | undefined,
): ContentReference | undefined {
  if (!kinds || kinds.includes('url')) return { kind: 'url', url: address };
  if (!kinds.includes(ref.kind)) return undefined;
  if (ref.kind === 'file') return { kind: 'file', file: address };
  return ref.kind === 'reusable-content' ? { kind: ref.kind, reusableContent: address } : undefined;
}

/** Returns the replacement of a reference; undefined if it is unchanged. */
export function replacedReference(
  ref: ContentReference,
  { byName, byPath, filePath }: ReferenceTargets,
): { name: string; ref: ContentReference } | undefined {
  const name = nameOf(ref);
  if (name === undefined || ('space' in ref && ref.kind !== 'space' && ref.space !== undefined)) {
    return undefined;
  }
  const named = byName.get(name);
  if (named) return { name, ref: ref.kind === 'anchor' ? withAnchor(named, ref.anchor) : named };
  const isAddress = ref.kind === 'url' || ref.kind === 'file' || ref.kind === 'reusable-content';
  if (!isAddress || filePath === undefined || /^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(name)) {
    return undefined;
  }
  const [address = '', anchor] = name.split('#', 2);
  const found = byPath.get(posix.join(posix.dirname(filePath), decodeUrlPart(address)));
  return found && { name, ref: anchor ? withAnchor(found, anchor) : found };
}

/** Returns the name of a reference's target. */
function nameOf(ref: ContentReference): string | undefined {
  switch (ref.kind) {
    case 'url':
      return ref.url;
    case 'file':
      return ref.file;
    case 'page':
    case 'anchor':
      return ref.page;
    case 'user':
      return ref.user;
    case 'collection':
      return ref.collection;
    case 'space':
      return ref.space;
    case 'reusable-content':
      return ref.reusableContent;
    case 'openapi':
      return ref.spec;
  }
}

/** Adds an anchor to a reference to a page; other references have none. */
function withAnchor(ref: ContentReference, anchor: string): ContentReference {
  return ref.kind === 'page' ? { ...ref, kind: 'anchor', anchor } : ref;
}

/** Replaces the references in nodes, and records their names. */
class References {
  readonly #targets: ReferenceTargets;
  readonly #names = new Set<string>();

  constructor(targets: ReferenceTargets) {
    this.#targets = targets;
  }

  get names(): string[] {
    return [...this.#names];
  }

  /** Returns the node with replaced references; the node itself if it has none. */
  within(node: AnyNode): AnyNode {
    if (node.object !== 'block' && node.object !== 'inline') return node;
    if (node.type === 'table') return this.#withinTable(node);
    if (node.type === 'tag') {
      const data = replaceTagReferences(node.data, (ref) => this.#replaced(ref, undefined));
      return data === node.data ? node : { ...node, data };
    }
    const data = Object.entries(node.data as Record<string, unknown>).flatMap(([key, value]) => {
      const replaced = this.#replacedMember(key, value, heldKinds[node.type]);
      return replaced === undefined ? [] : [[key, replaced]];
    });
    if (data.length === 0) return node;
    return { ...node, data: { ...node.data, ...Object.fromEntries(data) } };
  }

  #replacedMember(key: string, value: unknown, kinds: readonly Kind[] | undefined): unknown {
    if (key === 'url' && typeof value === 'string') {
      const ref = this.#replaced({ kind: 'url', url: value }, ['url']);
      return ref?.kind === 'url' ? ref.url : undefined;
    }
    const isReference = key === 'ref' || key === 'refDark';
    return isReference ? this.#replaced(value as ContentReference, kinds) : undefined;
  }

  #withinTable(table: TableBlock): TableBlock {
    const { records, definition } = table.data;
    let isSame = true;
    const replaced = Object.entries(records).map(([id, record]) => {
      const values = Object.entries(record.values).map(([column, value]) => {
        const kinds: Kind[] | undefined =
          definition[column]?.type === 'image' ? ['url', 'file'] : undefined;
        const other = this.#replacedValue(value, kinds);
        if (other !== value) isSame = false;
        return [column, other] as const;
      });
      return [id, { ...record, values: Object.fromEntries(values) }] as const;
    });
    if (isSame) return table;
    return { ...table, data: { ...table.data, records: Object.fromEntries(replaced) } };
  }

  #replacedValue(value: TableValue, kinds: readonly Kind[] | undefined): TableValue {
    if (typeof value !== 'object' || value === null) return value;
    if (!Array.isArray(value)) return this.#replaced(value, kinds) ?? value;
    const files = value.map((address) => {
      const ref = this.#replaced({ kind: 'url', url: address }, ['url', 'file']);
      return ref ? referenceAddress(ref) : address;
    });
    return files.some((file, index) => file !== value[index]) ? files : value;
  }

  #replaced(
    ref: ContentReference,
    kinds: readonly Kind[] | undefined,
  ): ContentReference | undefined {
    const address = this.#targets.byAddress?.get(referenceAddress(ref));
    if (address !== undefined) return addressed(ref, address, kinds);
    const replaced = replacedReference(ref, this.#targets);
    if (!replaced || (kinds && !kinds.includes(replaced.ref.kind))) return undefined;
    this.#names.add(replaced.name);
    return replaced.ref;
  }
}
