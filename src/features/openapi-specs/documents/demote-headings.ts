import { createBlock } from '../../../document/document-nodes.ts';
import type { Block, HeadingBlock, TextNode } from '../../../document/document-tree.ts';
import { isHeading } from '../../../document/is-heading.ts';
import { rewriteBestEffort } from '../../../document/source-preserving/rewrite-best-effort.ts';
import { mapNodes, type AnyNode } from '../../../document/map-nodes.ts';
import { markdownToDocument } from '../../../document/markdown-to-document.ts';

/** Level of a page title, or of a heading on the page. */
export type HeadingLevel = 1 | 2 | 3;

/**
 * Text that may contain a heading, in markdown or HTML; most descriptions do not. Lines match
 * separately, so that many blank ones cost no extra time.
 */
const MAYBE = /#|<h[1-6]|^[ \t>]*(?:=+|-+)[ \t]*\r?$/im;

/**
 * Shifts the headings of a text so that the highest is one level below `under`. Relative levels are
 * kept down to the third; below it, headings become bold paragraphs. All other text is unchanged.
 */
export function demoteHeadings(markdown: string, under: HeadingLevel): string {
  if (!MAYBE.test(markdown)) return markdown;
  const tree = markdownToDocument(markdown, { hasFrontMatter: false });
  const levels: number[] = [];
  mapNodes(tree.nodes, (node) => {
    if (isBlock(node) && isHeading(node)) levels.push(levelOf(node));
    return undefined;
  });
  const steps = under + 1 - Math.min(...levels);
  if (levels.length === 0 || steps <= 0) return markdown;
  const nodes = mapNodes(tree.nodes, (node) =>
    isBlock(node) && isHeading(node) ? [demoted(node, levelOf(node) + steps, under)] : undefined,
  );
  return rewriteBestEffort({ stored: markdown, tree: { ...tree, nodes } });
}

function isBlock(node: AnyNode): node is Block {
  return node.object === 'block';
}

function levelOf({ type }: HeadingBlock): number {
  return Number(type.slice('heading-'.length));
}

function demoted(heading: HeadingBlock, level: number, under: HeadingLevel): Block {
  if (under < 3) return { ...heading, type: level === 2 ? 'heading-2' : 'heading-3' };
  const nodes = heading.nodes.map((node) => (node.object === 'text' ? bold(node) : node));
  return createBlock('paragraph', {}, nodes);
}

function bold({ leaves, ...node }: TextNode): TextNode {
  return {
    ...node,
    leaves: leaves.map(({ marks, ...leaf }) => {
      const others = marks.filter(({ type }) => type !== 'bold');
      return { ...leaf, marks: [...others, { object: 'mark', type: 'bold' }] };
    }),
  };
}
