import { truncate } from '../../lib/truncate.ts';
import type {
  Block,
  DocumentTree,
  Fragment,
  Inline,
  TextNode,
} from '../../document/document-tree.ts';
import { blockTexts, inlineText } from '../../document/tree-text.ts';

/** Maximum length of a node's preview, in characters. */
export const PREVIEW_LENGTH_MAX = 100;

/** A node of a document that has a key. */
export type DocumentNode = Block | Inline | TextNode | Fragment;

/** Returns the node with a key, at any depth; undefined if there is none. */
export function findNode(document: DocumentTree, key: string): DocumentNode | undefined {
  const stack: DocumentNode[] = [...document.nodes];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.key === key) return node;
    if ('nodes' in node) stack.push(...node.nodes);
    if ('fragments' in node) stack.push(...node.fragments);
  }
  return undefined;
}

/** Returns the text of a node on one line, truncated to `PREVIEW_LENGTH_MAX` characters. */
export function nodePreview(node: DocumentNode): string {
  const text = textOf(node).replaceAll(/\s+/g, ' ').trim();
  if (text.length <= PREVIEW_LENGTH_MAX) return text;
  // Never splits a surrogate pair.
  return `${truncate(text, PREVIEW_LENGTH_MAX - 1)}…`;
}

function textOf(node: DocumentNode): string {
  switch (node.object) {
    case 'block':
      return blockTexts([node]).join(' ');
    case 'fragment':
      return blockTexts(node.nodes).join(' ');
    default:
      return inlineText(node);
  }
}
