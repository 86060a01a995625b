import {
  getNamedType,
  isInputObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { singularForms } from '../lib/singular-forms.ts';
import { BodyFormat } from './body-format.ts';
import { isConnection, limitsOf, restBody, restField } from './extensions.ts';
import { fragmentsOf, type Fragments } from './fragments.ts';
import { withCoordinate } from './with-coordinate.ts';
import type { RestMutation } from './options.ts';
import { parseRoute, type PathTemplate } from './path-template.ts';
import {
  bodyParameters,
  noFragments,
  prepareOperation,
  variableDefinitions,
} from './prepare-operation.ts';
import { queryParameterOf, withoutRestForm } from './query-parameter.ts';
import { freeArguments, isRare, leafSelection, nodeType, writeArguments } from './read-routes.ts';
import { RestSerializer } from './rest-serializer.ts';
import type { PathParameter, ResponseShape, Route } from './route.ts';

type Field = GraphQLField<unknown, unknown>;

/**
 * Compiles the writes of `/v1`: each mutation has its own routes. @throws naming the faulty field
 */
export function* mutationRoutes(schema: GraphQLSchema): Iterable<Route> {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const rest = restField(field);
    if (rest === undefined) continue;
    for (const [operationId, route] of Object.entries((rest as RestMutation).routes)) {
      yield withCoordinate(`Mutation.${field.name}`, () =>
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
  const pathParameters = template.parameters.map((name) => pathParameter(input, name));
  if (rest.ifMatch !== undefined && !input.getFields()[rest.ifMatch]) {
    throw new Error(`${input.name} has no field "${rest.ifMatch}"`);
  }
  const result = resultOf(field, rest);
  const { type, ownArguments } = result;
  const fragments = type ? fragmentsOf(schema, type) : noFragments;
  const ownParameters = ownArguments.map((argument) => queryParameterOf(argument));
  const queryParameters = [
    ...ownParameters,
    ...bodyParameters(schema, fragments, rest.parameters ?? []),
  ];
  const all = [
    ...ownParameters,
    ...bodyParameters(schema, fragments, [...fragments.parameters.keys()]),
  ];
  const definitions = variableDefinitions(
    [{ name: 'input', type: inputArgument.type, description: '', limits: undefined }],
    all,
    fragments,
  );
  const document = prepareOperation(
    schema,
    `mutation ${operationId}${definitions} { ${field.name}(input: $input) { ${selectionOf(result, rest)} } }`,
    fragments,
  );
  const walk = [
    { field: field.name, parameter: undefined },
    ...(rest.result === undefined ? [] : [{ field: rest.result, parameter: undefined }]),
  ];
  const response = responseOf(schema, result, fragments);
  const tag = tagOf(schema, field, type);
  return {
    operationId,
    title: rest.titles?.[operationId],
    method: template.method,
    path: template.path,
    wildcard: template.wildcard,
    document,
    walk,
    pathParameters,
    queryParameters,
    input,
    hiddenInputs: hiddenInputs(rest, operationId, template),
    body: rest.body,
    ifMatch: rest.ifMatch,
    holdsContent: rest.holdsContent ?? false,
    status: rest.status ?? (type ? 200 : 204),
    location: locationOf(rest, template, type),
    precondition: rest.precondition ?? false,
    response,
    format: type && new BodyFormat({ walk, response }),
    description: field.description ?? '',
    deprecated: field.deprecationReason ?? undefined,
    open: false,
    isRare: rest.rare ?? isRare(schema, tag),
    tag,
  };
}

/** The value that a mutation returns. */
interface Result {
  /** Type of the resource, or of the items of a list; undefined for an empty response. */
  type: GraphQLNamedType | undefined;
  /** Type of the field, which is a connection for a list. */
  resultType: GraphQLNamedType | undefined;
  /** Arguments of a list that are query parameters. */
  ownArguments: readonly GraphQLArgument[];
}

function resultOf(field: Field, { result }: RestMutation): Result {
  if (result === undefined) return { type: undefined, resultType: undefined, ownArguments: [] };
  const payload = getNamedType(field.type) as GraphQLObjectType;
  const resultField = payload.getFields()[result];
  if (!resultField) throw new Error(`${payload.name} has no field "${result}"`);
  const resultType = getNamedType(resultField.type);
  if (!isConnection(resultType)) return { type: resultType, resultType, ownArguments: [] };
  const ownArguments = resultField.args.filter(({ name }) => !withoutRestForm.has(name));
  return { type: nodeType(resultType), resultType, ownArguments };
}

function selectionOf({ type, resultType, ownArguments }: Result, { result }: RestMutation): string {
  if (!type || !resultType) return '__typename';
  const leaf = leafSelection(resultType, `{ ...${type.name} }`);
  return `${result}${writeArguments(freeArguments(ownArguments))} ${leaf}`;
}

function responseOf(
  schema: GraphQLSchema,
  result: Result,
  { definitions }: Fragments,
): ResponseShape {
  const { type, resultType } = result;
  if (!type) return { kind: 'empty' };
  const write = new RestSerializer(schema, definitions).body(type);
  return { kind: type === resultType ? 'resource' : 'list', type, write };
}

/**
 * Returns the route's location. @throws if its template has a parameter that neither the route nor
 * the response has
 */
function locationOf(
  { location = false }: RestMutation,
  own: PathTemplate,
  type: GraphQLNamedType | undefined,
): Route['location'] {
  const names = typeof location === 'string' ? parseRoute(`GET ${location}`).parameters : [];
  const keys = type ? (restBody(type)?.fields ?? '').split(/[^\w]+/) : [];
  const unknown = names.find((name) => !own.parameters.includes(name) && !keys.includes(name));
  if (unknown !== undefined)
    throw new Error(`its route and its response have no {${unknown}} for its location`);
  return location;
}

/** Returns a path parameter, which is a field of the input. */
function pathParameter(input: GraphQLInputObjectType, name: string): PathParameter {
  const field = input.getFields()[name];
  if (!field) throw new Error(`${input.name} has no field for {${name}}`);
  const { type, description } = field;
  return { name, type, description: description ?? '', limits: limitsOf(field) };
}

/** Returns the input fields that only other routes of the mutation accept. */
function hiddenInputs(rest: RestMutation, operationId: string, own: PathTemplate): Set<string> {
  const ofAll = Object.values(rest.routes).flatMap((route) => parseRoute(route).parameters);
  const ofOthers = ofAll.filter((name) => !own.parameters.includes(name));
  return new Set([...ofOthers, ...(rest.without?.[operationId] ?? [])]);
}

/**
 * Returns the type of the returned resource, or else the type that the mutation's name ends with:
 * `deleteSite` belongs to Site, `updateTeamMembers` to TeamMember.
 */
function tagOf(schema: GraphQLSchema, field: Field, type: GraphQLNamedType | undefined): string {
  if (type && restBody(type)?.object !== undefined) return type.name;
  const words = field.name.split(/(?=[A-Z])/);
  const endings = words.map((_, index) => words.slice(index).join(''));
  const named = endings.flatMap(singularForms).find((name) => schema.getType(name)) ?? type?.name;
  if (named === undefined) throw new Error('its name ends with no type of the graph');
  return named;
}
