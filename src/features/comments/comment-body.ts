import { builder } from '../../builder.ts';
import { reading, type Declarations } from '../../pagination/declared-fields.ts';
import { addToResponse } from '../content/response-size.ts';
import {
  DocumentFormat,
  formatParameter,
  IF_FORMAT_DESCRIPTION,
} from '../content/document-format.ts';
import {
  documentText,
  documentTextFields,
  markdownOfText,
  type DocumentText,
} from '../content/document-text.ts';
import { DocumentTreeScalar } from '../content/document-scalar.ts';
import { documentFrom } from '../content/load-content.ts';

/** Maximum length of a comment or reply, in characters. */
const MARKDOWN_LENGTH_MAX = 100_000;

/** The text of a comment or reply; empty without markdown (interface, Comment). */
export const documentBody = documentText(MARKDOWN_LENGTH_MAX);

export type DocumentBodyValue = DocumentText;

export const DocumentBodyInput = builder.inputType('DocumentBodyInput', {
  description: 'Rich text in one of two formats. The empty object is the empty text.',
  fields: (t) =>
    documentTextFields(t, `The text as markdown, at most ${MARKDOWN_LENGTH_MAX} characters.`),
});

/** A text, as markdown or as a document. */
export const DocumentBody = builder
  .objectRef<{ markdown: string | null }>('DocumentBody')
  .implement({
    description:
      'Rich text in either format. If it is empty, both fields are null and `/v1` shows `{}`.',
    rest: {
      fields: 'markdown(ifFormat: $format) document(ifFormat: $format)',
      parameters: { format: formatParameter },
    },
    fields: (t) => ({
      markdown: t.string({
        nullable: true,
        description: 'The text as markdown, as it was written.',
        args: { ifFormat: t.arg({ type: DocumentFormat, description: IF_FORMAT_DESCRIPTION }) },
        // Plans compare the length of the response with the limit that is counted below.
        extensions: { shows: 'markdown', reads: ['markdown'] } satisfies Declarations,
        resolve: ({ markdown }, { ifFormat }, context) => {
          if ((ifFormat ?? 'markdown') !== 'markdown') return null;
          addToResponse(context, markdown?.length ?? 0);
          return markdown;
        },
      }),
      document: t.field({
        type: DocumentTreeScalar,
        nullable: true,
        description: 'The text as a tree of blocks, made from the markdown.',
        args: { ifFormat: t.arg({ type: DocumentFormat, description: IF_FORMAT_DESCRIPTION }) },
        complexity: 10,
        ...reading('markdown'),
        resolve: ({ markdown }, { ifFormat }, context) =>
          markdown !== null && (ifFormat ?? 'document') === 'document'
            ? documentFrom(context, markdown)
            : null,
      }),
    }),
  });

/**
 * Returns the markdown of a text as it is stored; null for the empty text.
 *
 * @param field name of the input field
 * @throws BAD_USER_INPUT for a document that cannot be stored
 */
export async function bodyMarkdown(
  body: DocumentBodyValue,
  { field = 'body', stored }: { field?: string; stored?: string | null } = {},
): Promise<string | null> {
  const limits = { stored: stored ?? '', lengthMax: MARKDOWN_LENGTH_MAX, path: ['input', field] };
  return (await markdownOfText(body, limits)) ?? null;
}
