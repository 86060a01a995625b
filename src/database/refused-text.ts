import { badInput, type AppError } from '../errors.ts';
import { Prisma } from './generated/prisma/client.ts';

/** What PostgreSQL says of a text with U+0000, the one character that it cannot hold. */
const INVALID_CHARACTER = '22021';

/** The error for the caller when a statement failed because of U+0000; undefined for any other. */
export function refusedText(error: unknown): AppError | undefined {
  if (codeOf(error) !== INVALID_CHARACTER) return undefined;
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
