import { badInput, type AppError } from '../errors.ts';
import { Prisma } from './generated/prisma/client.ts';

/** What PostgreSQL says of U+0000, the one character that it cannot hold: in a text, in JSON. */
const INVALID_CHARACTER: ReadonlySet<unknown> = new Set(['22021', '22P05']);

/** The error for the caller when a statement failed because of U+0000; undefined for any other. */
export function refusedText(error: unknown): AppError | undefined {
  if (!INVALID_CHARACTER.has(codeOf(error))) return undefined;
  return badInput('A text contains the character U+0000, which no text here can hold.');
}

/** PostgreSQL's code of an error, from its driver or through Prisma. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) {
    return (error as { code?: unknown }).code;
  }
  const adapterError = error.meta?.['driverAdapterError'] as
    { cause?: { originalCode?: unknown } } | undefined;
  return adapterError?.cause?.originalCode;
}
