import { readFile } from 'node:fs/promises';
import { ZodError } from 'zod';
import { TrustedDocuments } from '../http/trusted-documents.ts';
import { errorText } from '../lib/error-text.ts';
import { CommandError } from './command-error.ts';

/**
 * Reads the manifests of trusted documents.
 *
 * @throws CommandError naming the file that cannot be used, and why
 */
export async function readTrustedDocuments(
  files: readonly string[] | undefined,
): Promise<TrustedDocuments | undefined> {
  if (!files) return undefined;
  const documents = new TrustedDocuments();
  for (const file of files) {
    try {
      documents.add(JSON.parse(await readFile(file, 'utf8')));
    } catch (error) {
      const reason =
        error instanceof ZodError
          ? 'it is no manifest of Apollo, Relay or GraphQL Code Generator'
          : errorText(error);
      throw new CommandError(`TRUSTED_DOCUMENTS: ${file} cannot be used: ${reason}.`);
    }
  }
  return documents;
}
