import { builder, type FieldBuilder } from '../../builder.ts';
import { addToResponse } from './response-size.ts';
import { computedParameter, evaluatedParameter, metadataParameter } from './content-parameters.ts';
import type { ContentText } from './content-text.ts';
import { DocumentTreeScalar } from './document-scalar.ts';
import { DocumentFormat, formatParameter, IF_FORMAT_DESCRIPTION } from './document-format.ts';
import type { EvaluationProblem as Problem } from '../../document/evaluation/document-evaluation.ts';
import { evaluatedMarkdownOf, evaluationOf, shownDocument } from './evaluate-text.ts';
import { markdownOf } from './load-content.ts';
import { DOCUMENT_COST } from './page-document.ts';

const EvaluationProblem = builder.objectRef<Problem>('EvaluationProblem').implement({
  description: 'A part of a text that could not be evaluated, and is shown as written.',
  fields: (t) => ({
    source: t.exposeString('source', {
      description: 'The expression, or the reference of an `{% include %}`.',
    }),
    problem: t.exposeString('problem', {
      description: 'Why it was not evaluated. The sentence continues the source text.',
    }),
  }),
});

const CLAIMS_DESCRIPTION =
  'Value of `visitor.claims` in expressions, with unsigned claims under `unsigned`; empty by default. At most 500 values, 8 levels deep.';

/** Arguments of fields that can evaluate a text for a visitor. */
export const evaluationArgs = builder.args((t) => ({
  evaluated: t.boolean({ defaultValue: false, description: evaluatedParameter.description }),
  claims: t.field({ type: 'JSONObject', description: CLAIMS_DESCRIPTION }),
}));

/** Query parameters of bodies with a page or reusable content and its text. */
export const textParameters = {
  metadata: metadataParameter,
  computed: computedParameter,
  format: formatParameter,
  evaluated: evaluatedParameter,
};

/** Declares the fields with the text of a page or reusable content. */
export function textFields<Node>(t: FieldBuilder<Node>, textOf: (node: Node) => ContentText) {
  const args = {
    ifFormat: t.arg({ type: DocumentFormat, description: IF_FORMAT_DESCRIPTION }),
    ...evaluationArgs,
  };
  return {
    markdown: t.string({
      nullable: true,
      description:
        'The text, byte for byte as it was stored, without its front matter; null for a page ' +
        'that is only a heading over its pages. Links are as they were written.',
      args,
      complexity: ({ evaluated }) => (evaluated ? DOCUMENT_COST : 5),
      resolve: async (node, { ifFormat, evaluated, claims }, context) => {
        if ((ifFormat ?? 'markdown') !== 'markdown') return null;
        const text = textOf(node);
        if (evaluated) return evaluatedMarkdownOf(context, text, claims);
        const markdown = await markdownOf(context, text.entry);
        addToResponse(context, markdown?.length ?? 0);
        return markdown;
      },
    }),
    document: t.field({
      type: DocumentTreeScalar,
      nullable: true,
      description:
        'The text as a tree of blocks, made from the markdown; null for a page without text. ' +
        'Links are as they were written; reusable content is named by its id where it is found.',
      args,
      complexity: DOCUMENT_COST,
      resolve: (node, { ifFormat, ...evaluation }, context) =>
        (ifFormat ?? 'document') === 'document'
          ? shownDocument(context, textOf(node), evaluation)
          : null,
    }),
    evaluationProblems: t.field({
      type: [EvaluationProblem],
      description:
        'Parts of the text that could not be evaluated and are shown as written: invalid expressions, missing variables, missing or recursive includes, and parts over a limit. At most 100.',
      args: { claims: t.arg({ type: 'JSONObject', description: CLAIMS_DESCRIPTION }) },
      complexity: DOCUMENT_COST,
      resolve: async (node, { claims }, context) =>
        (await evaluationOf(context, textOf(node), claims))?.problems ?? [],
    }),
  };
}
