import type { DocumentTree } from '../document-tree.ts';
import type { TreeNode, TreeParts } from '../map-nodes.ts';

const known = new WeakMap<DocumentTree, boolean>();

/** Whether a document has anything that is evaluated; most have not. */
export function isEvaluable(tree: DocumentTree): boolean {
  const result = known.get(tree) ?? tree.nodes.some(isNodeEvaluable);
  known.set(tree, result);
  return result;
}

function isNodeEvaluable(node: TreeNode): boolean {
  if (node.object === 'inline' && node.type === 'expression') return true;
  if (node.object === 'block' && (node.type === 'if' || node.type === 'reusable-content')) {
    return true;
  }
  const { nodes = [], fragments = [] }: TreeParts = node;
  return nodes.some(isNodeEvaluable) || fragments.some(isNodeEvaluable);
}
