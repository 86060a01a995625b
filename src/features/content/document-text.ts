import { z } from 'zod';
import type { InputBuilder } from '../../builder.ts';
import { badInput, type InputPath } from '../../errors.ts';
import { inTurn } from '../../lib/in-turn.ts';
import { storedText } from '../../lib/stored-text.ts';
import { documentSchema } from './document/input/document-schema.ts';
import { rewriteMarkdown, UnwritableDocumentError } from './document/keeping/rewrite-markdown.ts';
import { DocumentTree } from './document-scalar.ts';

/**
 * A text as a write gives it: as markdown, which is stored byte for byte, or as a tree, of which
 * each block that is stored already keeps its markdown (interface, Document body). Neither is the
 * empty text.
 *
 * @param lengthMax most characters of the markdown
 */
export function documentText(lengthMax: number) {
  return z
    .object({ markdown: storedText.max(lengthMax).optional(), document: documentSchema.optional() })
    .refine(
      ({ markdown, document }) => markdown === undefined || document === undefined,
      'must have markdown or a document, not both',
    );
}

export type DocumentText = z.output<ReturnType<typeof documentText>>;

/** The fields of an input that is a text. */
export const documentTextFields = (t: InputBuilder, markdown: string) => ({
  markdown: t.string({ description: markdown }),
  document: t.field({
    type: DocumentTree,
    description:
      'The text as a tree, in the place of `markdown`. Blocks that are stored already keep their ' +
      'markdown byte for byte.',
  }),
});

/**
 * The markdown of a text that takes the place of a stored one; undefined for the empty text.
 *
 * @throws BAD_USER_INPUT at `path` when no markdown says what a tree does, or too long a one
 */
export async function markdownOfText(
  { markdown, document }: DocumentText,
  { stored, lengthMax, path }: { stored: string; lengthMax: number; path: InputPath },
): Promise<string | undefined> {
  if (!document) return markdown;
  const at = [...path, 'document'];
  const written = await inTurn(() => writeTree(stored, document, at));
  if (written.length <= lengthMax) return written;
  throw badInput(
    `The document has more than ${lengthMax} characters when it is written as markdown.`,
    at,
  );
}

function writeTree(
  stored: string,
  document: NonNullable<DocumentText['document']>,
  path: InputPath,
): string {
  try {
    return rewriteMarkdown(stored, document);
  } catch (error) {
    if (!(error instanceof UnwritableDocumentError)) throw error;
    throw badInput('The document is too large or too deep to be written as markdown.', path);
  }
}
