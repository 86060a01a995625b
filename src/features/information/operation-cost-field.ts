import {
  parse,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { builder } from '../../builder.ts';
import { badField, type AppError, type InputPath } from '../../errors.ts';
import { truncate } from '../../lib/truncate.ts';
import { readOperationVariables, type OperationCost } from '../../operations/operation-cost.ts';
import { factsOf } from '../../operations/operation-facts.ts';
import { operationLimits } from '../../operations/operation-limits.ts';

/** Cost of the field itself: to validate a document takes as long as to resolve many fields. */
const COST = 100_000;
/** Most characters of a problem: some show a literal of the document. */
const MESSAGE_LENGTH_MAX = 300;

const OperationCostObject = builder.objectRef<OperationCost>('OperationCost').implement({
  description: 'Cost of an operation before it runs, and the limits that it has to keep.',
  fields: (t) => ({
    cost: t.exposeFloat('cost', {
      description:
        'Number of fields that are resolved if every list is as long as its page allows.',
    }),
    costLimit: t.int({
      description: 'The most that one operation may cost.',
      resolve: () => operationLimits.cost,
    }),
    depth: t.exposeInt('depth', { description: 'Number of levels of nested fields.' }),
    depthLimit: t.int({
      description: 'The most levels that one operation may have.',
      resolve: () => operationLimits.depth,
    }),
  }),
});

builder.queryField('operationCost', (t) =>
  t.field({
    type: OperationCostObject,
    complexity: COST,
    description: 'The cost of an operation for given variables. Does not run it.',
    args: {
      query: t.arg.string({ required: true, description: 'Text of a GraphQL document.' }),
      variables: t.arg({ type: 'JSONObject', description: 'Values of its variables.' }),
      operationName: t.arg.string({
        description: 'Name of the operation; required if the document has several.',
      }),
    },
    resolve: (_root, { query, variables, operationName }, { viewer }, { schema }) => {
      // Only for people with a token: a document takes as much work as one that is sent to run.
      void viewer;
      const document = validDocument(schema, query);
      const facts = factsOf(schema, document, operationName);
      if (!facts) throw badField(['operationName'], 'must name an operation of the document');
      return facts.cost(variablesOf(schema, facts.operation, variables ?? {}));
    },
  }),
);

/** @throws BAD_USER_INPUT if the text is an invalid document */
function validDocument(schema: GraphQLSchema, query: string): DocumentNode {
  const document = parsed(query);
  const [problem] = validate(schema, document, undefined, { maxErrors: 1 });
  if (problem) throw invalid(['query'], 'is no valid document', problem);
  return document;
}

function parsed(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: operationLimits.tokens });
  } catch (error) {
    throw invalid(['query'], 'is no document', error as Error);
  }
}

/** @throws BAD_USER_INPUT if they do not fit the operation */
function variablesOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const variables = readOperationVariables(schema, operation, given);
  if ('coerced' in variables) return variables.coerced;
  throw invalid(['variables'], 'do not fit the operation', variables.errors[0]);
}

function invalid(path: InputPath, what: string, problem: Error | undefined): AppError {
  const { message = '' } = problem ?? {};
  return badField(path, `${what}: ${truncate(message.replace(/\.$/, ''), MESSAGE_LENGTH_MAX)}`);
}
