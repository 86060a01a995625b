import { posix } from 'node:path';
import { decodeUrlPart } from '../lib/decode-url-part.ts';
import type { DocumentTree } from './document-tree.ts';
import { mapNodes, type AnyNode } from './map-nodes.ts';

/** Includable content: its id, and its file if it was imported. */
export interface IncludableContent {
  id: string;
  git?: { path: string };
}

/**
 * Resolves the address in an `{% include %}` to the id of a content; undefined if there is none.
 */
export type IncludeResolver = (address: string) => string | undefined;

/**
 * Creates a resolver that finds content by id, by path relative to the including file, or, after a
 * slash, by the end of its path.
 *
 * @param filePath path of the including text's file, if it was imported
 */
export function createIncludeResolver(
  contents: readonly IncludableContent[],
  filePath: string | undefined,
): IncludeResolver {
  const ids = new Set(contents.map(({ id }) => id));
  const byPath = new Map<string, string>();
  for (const { id, git } of contents) if (git) byPath.set(git.path.normalize('NFC'), id);
  return (address) => {
    if (ids.has(address)) return address;
    const path = decodeUrlPart(address).normalize('NFC');
    if (path.startsWith('/')) return endingWith(byPath, path);
    return filePath === undefined
      ? undefined
      : byPath.get(posix.join(posix.dirname(filePath.normalize('NFC')), path));
  };
}

/** Returns the only content with that path suffix, since the documentation root is unknown. */
function endingWith(byPath: ReadonlyMap<string, string>, path: string): string | undefined {
  const found = [...byPath].filter(([known]) => `/${known}`.endsWith(path));
  return found.length === 1 ? found[0]?.[1] : undefined;
}

/** Replaces the addresses of includes with ids, as far as they are found. */
export function resolveIncludes(tree: DocumentTree, resolve: IncludeResolver): DocumentTree {
  const nodes = mapNodes(tree.nodes, (node) => {
    if (node.object !== 'block' || node.type !== 'reusable-content') return undefined;
    const { ref } = node.data;
    const id = ref.space === undefined ? resolve(ref.reusableContent) : undefined;
    return id === undefined || id === ref.reusableContent
      ? undefined
      : [{ ...node, data: { ref: { ...ref, reusableContent: id } } }];
  });
  return nodes === tree.nodes ? tree : { ...tree, nodes };
}

const known = new WeakMap<DocumentTree, readonly string[]>();

/** Returns the distinct includes of a tree: ids, and unresolved addresses. */
export function includesOf(tree: DocumentTree): readonly string[] {
  const names = known.get(tree) ?? [...includesIn(tree.nodes)];
  known.set(tree, names);
  return names;
}

function includesIn(nodes: readonly AnyNode[], names = new Set<string>()): Set<string> {
  for (const node of nodes) {
    if (node.object === 'block' && node.type === 'reusable-content') {
      const { space, reusableContent } = node.data.ref;
      if (space === undefined) names.add(reusableContent);
    }
    if ('nodes' in node) includesIn(node.nodes, names);
    if ('fragments' in node) includesIn(node.fragments, names);
  }
  return names;
}
