import { createParagraph } from './document-nodes.ts';
import type { Block, Fragment, Inline, TextNode } from './document-tree.ts';

export type TreeNode = Block | Inline | TextNode | Fragment;

/** What every node may have. */
export interface TreeParts {
  object: string;
  key?: string;
  nodes?: TreeNode[];
  fragments?: TreeNode[];
}

/**
 * What stands in the place of a node, which fits there; undefined for the node itself, with what is
 * in it looked at in turn.
 */
export type ReplaceNode = (node: TreeNode) => readonly TreeNode[] | undefined;

/**
 * Nodes with others in the place of some, at all levels. What does not change is shared, and the
 * answer is `nodes` itself when nothing does.
 */
export function mapNodes<Node extends TreeNode>(nodes: Node[], replace: ReplaceNode): Node[] {
  let isSame = true;
  const mapped: TreeNode[] = [];
  for (const node of nodes) {
    const replacement = replace(node) ?? [mapWithin(node, replace)];
    if (replacement.length !== 1 || replacement[0] !== node) isSame = false;
    for (const one of replacement) mapped.push(one);
  }
  // Nodes are replaced by such as may stand in their place.
  return isSame ? nodes : (mapped as Node[]);
}

/** The same within a node, where an empty paragraph stands when nothing is left. */
export function mapWithin<Node extends TreeNode>(node: Node, replace: ReplaceNode): Node {
  const before: TreeParts = node;
  const nodes = before.nodes && mapNodes(before.nodes, replace);
  const fragments = before.fragments && mapNodes(before.fragments, replace);
  if (nodes === before.nodes && fragments === before.fragments) return node;
  const isEmptied = nodes !== before.nodes && nodes?.length === 0;
  return {
    ...node,
    ...(nodes && { nodes: isEmptied ? [createParagraph([])] : nodes }),
    ...(fragments && { fragments }),
  };
}
