import type { DocumentTree } from '../../document/document-tree.ts';
import type {
  EvaluationInput,
  EvaluationProblem,
} from '../../document/evaluation/document-evaluation.ts';
import { evaluateDocument } from '../../document/evaluation/evaluate-document.ts';
import { markdownToDocument } from '../../document/markdown-to-document.ts';

export { deriveText } from './derive-text.ts';
export { rewriteBestEffort } from '../../document/source-preserving/rewrite-best-effort.ts';
export { replaceReferences } from '../../document/replace-references.ts';
export { writeTree } from '../../document/write-tree.ts';

/** Converts markdown without front matter to a tree. */
export function readTree(markdown: string): DocumentTree {
  return markdownToDocument(markdown, { hasFrontMatter: false });
}

/** Evaluates a tree for a visitor. Its tree is null if nothing changed. */
export function evaluateChanges({ tree, input }: { tree: DocumentTree; input: EvaluationInput }): {
  tree: DocumentTree | null;
  problems: EvaluationProblem[];
} {
  const evaluated = evaluateDocument(tree, input);
  return { ...evaluated, tree: evaluated.tree === tree ? null : evaluated.tree };
}
