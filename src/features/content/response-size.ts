import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { RESPONSE_TEXTS_MAX } from '../../lib/response-texts-max.ts';

/** The context of a request whose response is counted. */
export type ResponseContext = Pick<Context, 'responseTextLength'>;

/**
 * Counts a text towards the response of a request.
 *
 * @param length in characters
 * @throws QUERY_TOO_COMPLEX when all texts together exceed RESPONSE_TEXTS_MAX
 */
export function addToResponse(context: ResponseContext, length: number): void {
  context.responseTextLength += length;
  requireResponseRoom(context);
}

/**
 * Checks the size of the response, before a possibly large text is built.
 *
 * @throws QUERY_TOO_COMPLEX when the limit is already exceeded
 */
export function requireResponseRoom({ responseTextLength }: ResponseContext): void {
  if (responseTextLength <= RESPONSE_TEXTS_MAX) return;
  throw new AppError(
    'QUERY_TOO_COMPLEX',
    `The texts asked for have more than ${RESPONSE_TEXTS_MAX} characters together: ask for ` +
      'smaller pages or fewer texts.',
  );
}
