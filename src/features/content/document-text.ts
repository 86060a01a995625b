import { z } from 'zod';
import type { InputBuilder } from '../../builder.ts';
import { badField, type InputPath } from '../../errors.ts';
import { sha256 } from '../../lib/hash.ts';
import { storedText } from '../../lib/stored-text.ts';
import { writeDocument } from './convert-document.ts';
import { requireReadable } from './document/input/require-readable.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { DocumentTree } from './document-scalar.ts';
import type { StoredIncludes } from './write-tree.ts';

/**
 * A text as a write gives it: as markdown, which is stored byte for byte, or as a tree, of which
 * each block that is stored already keeps its markdown (interface, Document body). Neither is the
 * empty text. Of a tree only the size is checked here: it is looked at when it is written.
 *
 * @param lengthMax most characters of the markdown
 */
export function documentText(lengthMax: number) {
  return z
    .object({
      markdown: storedText.max(lengthMax).optional(),
      document: z.looseObject({}).superRefine(requireReadable).optional(),
    })
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

/** What trees were written as, by the hash of what is stored. */
const written = new WeakMap<DocumentText, Map<string, Promise<string>>>();

/**
 * The markdown of a text that takes the place of a stored one; undefined for the empty text. Of one
 * text over one stored text it is made once. So a write asks for it before its transaction, and
 * again within it: only if the stored text is another one by then, it is made within it.
 *
 * @throws BAD_USER_INPUT at `path` for what is no document, when no markdown says what it does, and
 *   for too long a one
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
