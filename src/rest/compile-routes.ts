import {
  getNamedType,
  isInputObjectType,
  isNonNullType,
  Kind,
  parse,
  validate,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { isConnection, restField } from './extensions.ts';
import { fragmentsOf, type Fragments } from './fragments.ts';
import type { RestMutation, RestRead } from './options.ts';
import { parseRoute, type PathTemplate } from './path-template.ts';
import { Representer } from './represent.ts';
import type { Answer, PathParameter, QueryParameter, Route, WalkStep } from './route.ts';

type Field = GraphQLField<unknown, unknown>;
type Parent = GraphQLObjectType | GraphQLInterfaceType;

/** One field of a walk with what its step says. */
interface Step {
  field: Field;
  template: PathTemplate;
  /** Argument by path parameter. */
  bound: Map<string, GraphQLArgument>;
}

/** Arguments of a connection and the names that `/v1` has for them. */
const pagination = new Map([
  ['first', 'limit'],
  ['after', 'page'],
]);
const withoutRestForm = new Set(['last', 'before']);

/**
 * Composes every route of `/v1` from the schema: reads by walking from Query along the fields with
 * a step, mutations from their own routes. A wrong declaration stops the build.
 *
 * @throws naming the field at fault
 */
export function compileRoutes(schema: GraphQLSchema): Route[] {
  const routes = [...readRoutes(schema), ...mutationRoutes(schema)];
  const taken = new Map<string, string>();
  for (const route of routes) {
    const key = `${route.method} ${route.path.replaceAll(/\{\w+\}/g, '{}')}`;
    const other = taken.get(key) ?? taken.get(route.operationId);
    if (other) throw new Error(`${route.operationId} and ${other} both serve ${key}.`);
    taken.set(key, route.operationId);
    taken.set(route.operationId, route.operationId);
  }
  return routes;
}

function* readRoutes(schema: GraphQLSchema): Iterable<Route> {
  const query = schema.getQueryType();
  if (query) yield* readsBelow(schema, query, [], new Set());
}

function* readsBelow(
  schema: GraphQLSchema,
  parent: Parent,
  walk: readonly Step[],
  visited: ReadonlySet<string>,
): Iterable<Route> {
  for (const field of Object.values(parent.getFields())) {
    const rest = restField(field);
    if (rest === undefined || parent.name === 'Mutation') continue;
    const read = typeof rest === 'string' ? { route: rest } : (rest as RestRead);
    const steps = [...walk, stepOf(parent, field, read)];
    yield named(`${parent.name}.${field.name}`, () => readRoute(schema, parent, steps, read));
    const type = getNamedType(field.type);
    if (!('getFields' in type) || isInputObjectType(type) || isConnection(type)) continue;
    if (visited.has(type.name)) {
      throw new Error(`${parent.name}.${field.name} walks in a circle back to ${type.name}.`);
    }
    yield* readsBelow(schema, type, steps, new Set([...visited, type.name]));
  }
}

function stepOf(parent: Parent, field: Field, read: RestRead): Step {
  const template = parseRoute(read.route);
  const bound = new Map<string, GraphQLArgument>();
  for (const name of template.parameters) {
    const byName = field.args.find((arg) => arg.name === name);
    const argument = byName ?? field.args.find((arg) => arg.name === 'id');
    if (!argument) {
      throw new Error(`${parent.name}.${field.name} has no argument for {${name}} of its route.`);
    }
    bound.set(name, argument);
  }
  return { field, template, bound };
}

function readRoute(
  schema: GraphQLSchema,
  parent: Parent,
  steps: readonly Step[],
  read: RestRead,
): Route {
  const last = steps.at(-1);
  if (!last) throw new Error('A route needs a field.');
  const type = getNamedType(last.field.type);
  const list = isConnection(type);
  const resource = list ? nodeType(type) : type;
  const fragments =
    read.as === undefined
      ? fragmentsOf(schema, resource)
      : { definitions: [], parameters: new Map<string, never>() };
  const pathParameters = steps.flatMap((step) => pathParametersOf(step));
  const ownArguments = last.field.args.filter((arg) => ![...last.bound.values()].includes(arg));
  const queryParameters = [
    ...ownArguments.filter((arg) => !withoutRestForm.has(arg.name)).map(queryParameterOf),
    ...bodyParameters(schema, fragments, [...fragments.parameters.keys()]),
  ];
  const body = read.as === undefined ? `{ ...${resource.name} }` : '';
  const leaf = list ? `{ totalCount pageInfo { hasNextPage endCursor } nodes ${body} }` : body;
  const selection = steps.reduceRight(
    (inner, step) =>
      `{ ${step.field.name}${argumentList(step, step === last ? ownArguments : [])} ${inner} }`,
    leaf,
  );
  const operationId = readOperationId(steps, list);
  const document = prepare(
    schema,
    `query ${operationId}${variables(pathParameters, queryParameters, fragments)} ${selection}`,
    fragments,
  );
  return {
    operationId,
    method: 'GET',
    path: steps.map((step) => step.template.path).join(''),
    wildcard: last.template.wildcard,
    document,
    walk: steps.map((step) => walkStepOf(step)),
    pathParameters,
    queryParameters,
    input: undefined,
    hiddenInputs: new Set(),
    status: 200,
    location: false,
    answer: readAnswer(schema, read, resource, list, fragments),
    summary: last.field.description ?? '',
    deprecated: last.field.deprecationReason ?? undefined,
    tag: tagOf(parent, resource.name),
  };
}

function readAnswer(
  schema: GraphQLSchema,
  read: RestRead,
  type: GraphQLNamedType,
  list: boolean,
  fragments: Fragments,
): Answer {
  if (read.as !== undefined) return { kind: 'value', as: read.as };
  const write = new Representer(schema, fragments.definitions).body(type);
  return { kind: list ? 'list' : 'resource', type, write };
}

function* mutationRoutes(schema: GraphQLSchema): Iterable<Route> {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const rest = restField(field);
    if (rest === undefined) continue;
    for (const [operationId, route] of Object.entries((rest as RestMutation).routes)) {
      yield named(`Mutation.${field.name}`, () =>
        mutationRoute(schema, field, rest as RestMutation, operationId, parseRoute(route)),
      );
    }
  }
}

