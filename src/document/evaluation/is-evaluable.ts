import type { DocumentTree, TagInline } from '../document-tree.ts';
import type { AnyNode, TreeParts } from '../map-nodes.ts';

const known = new WeakMap<DocumentTree, boolean>();

/** Checks whether a document contains anything to evaluate; most do not. */
export function isEvaluable(tree: DocumentTree): boolean {
  const result = known.get(tree) ?? tree.nodes.some(isNodeEvaluable);
  known.set(tree, result);
  return result;
}

/** Checks whether a node is a condition (`if`) within a line of text. */
export function isInlineCondition(node: AnyNode): node is Extract<TagInline, { isVoid: false }> {
  return node.object === 'inline' && node.type === 'tag' && node.data.name === 'if' && !node.isVoid;
}

function isNodeEvaluable(node: AnyNode): boolean {
  if (node.object === 'inline' && node.type === 'expression') return true;
  if (isInlineCondition(node)) return true;
  if (node.object === 'block' && (node.type === 'if' || node.type === 'reusable-content')) {
    return true;
  }
  const { nodes = [], fragments = [] }: TreeParts = node;
  return nodes.some(isNodeEvaluable) || fragments.some(isNodeEvaluable);
}
