import { AppError } from '../../errors.ts';

/**
 * Most characters of texts in one answer, as markdown and as trees together: a string of the
 * runtime, which an answer becomes, holds ten times as many.
 */
const ANSWER_TEXTS_MAX = 50_000_000;

/** How many characters each request has been answered so far, by its context. */
const answered = new WeakMap<object, number>();

/**
 * Counts a text into the answer of a request.
 *
 * @param length in characters
 * @throws QUERY_TOO_COMPLEX when the texts of the answer are over ANSWER_TEXTS_MAX together
 */
export function addToAnswer(context: object, length: number): void {
  answered.set(context, (answered.get(context) ?? 0) + length);
  requireRoom(context);
}

/**
 * Asked before a text is made that may be large.
 *
 * @throws QUERY_TOO_COMPLEX when the answer is full
 */
export function requireRoom(context: object): void {
  if ((answered.get(context) ?? 0) <= ANSWER_TEXTS_MAX) return;
  throw new AppError(
    'QUERY_TOO_COMPLEX',
    `The texts asked for have more than ${ANSWER_TEXTS_MAX} characters together: ask for ` +
      'smaller pages or fewer texts.',
  );
}
