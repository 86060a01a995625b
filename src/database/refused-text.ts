import { badInput, type AppError } from '../errors.ts';
import { Prisma } from './generated/prisma/client.ts';

/**
 * Error codes of PostgreSQL for U+0000, the one character that it cannot store: in a text, in JSON.
 */
const INVALID_CHARACTER: ReadonlySet<unknown> = new Set(['22021', '22P05']);

/** U+0000 as JSON writes it: behind an even number of backslashes, which are literal. */
const NUL_IN_JSON = /(?<!\\)(?:\\\\)*\\u0000/;

/** The error for the caller when a statement failed because of U+0000; undefined for any other. */
export function refusedText(error: unknown): AppError | undefined {
  return INVALID_CHARACTER.has(codeOf(error)) ? refusal() : undefined;
}

/**
 * Refuses what could be stored as JSON but not be read by its members: one value with U+0000 fails
 * every statement that looks into the column.
 *
 * @throws BAD_USER_INPUT
 */
export function requireReadableJson(value: unknown): void {
  if (NUL_IN_JSON.test(JSON.stringify(value))) throw refusal();
}

function refusal(): AppError {
  return badInput('A text contains the character U+0000, which no text here can hold.');
}

/** PostgreSQL's code of an error, from its driver or through Prisma. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) {
    return (error as { code?: unknown }).code;
  }
  const adapterError = error.meta?.['driverAdapterError'] as
    | { cause?: { originalCode?: unknown } }
    | undefined;
  return adapterError?.cause?.originalCode;
}
