import { createParagraph, createText } from './document-nodes.ts';
import type { Block, Fragment, Inline, TextNode } from './document-tree.ts';

export type AnyNode = Block | Inline | TextNode | Fragment;

/** Members that any node may have. */
export interface TreeParts {
  object: string;
  key?: string;
  nodes?: AnyNode[];
  fragments?: AnyNode[];
}

/**
 * Returns the replacement of a node, which must be allowed there. Returns undefined to keep the
 * node and visit its content.
 */
export type ReplaceNode = (node: AnyNode) => readonly AnyNode[] | undefined;

/**
 * Replaces nodes at all levels. Unchanged parts are shared; returns `nodes` itself if nothing
 * changes.
 */
export function mapNodes<Node extends AnyNode>(nodes: Node[], replace: ReplaceNode): Node[] {
  let isSame = true;
  const mapped: AnyNode[] = [];
  for (const node of nodes) {
    const replacement = replace(node) ?? [mapWithin(node, replace)];
    if (replacement.length !== 1 || replacement[0] !== node) isSame = false;
    for (const one of replacement) mapped.push(one);
  }
  // A replacement must be allowed in the position of its node.
  return isSame ? nodes : (mapped as Node[]);
}

/** Replaces nodes within a node; an emptied node gets an empty text or paragraph, as it had. */
export function mapWithin<Node extends AnyNode>(node: Node, replace: ReplaceNode): Node {
  const before: TreeParts = node;
  const nodes = before.nodes && mapNodes(before.nodes, replace);
  const fragments = before.fragments && mapNodes(before.fragments, replace);
  if (nodes === before.nodes && fragments === before.fragments) return node;
  return {
    ...node,
    ...(nodes && { nodes: nodes.length > 0 ? nodes : [emptyNode(before.nodes)] }),
    ...(fragments && { fragments }),
  };
}

/** Returns an empty node of the kind of others: a block, or a text for inline content. */
function emptyNode([first]: readonly AnyNode[] = []): AnyNode {
  return first?.object === 'block' ? createParagraph([]) : createText('');
}
