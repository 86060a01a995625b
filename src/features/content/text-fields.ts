import type { FieldBuilder } from '../../builder.ts';
import { addToAnswer } from './answer-size.ts';
import { DocumentTree } from './document-scalar.ts';
import { DocumentFormat, IF_FORMAT_DESCRIPTION } from './document-format.ts';
import { documentOf, markdownOf } from './load-content.ts';
import { DOCUMENT_COST } from './page-document.ts';
import type { Body } from './store/entry.ts';

/** The fields by which a page or a reusable content shows its text. */
export function textFields<Node>(t: FieldBuilder<Node>, textOf: (node: Node) => Body) {
  const args = { ifFormat: t.arg({ type: DocumentFormat, description: IF_FORMAT_DESCRIPTION }) };
  return {
    markdown: t.string({
      nullable: true,
      description:
        'The text, byte for byte as it was stored, without its front matter; null for a page ' +
        'that is only a heading over its pages. Links are as they were written.',
      args,
      complexity: 5,
      resolve: async (node, { ifFormat }, context) => {
        if ((ifFormat ?? 'markdown') !== 'markdown') return null;
        const markdown = await markdownOf(context, textOf(node));
        addToAnswer(context, markdown?.length ?? 0);
        return markdown;
      },
    }),
    document: t.field({
      type: DocumentTree,
      nullable: true,
      description:
        'The text as a tree of blocks, made from the markdown; null for a page without text. ' +
        'Links are as they were written.',
      args,
      complexity: DOCUMENT_COST,
      resolve: (node, { ifFormat }, context) =>
        (ifFormat ?? 'document') === 'document' ? documentOf(context, textOf(node)) : null,
    }),
  };
}