function mutationRoute(
  schema: GraphQLSchema,
  field: Field,
  rest: RestMutation,
  operationId: string,
  template: PathTemplate,
): Route {
  const inputArgument = field.args.find((arg) => arg.name === 'input');
  const input = inputArgument && getNamedType(inputArgument.type);
  if (!inputArgument || !isInputObjectType(input)) throw new Error('it has no input');
  const pathParameters = template.parameters.map((name): PathParameter => {
    const inputField = input.getFields()[name];
    if (!inputField) throw new Error(`${input.name} has no field for {${name}}`);
    return { name, type: inputField.type, description: inputField.description ?? '' };
  });
  const payload = getNamedType(field.type) as GraphQLObjectType;
  const resultField = rest.result === undefined ? undefined : payload.getFields()[rest.result];
  if (rest.result !== undefined && !resultField) {
    throw new Error(`${payload.name} has no field "${rest.result}"`);
  }
  const type = resultField && getNamedType(resultField.type);
  const fragments = type
    ? fragmentsOf(schema, type)
    : { definitions: [], parameters: new Map<string, never>() };
  const queryParameters = bodyParameters(schema, fragments, rest.parameters ?? []);
  const all = bodyParameters(schema, fragments, [...fragments.parameters.keys()]);
  const definitions = variables(
    [{ name: 'input', type: inputArgument.type, description: '' }],
    all,
    fragments,
  );
  const selection = type ? `${rest.result} { ...${type.name} }` : '__typename';
  const document = prepare(
    schema,
    `mutation ${operationId}${definitions} { ${field.name}(input: $input) { ${selection} } }`,
    fragments,
  );
  return {
    operationId,
    method: template.method,
    path: template.path,
    wildcard: template.wildcard,
    document,
    walk: [
      { field: field.name, parameter: undefined },
      ...(rest.result === undefined ? [] : [{ field: rest.result, parameter: undefined }]),
    ],
    pathParameters,
    queryParameters,
    input,
    hiddenInputs: hiddenInputs(rest, operationId, template),
    status: rest.status ?? (type ? 200 : 204),
    location: rest.location ?? false,
    answer: type
      ? {
          kind: 'resource',
          type,
          write: new Representer(schema, fragments.definitions).body(type),
        }
      : { kind: 'empty' },
    summary: field.description ?? '',
    deprecated: field.deprecationReason ?? undefined,
    tag: tagOf(undefined, type?.name ?? deletedType(field.name)),
  };
}

