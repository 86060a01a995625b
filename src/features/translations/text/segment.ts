import type { InlineContent } from '../../content/document/document-tree.ts';
import { contentOf, contentOfPieces, htmlOf } from './markup-html.ts';
import { piecesOf, type MarkupNode } from './markup.ts';
import type { Term } from './terms.ts';
import { walkPlainText } from './walk-texts.ts';

/** A text of a document, as it is sent to a translator. */
export interface Segment {
  html: string;
  /** The texts between its elements, for a translator that does not keep those. */
  pieces: string[];
}

/** What a translator made of a segment: a whole, or of each piece; null leaves it as it is. */
export type SegmentAnswer = string | string[] | null;

/** What an answer makes of a segment; undefined leaves it as it is. */
export function contentOfAnswer(
  markup: readonly MarkupNode[],
  answer: SegmentAnswer,
): InlineContent | undefined {
  if (answer === null) return undefined;
  return typeof answer === 'string' ? contentOf(markup, answer) : contentOfPieces(markup, answer);
}

/** Markup as a segment. */
export function segmentOf(markup: readonly MarkupNode[]): Segment {
  return { html: htmlOf(markup).trim(), pieces: piecesOf(markup) };
}

/** A text that is no markdown as a segment; null where nothing of it is to be translated. */
export function readPlainSegment(text: string, terms: readonly Term[]): Segment | null {
  let segment: Segment | null = null;
  walkPlainText(text, terms, (markup) => {
    segment = segmentOf(markup);
    return undefined;
  });
  return segment;
}

/** A text that is no markdown, with an answer in its place. */
export function applyPlainAnswer(
  text: string,
  terms: readonly Term[],
  answer: SegmentAnswer,
): string {
  return walkPlainText(text, terms, (markup) => contentOfAnswer(markup, answer)).trim() || text;
}
