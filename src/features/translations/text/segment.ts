import type { InlineContent } from '../../../document/document-tree.ts';
import { contentOf, contentOfPieces, htmlOf } from './markup-html.ts';
import { piecesOf, type MarkupNode } from './markup.ts';
import type { GlossaryTerm } from './terms.ts';
import { walkPlainText } from './walk-texts.ts';

/** Text of a document, as sent to a translator. */
export interface Segment {
  html: string;
  /** Texts between its elements, for a translator that does not keep the elements. */
  pieces: string[];
}

/** Answer for a segment: one text, or one per piece; null leaves the segment unchanged. */
export type SegmentAnswer = string | string[] | null;

/** Returns the content of an answer; undefined leaves the segment unchanged. */
export function contentOfAnswer(
  markup: readonly MarkupNode[],
  answer: SegmentAnswer,
): InlineContent | undefined {
  if (answer === null) return undefined;
  return typeof answer === 'string' ? contentOf(markup, answer) : contentOfPieces(markup, answer);
}

/** Returns markup as a segment. */
export function segmentOf(markup: readonly MarkupNode[]): Segment {
  return { html: htmlOf(markup).trim(), pieces: piecesOf(markup) };
}

/** Returns a non-markdown text as a segment; null if nothing in it is translatable. */
export function readPlainSegment(text: string, terms: readonly GlossaryTerm[]): Segment | null {
  let segment: Segment | null = null;
  walkPlainText(text, terms, (markup) => {
    segment = segmentOf(markup);
    return undefined;
  });
  return segment;
}

/** Replaces a non-markdown text by an answer. */
export function applyPlainAnswer(
  text: string,
  terms: readonly GlossaryTerm[],
  answer: SegmentAnswer,
): string {
  return walkPlainText(text, terms, (markup) => contentOfAnswer(markup, answer)).trim() || text;
}
