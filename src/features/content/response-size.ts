import { AppError } from '../../errors.ts';

/**
 * Maximum number of characters of all texts in one response, as markdown and trees. A JavaScript
 * string, which the response becomes, can contain ten times as many.
 */
const ANSWER_TEXTS_MAX = 50_000_000;

/** Number of characters in the response so far, by the request's context. */
const answered = new WeakMap<object, number>();

/**
 * Counts a text towards the response of a request.
 *
 * @param length in characters
 * @throws QUERY_TOO_COMPLEX when all texts together exceed ANSWER_TEXTS_MAX
 */
export function addToResponse(context: object, length: number): void {
  answered.set(context, (answered.get(context) ?? 0) + length);
  requireResponseRoom(context);
}

/**
 * Checks the size of the response, before a possibly large text is built.
 *
 * @throws QUERY_TOO_COMPLEX when the limit is already exceeded
 */
export function requireResponseRoom(context: object): void {
  if ((answered.get(context) ?? 0) <= ANSWER_TEXTS_MAX) return;
  throw new AppError(
    'QUERY_TOO_COMPLEX',
    `The texts asked for have more than ${ANSWER_TEXTS_MAX} characters together: ask for ` +
      'smaller pages or fewer texts.',
  );
}
