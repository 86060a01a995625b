import {
  isInputType,
  Kind,
  parse,
  parseConstValue,
  validate,
  valueFromAST,
  visit,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import type { Fragments } from './fragments.ts';
import type { PathParameter, QueryParameter } from './route.ts';

/** The fragments of a response without a body. */
export const noFragments: Fragments = { definitions: [], parameters: new Map() };

/** Returns query parameters for the variables of embedded bodies. */
export function bodyParameters(
  schema: GraphQLSchema,
  fragments: Fragments,
  names: readonly string[],
): QueryParameter[] {
  return names.map((name) => {
    const parameter = fragments.parameters.get(name);
    if (!parameter) throw new Error(`no body of the response has the parameter "${name}"`);
    const type = schema.getType(parameter.type.replace('!', ''));
    if (!isInputType(type)) throw new Error(`"${parameter.type}" is not an input type`);
    const { default: text } = parameter;
    return {
      name,
      variable: name,
      type,
      defaultValue: text === undefined ? undefined : valueFromAST(parseConstValue(text), type),
      description: parameter.description,
      limits: undefined,
    };
  });
}

/**
 * Returns the variable definitions of an operation. Omits body parameters that its selection does
 * not use, which are still accepted and checked.
 */
export function variableDefinitions(
  pathParameters: readonly PathParameter[],
  queryParameters: readonly QueryParameter[],
  fragments: Fragments,
): string {
  const used = variablesIn(fragments);
  const definitions = [
    ...pathParameters.map(({ name, type }) => `$${name}: ${String(type)}`),
    ...queryParameters.flatMap(({ variable, type, operationDefault }) => {
      const parameter = fragments.parameters.get(variable);
      const own = operationDefault === undefined ? '' : ` = ${operationDefault}`;
      if (!parameter) return [`$${variable}: ${String(type)}${own}`];
      if (!used.has(variable)) return [];
      const byDefault = parameter.default ? ` = ${parameter.default}` : '';
      return [`$${variable}: ${parameter.type}${byDefault}`];
    }),
  ];
  return definitions.length > 0 ? `(${definitions.join(', ')})` : '';
}

function variablesIn({ definitions }: Fragments): Set<string> {
  const names = new Set<string>();
  for (const definition of definitions) {
    visit(definition, { Variable: ({ name }) => void names.add(name.value) });
  }
  return names;
}

/** Parses and validates the operation of a route, with the bodies that it returns. */
export function prepareOperation(
  schema: GraphQLSchema,
  operation: string,
  fragments: Fragments,
): DocumentNode {
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [...parse(operation, { noLocation: true }).definitions, ...fragments.definitions],
  };
  const errors = validate(schema, document);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join(' '));
  return document;
}
