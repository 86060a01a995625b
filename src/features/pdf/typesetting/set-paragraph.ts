import type { Content, Text } from 'pdfmake';
import type { InlineContent, TextAlignment } from '../../../document/document-tree.ts';
import { fitWords } from './fit-words.ts';
import { setImage } from './set-images.ts';
import { imagesWithin, setInlines } from './set-inlines.ts';
import { setRightToLeft } from './set-right-to-left.ts';
import type { Setting } from './setting.ts';

/**
 * Maximum number of characters set as one piece: the time for line breaking grows with the square
 * of the length.
 */
const PIECE_MAX = 4000;

const fromLeft = { start: 'left', center: 'center', end: 'right' } as const;
const fromRight = { start: 'right', center: 'center', end: 'left' } as const;

/** Sets a paragraph, followed by its inline images. */
export function setParagraph(
  nodes: InlineContent,
  setting: Setting,
  align?: TextAlignment,
): Content[] {
  const pieces = piecesOf(setInlines(nodes, setting));
  const texts = pieces.map((text, index): Content => {
    const isLast = index === pieces.length - 1;
    return { ...setLines(text, setting, align), margin: [0, 0, 0, isLast ? setting.gap : 0] };
  });
  return [...texts, ...imagesWithin(nodes).map(({ data }) => setImage(data, setting))];
}

/** Sets a text in its reading direction. */
export function setLines(
  runs: Text[],
  { width }: Pick<Setting, 'width'>,
  align?: TextAlignment,
): Text {
  const directed = setRightToLeft(runs, width);
  if (!directed) return { text: fitWords(runs, width), alignment: align && fromLeft[align] };
  const { text, side } = directed;
  return { text, alignment: (side === 'right' ? fromRight : fromLeft)[align ?? 'start'] };
}

/** Splits a text into pieces that can be set one below the other; a short text is one piece. */
export function piecesOf(runs: readonly Text[]): Text[][] {
  const pieces: Text[][] = [];
  let length = PIECE_MAX;
  for (const run of runs.flatMap(shortRuns)) {
    length += run.text.length;
    if (length > PIECE_MAX) {
      pieces.push([run]);
      length = run.text.length;
    } else pieces.at(-1)?.push(run);
  }
  return pieces;
}

function shortRuns(run: Text): Text[] {
  const { text } = run;
  if (typeof text !== 'string' || text.length <= PIECE_MAX) return [run];
  const parts: Text[] = [];
  for (let from = 0; from < text.length;) {
    const space = text.lastIndexOf(' ', from + PIECE_MAX) + 1;
    const end = space > from && from + PIECE_MAX < text.length ? space : from + PIECE_MAX;
    parts.push({ ...run, text: text.slice(from, end) });
    from = end;
  }
  return parts;
}
