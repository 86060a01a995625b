import { slugOf } from '../../lib/slug.ts';
import { UniqueNames } from '../../lib/unique-names.ts';
import type { Block, DocumentTree, Fragment, HeadingBlock } from '../../document/document-tree.ts';
import { isHeading } from '../../document/is-heading.ts';
import { blockTexts } from '../../document/tree-text.ts';
import { declareTextDerivation } from '../../revisions/derived/text-derivation.ts';
import { descriptionsOf } from './block-descriptions.ts';
import { markExpressions, unmarkText } from './marked-expressions.ts';

/** A part of a text: a heading and what follows it, up to the next heading. */
export type TextSection = {
  /** Text of the heading, empty before the first one. Expressions are marked. */
  title: string;
  /** Anchor by which links point to the heading; empty without one. */
  anchor: string;
  /**
   * Text that a reader sees or hears: each paragraph, line of code, title or description is a line.
   * Expressions are marked.
   */
  text: string;
};

/** The sections of each text, for the search. */
export const textSections = declareTextDerivation({
  name: 'sections',
  version: 6,
  module: import.meta.url,
  derive: sectionsOf,
});

const ANCHOR_LENGTH_MAX = 200;

/** The sections of a document in reading order, without those that hold nothing. */
function sectionsOf({ nodes }: DocumentTree): TextSection[] {
  const sections = [{ title: '', anchor: '', lines: [] as string[] }];
  const anchors = new UniqueNames({ joint: '-' });
  for (const part of partsOf(markExpressions(nodes))) {
    if (typeof part === 'string') sections.at(-1)?.lines.push(part);
    else {
      const title = blockTexts([part]).join(' ').normalize('NFC').trim();
      sections.push({ title, anchor: anchorOf(part, title, anchors), lines: [] });
    }
  }
  return sections
    .map(({ lines, ...section }) => ({ ...section, text: lines.join('\n').normalize('NFC') }))
    .filter(({ title, text }) => title !== '' || text.trim() !== '');
}

/** Headings, wherever they are, and the lines of text around them. */
function* partsOf(nodes: readonly (Block | Fragment)[]): Iterable<HeadingBlock | string> {
  for (const node of nodes) {
    if (isHeading(node)) yield node;
    else if (!holdsHeading(node)) {
      yield* blockTexts(node.object === 'block' ? [node] : node.nodes, descriptionsOf);
    } else {
      const { title } = ('data' in node ? node.data : {}) as { title?: unknown };
      if (typeof title === 'string') yield title;
      yield* partsOf(blocksIn(node));
    }
  }
}

function holdsHeading(node: Block | Fragment): boolean {
  return blocksIn(node).some((below) => isHeading(below) || holdsHeading(below));
}

function blocksIn(node: Block | Fragment): (Block | Fragment)[] {
  const below = [
    ...('fragments' in node ? node.fragments : []),
    ...('nodes' in node ? node.nodes : []),
  ];
  return below.filter(
    (child): child is Block | Fragment => child.object === 'block' || child.object === 'fragment',
  );
}

/** Its own, else its text; of headings that say the same, each but the first has a number. */
function anchorOf({ data: { id } }: HeadingBlock, title: string, anchors: UniqueNames): string {
  const slug =
    id ?? slugOf(unmarkText(title), { lengthMax: ANCHOR_LENGTH_MAX, fallback: 'section' });
  return anchors.takeFree(slug);
}
