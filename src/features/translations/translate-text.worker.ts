import { isSameValue } from '../../lib/same-value.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { keepsRawParts } from '../../document/source-preserving/inline-markup.ts';
import { rewriteBestEffort } from '../../document/source-preserving/rewrite-best-effort.ts';
import { markdownToDocument } from '../../document/markdown-to-document.ts';
import { blankTree } from './text/blank-tree.ts';
import { ownAnchors, textAnchors, type Anchors } from './text/heading-anchors.ts';
import { contentOfAnswer, segmentOf, type Segment, type SegmentAnswer } from './text/segment.ts';
import type { GlossaryTerm } from './text/terms.ts';
import { walkTexts, type VisitText } from './text/walk-texts.ts';

export interface TextTask {
  markdown: string;
  terms: readonly GlossaryTerm[];
}

/** Reads the texts of markdown without front matter. */
export function readSegments({ markdown, terms }: TextTask): Segment[] {
  const segments: Segment[] = [];
  walkTexts(readTree(markdown), terms, (markup) => void segments.push(segmentOf(markup)));
  return segments;
}

/** Markdown with its texts replaced. */
export interface AppliedAnswers {
  markdown: string;
  /** Indexes of segments that stay unchanged because replacing them would alter the structure. */
  refused: number[];
}

/**
 * Replaces the texts of markdown by their translations. The result, read again, has the structure
 * of the original. Parts outside the tree (comments, link titles) stay too. Blocks without a
 * translation stay byte for byte, and headings with one keep the anchors of their original texts.
 */
export function applyAnswers({
  markdown,
  terms,
  answers,
}: TextTask & { answers: readonly SegmentAnswer[] }): AppliedAnswers {
  const tree = readTree(markdown);
  const anchors = textAnchors(tree);
  const wanted = blankTree(tree);
  const write = (chosen: ReadonlySet<number>): string | undefined => {
    const translated = withAnswers(tree, terms, { answers, chosen, anchors });
    const written = rewriteBestEffort({ stored: markdown, tree: translated });
    const read = readTree(written);
    const isSame =
      isSameValue(ownAnchors(read), ownAnchors(translated)) && keepsRawParts(markdown, written);
    return isSame && blankTree(read) === wanted ? written : undefined;
  };
  const all = answers.flatMap((answer, index) => (answer === null ? [] : [index]));
  const whole = write(new Set(all));
  if (whole !== undefined) return { markdown: whole, refused: [] };
  const fitting = new Set<number>();
  let best = markdown;
  /** Applies as many translations as fit, by bisection, so that a bad one costs few attempts. */
  const take = (indexes: readonly number[]): void => {
    const tried = write(new Set([...fitting, ...indexes]));
    if (tried !== undefined) {
      for (const index of indexes) fitting.add(index);
      best = tried;
    } else if (indexes.length > 1) {
      const middle = Math.ceil(indexes.length / 2);
      take(indexes.slice(0, middle));
      take(indexes.slice(middle));
    }
  };
  take(all);
  return { markdown: best, refused: all.filter((index) => !fitting.has(index)) };
}

function withAnswers(
  tree: DocumentTree,
  terms: readonly GlossaryTerm[],
  {
    answers,
    chosen,
    anchors,
  }: { answers: readonly SegmentAnswer[]; chosen: ReadonlySet<number>; anchors: Anchors },
): DocumentTree {
  let index = -1;
  const visit: VisitText = (markup) => {
    index += 1;
    return chosen.has(index) ? contentOfAnswer(markup, answers[index] ?? null) : undefined;
  };
  return walkTexts(tree, terms, visit, anchors);
}

function readTree(markdown: string): DocumentTree {
  return markdownToDocument(markdown, { hasFrontMatter: false });
}
