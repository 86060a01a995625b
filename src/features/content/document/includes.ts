import { posix } from 'node:path';
import { decodeUrlPart } from '../../../lib/decode-url-part.ts';
import type { DocumentTree } from './document-tree.ts';
import { mapNodes, type TreeNode } from './map-nodes.ts';

/** Content that can be included, by its id or by the file that it came from. */
export interface IncludableContent {
  id: string;
  git?: { path: string };
}

/** Knows which content the address in an `{% include %}` names; undefined when it names none. */
export type IncludeResolver = (address: string) => string | undefined;

/**
 * Finds content by its id, by the path of its file from that of the including one, or, after a
 * slash, by a path that its file ends with.
 *
 * @param filePath of the text that includes, when that came from a file
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

/** The only content whose path ends so: where the root of the documentation lies is not known. */
function endingWith(byPath: ReadonlyMap<string, string>, path: string): string | undefined {
  const found = [...byPath].filter(([known]) => `/${known}`.endsWith(path));
  return found.length === 1 ? found[0]?.[1] : undefined;
}

/** A tree whose includes name contents by their ids, as far as they are found. */
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

/** What a tree includes, each once: ids, and addresses that are not resolved. */
export function includesOf(tree: DocumentTree): readonly string[] {
  const names = known.get(tree) ?? [...includesIn(tree.nodes)];
  known.set(tree, names);
  return names;
}

function includesIn(nodes: readonly TreeNode[], names = new Set<string>()): Set<string> {
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
