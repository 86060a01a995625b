import { z } from 'zod';
import type { InputBuilder } from '../../builder.ts';
import { badField, type InputPath } from '../../errors.ts';
import { sha256 } from '../../lib/hash.ts';
import { writeDocument } from '../../revisions/derived/convert-document.ts';
import { requireReadable } from '../../document/input/require-readable.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { DocumentTreeScalar } from './document-scalar.ts';
import type { StoredIncludes } from '../../document/write-tree.ts';

/**
 * A text in a write: markdown, which is stored byte for byte, or a tree, whose unchanged blocks
 * keep their stored markdown (interface, Document body). Without either, the text is empty. A tree
 * is only checked for its size here, and validated when it is converted.
 *
 * @param lengthMax maximum length of the markdown, in characters
 */
export function documentText(lengthMax: number) {
  return z
    .object({
      markdown: z.string().max(lengthMax).optional(),
      document: z.looseObject({}).superRefine(requireReadable).optional(),
    })
    .refine(
      ({ markdown, document }) => markdown === undefined || document === undefined,
      'must have markdown or a document, not both',
    );
}

export type DocumentText = z.output<ReturnType<typeof documentText>>;

/** Declares the input fields of a text. */
export const documentTextFields = (t: InputBuilder, markdown: string) => ({
  markdown: t.string({ description: markdown }),
  document: t.field({
    type: DocumentTreeScalar,
    description:
      'The text as a tree, in the place of `markdown`. Blocks that are stored already keep their ' +
      'markdown byte for byte.',
  }),
});

/** Markdown of converted trees, by the hash of the stored text. */
const written = new WeakMap<DocumentText, Map<string, Promise<string>>>();

/**
 * Returns the markdown of a text that replaces a stored one; undefined for the empty text. Each
 * pair of texts is converted once. So a write calls it before its transaction, and again in it,
 * where it converts only if the stored text has changed.
 *
 * @throws BAD_USER_INPUT at `path` for an invalid document, for one that markdown cannot express,
 *   and for one that is too long
 */
export async function markdownOfText(
  text: DocumentText,
  {
    stored,
    includes,
    lengthMax,
    path,
  }: { stored: string; includes?: StoredIncludes; lengthMax: number; path: InputPath },
): Promise<string | undefined> {
  const { markdown, document } = text;
  if (!document) return markdown;
  const known = written.get(text) ?? new Map<string, Promise<string>>();
  written.set(text, known);
  const hash = sha256(canonicalJson([stored, includes]));
  const at = [...path, 'document'];
  const made =
    known.get(hash) ??
    writeDocument({ stored, tree: document, path: at, ...(includes && { includes }) });
  known.set(hash, made);
  const result = await made;
  if (result.length <= lengthMax) return result;
  throw badField(at, `must have at most ${lengthMax} characters when it is written as markdown`);
}