/** What the input holds for the other routes of the mutation only. */
function hiddenInputs(rest: RestMutation, operationId: string, own: PathTemplate): Set<string> {
  const ofAll = Object.values(rest.routes).flatMap((route) => parseRoute(route).parameters);
  const ofOthers = ofAll.filter((name) => !own.parameters.includes(name));
  return new Set([...ofOthers, ...(rest.without?.[operationId] ?? [])]);
}

function pathParametersOf(step: Step): PathParameter[] {
  return [...step.bound].map(([name, argument]) => ({
    name,
    type: argument.type,
    description: argument.description ?? '',
  }));
}

function queryParameterOf(argument: GraphQLArgument): QueryParameter {
  return {
    name: pagination.get(argument.name) ?? argument.name,
    variable: argument.name,
    type: argument.type,
    defaultValue: argument.defaultValue,
    description: argument.description ?? '',
  };
}

/** The variables of embedded bodies; their GraphQL types are looked up by parsing a declaration. */
function bodyParameters(
  schema: GraphQLSchema,
  fragments: Fragments,
  names: readonly string[],
): QueryParameter[] {
  return names.map((name) => {
    const parameter = fragments.parameters.get(name);
    if (!parameter) throw new Error(`no body in the answer has the parameter "${name}"`);
    const type = schema.getType(parameter.type.replace('!', ''));
    if (!type || !('parseValue' in type)) throw new Error(`"${parameter.type}" is no input type`);
    return {
      name,
      variable: name,
      type,
      defaultValue: parameter.default === undefined ? undefined : JSON.parse(parameter.default),
      description: parameter.description,
    };
  });
}

function variables(
  pathParameters: readonly PathParameter[],
  queryParameters: readonly QueryParameter[],
  fragments: Fragments,
): string {
  const definitions = [
    ...pathParameters.map(({ name, type }) => `$${name}: ${String(type)}`),
    ...queryParameters.map(({ variable, type }) => {
      const parameter = fragments.parameters.get(variable);
      if (!parameter) return `$${variable}: ${String(type)}`;
      return `$${variable}: ${parameter.type}${parameter.default ? ` = ${parameter.default}` : ''}`;
    }),
  ];
  return definitions.length > 0 ? `(${definitions.join(', ')})` : '';
}

function argumentList(step: Step, own: readonly GraphQLArgument[]): string {
  const bound = [...step.bound].map(([name, argument]) => `${argument.name}: $${name}`);
  const free = own
    .filter(({ name }) => !withoutRestForm.has(name))
    .map(({ name }) => `${name}: $${name}`);
  const list = [...bound, ...free];
  return list.length > 0 ? `(${list.join(', ')})` : '';
}

/** Parses and validates the operation of a route, with the bodies it shows. */
function prepare(schema: GraphQLSchema, operation: string, fragments: Fragments): DocumentNode {
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [...parse(operation, { noLocation: true }).definitions, ...fragments.definitions],
  };
  const errors = validate(schema, document);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join(' '));
  return document;
}

function walkStepOf(step: Step): WalkStep {
  return { field: step.field.name, parameter: step.template.parameters.at(-1) };
}

/** E.g. `listSpaceChangeRequests`, `getSpaceChangeRequest`. */
function readOperationId(steps: readonly Step[], list: boolean): string {
  const names = steps.map(({ field }) => field.name[0]?.toUpperCase() + field.name.slice(1));
  return `${list ? 'list' : 'get'}${names.join('')}`;
}

function nodeType(connection: GraphQLObjectType) {
  const nodes = connection.getFields()['nodes'];
  if (!nodes) throw new Error(`${connection.name} has no nodes.`);
  return getNamedType(nodes.type);
}

function tagOf(parent: Parent | undefined, typeName: string): string {
  return parent && !isNonNullType(parent) && typeName === 'JSON' ? parent.name : typeName;
}

function deletedType(mutation: string): string {
  return mutation.replace(/^[a-z]+/, '');
}

/** Runs a part of the build; what goes wrong names the field that declared it. */
function named<Result>(culprit: string, build: () => Result): Result {
  try {
    return build();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`The REST declaration of ${culprit} is wrong: ${message}`, { cause: error });
  }
}
