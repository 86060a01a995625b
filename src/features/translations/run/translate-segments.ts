import { TranslatorError } from '../../../external/translator/translator-error.ts';
import type { Translator } from '../../../external/translator/translator.ts';
import { JobFailure } from '../../../jobs/job-failure.ts';
import { keepsMarkup, plainTextOf } from '../text/markup-html.ts';
import type { Segment, SegmentAnswer } from '../text/segment.ts';

/** Languages and instructions of a translation. */
export interface Direction {
  source: string;
  target: string;
  instructions: string;
  signal: AbortSignal;
}

/**
 * Translates segments. If an answer does not keep the markup, the texts between the markup are sent
 * separately. If that fails too, there is no answer.
 *
 * @returns translations by the HTML of their segments
 * @throws JobFailure when the translator fails
 */
export async function translateSegments(
  translator: Translator,
  segments: readonly Segment[],
  direction: Direction,
): Promise<Map<string, SegmentAnswer>> {
  const send = (texts: readonly string[]) => sendAll(translator, texts, direction);
  const answers = new Map<string, SegmentAnswer>();
  const unique = [...new Map(segments.map((segment) => [segment.html, segment])).values()];
  // A segment that consists of terms needs no request.
  for (const { html, pieces } of unique) if (pieces.length === 0) answers.set(html, html);
  const asked = unique.filter(({ html }) => !answers.has(html));
  const whole = await send(asked.map(({ html }) => html));
  const broken: Segment[] = [];
  for (const [index, segment] of asked.entries()) {
    const answer = (whole[index] ?? '').trim();
    if (keepsMarkup(segment.html, answer)) answers.set(segment.html, answer);
    else broken.push(segment);
  }
  const pieces = await send(broken.flatMap((segment) => segment.pieces.map(escapeText)));
  let next = 0;
  for (const segment of broken) {
    const answered = pieces.slice(next, (next += segment.pieces.length)).map(plainTextOf);
    const texts = answered.filter((text) => text !== undefined && text !== '');
    answers.set(segment.html, texts.length === segment.pieces.length ? (texts as string[]) : null);
  }
  return answers;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Sends texts in batches of the size that the translator accepts. */
async function sendAll(
  translator: Translator,
  texts: readonly string[],
  direction: Direction,
): Promise<string[]> {
  const answers: string[] = [];
  for (const batch of batchesOf(texts, translator)) {
    answers.push(...(await sendBatch(translator, batch, direction)));
  }
  return answers;
}

function batchesOf(texts: readonly string[], { textsMax, charactersMax }: Translator): string[][] {
  const batches: string[][] = [];
  let room = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    if (last && last.length < textsMax && text.length <= room) {
      last.push(text);
      room -= text.length;
    } else {
      batches.push([text]);
      room = charactersMax - text.length;
    }
  }
  return batches;
}

/**
 * Splits a batch in half if the translator rejects it as too large or returns an unusable answer.
 */
async function sendBatch(
  translator: Translator,
  texts: readonly string[],
  direction: Direction,
): Promise<string[]> {
  try {
    return await translator.translate({ ...direction, texts });
  } catch (error) {
    if (!(error instanceof TranslatorError)) throw error;
    const isDivisible =
      error.code === 'TRANSLATOR_TOO_LARGE' || error.code === 'TRANSLATOR_GARBLED';
    if (!isDivisible || texts.length <= 1) {
      throw new JobFailure(error.code, error.message, error.remedy, { cause: error });
    }
    const middle = Math.ceil(texts.length / 2);
    const first = await sendBatch(translator, texts.slice(0, middle), direction);
    return [...first, ...(await sendBatch(translator, texts.slice(middle), direction))];
  }
}
