import {
  getNamedType,
  isInputObjectType,
  isLeafType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { BodyFormat } from './body-format.ts';
import { isConnection, isShownConnection, limitsOf, restBody, restField } from './extensions.ts';
import { fragmentsOf, type Fragments } from './fragments.ts';
import { withCoordinate } from './with-coordinate.ts';
import type { RestRead } from './options.ts';
import { parseRoute, type PathTemplate } from './path-template.ts';
import {
  bodyParameters,
  noFragments,
  prepareOperation,
  variableDefinitions,
} from './prepare-operation.ts';
import { queryParameterOf, withoutRestForm } from './query-parameter.ts';
import { RestSerializer } from './rest-serializer.ts';
import {
  REVISION_KEY,
  type ResponseShape,
  type PathParameter,
  type Route,
  type WalkStep,
} from './route.ts';

type Field = GraphQLField<unknown, unknown>;
type Parent = GraphQLObjectType | GraphQLInterfaceType;

/** One field of a walk, with its step. */
interface Step {
  parent: Parent;
  field: Field;
  read: RestRead;
  template: PathTemplate;
  /** Arguments by path parameter. */
  bound: Map<string, GraphQLArgument>;
}

/**
 * Compiles the reads of `/v1` by following the fields with a step from Query.
 *
 * @throws naming the faulty field
 */
export function* readRoutes(schema: GraphQLSchema): Iterable<Route> {
  const query = schema.getQueryType();
  if (!query) return;
  yield* readsBelow(schema, query, [], new Set());
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
    const culprit = `${parent.name}.${field.name}`;
    const { below } = read;
    if (below !== undefined && !walk.some((step) => coordinateOf(step) === below)) continue;
    const steps = [...walk, withCoordinate(culprit, () => stepOf(parent, field, read))];
    yield withCoordinate(culprit, () => readRoute(schema, parent, steps, read));
    const type = getNamedType(field.type);
    // A path that matches the rest has no steps below it.
    if (steps.at(-1)?.template.wildcard) continue;
    if (!('getFields' in type) || isInputObjectType(type) || isConnection(type)) continue;
    if (visited.has(type.name)) {
      throw new Error(`The REST step of ${culprit} is circular: it returns to ${type.name}.`);
    }
    yield* readsBelow(schema, type, steps, new Set([...visited, type.name]));
  }
}

/** Returns the name of the field of a step: `Query.viewer`. */
function coordinateOf({ parent, field }: Pick<Step, 'parent' | 'field'>): string {
  return `${parent.name}.${field.name}`;
}

function stepOf(parent: Parent, field: Field, read: RestRead): Step {
  const template = parseRoute(read.route);
  const bound = new Map<string, GraphQLArgument>();
  for (const name of template.parameters) {
    const byName = field.args.find((arg) => arg.name === name);
    const argument = byName ?? field.args.find((arg) => arg.name === 'id');
    if (!argument) throw new Error(`it has no argument for {${name}} of its route`);
    bound.set(name, argument);
  }
  return { parent, field, read, template, bound };
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
  const fragments = isLeafType(resource) ? noFragments : fragmentsOf(schema, resource);
  const pathParameters = steps.flatMap((step) => pathParametersOf(step));
  const left = new Set([...withoutRestForm, ...(read.without ?? [])]);
  const ownArguments = last.field.args.filter(
    (arg) => ![...last.bound.values()].includes(arg) && !left.has(arg.name),
  );
  const ownParameters = ownArguments.map((arg) => queryParameterOf(arg, read.limit));
  // An argument may also be the parameter of a body; then it fills both.
  const ofBodies = [...fragments.parameters.keys()].filter(
    (name) => !ownParameters.some((parameter) => parameter.variable === name),
  );
  const queryParameters = [...ownParameters, ...bodyParameters(schema, fragments, ofBodies)];
  const body = isLeafType(resource) ? '' : `{ ...${resource.name} }`;
  const leaf = leafSelection(type, body);
  const selection = steps.reduceRight((inner, step) => {
    const isLast = step === last;
    const within = withRevision(inner, step, isLast);
    return `{ ${step.field.name}${argumentList(step, isLast ? ownArguments : [])} ${within} }`;
  }, leaf);
  const operationId = operationIdOf(steps, read) ?? derivedOperationId(steps, list);
  const document = prepareOperation(
    schema,
    `query ${operationId}${variableDefinitions(pathParameters, queryParameters, fragments)} ${selection}`,
    fragments,
  );
  const walk = steps.map((step) => walkStepOf(step));
  const response = responseOf(schema, last.field, read, fragments);
  const tag = tagOf(parent, resource);
  return {
    operationId,
    title: read.titles?.[operationId],
    method: 'GET',
    path: steps.map((step) => step.template.path).join(''),
    wildcard: last.template.wildcard,
    document,
    walk,
    pathParameters,
    queryParameters,
    input: undefined,
    hiddenInputs: new Set(),
    body: undefined,
    ifMatch: undefined,
    holdsContent: false,
    status: 200,
    location: false,
    precondition: false,
    response,
    format: new BodyFormat({ walk, response }),
    description: last.field.description ?? '',
    deprecated: read.deprecated ?? last.field.deprecationReason ?? undefined,
    open: read.open ?? false,
    isRare: steps.some((step) => step.read.rare) || isRare(schema, tag),
    tag,
  };
}

/** Returns the selection of the field that a route returns. */
export function leafSelection(type: GraphQLNamedType, body: string): string {
  const pageInfo = 'pageInfo { hasNextPage endCursor }';
  if (isConnection(type)) return `{ totalCount ${pageInfo} nodes ${body} }`;
  return isShownConnection(type) ? `{ ${pageInfo} ...${type.name} }` : body;
}

/** Selects the revision id of a step, with which the response's entity tag starts. */
function withRevision(selection: string, { field }: Step, isLast: boolean): string {
  const revision = restBody(getNamedType(field.type))?.revision;
  if (!revision || !(isLast || revision.below)) return selection;
  return selection.replace('{', `{ ${REVISION_KEY}: ${revision.field}`);
}

function responseOf(
  schema: GraphQLSchema,
  field: Field,
  read: RestRead,
  fragments: Fragments,
): ResponseShape {
  const named = getNamedType(field.type);
  const list = isConnection(named);
  const type = list ? nodeType(named) : named;
  const serializer = new RestSerializer(schema, fragments.definitions);
  if (read.as !== undefined) {
    return { kind: 'value', as: read.as, type: field.type, write: serializer.value(field.type) };
  }
  const kind = list ? 'list' : isShownConnection(type) ? 'page' : 'resource';
  return { kind, type, write: serializer.body(type) };
}

function pathParametersOf(step: Step): PathParameter[] {
  return [...step.bound].map(([name, argument]) => ({
    name,
    type: argument.type,
    description: argument.description ?? '',
    limits: limitsOf(argument),
  }));
}

function argumentList(step: Step, own: readonly GraphQLArgument[]): string {
  const bound = [...step.bound].map(([name, argument]) => `${argument.name}: $${name}`);
  return writeArguments([...bound, ...freeArguments(own)]);
}

/** Returns arguments that variables of their names fill. */
export function freeArguments(own: readonly GraphQLArgument[]): string[] {
  return own.map(({ name }) => `${name}: $${name}`);
}

export function writeArguments(list: readonly string[]): string {
  return list.length > 0 ? `(${list.join(', ')})` : '';
}

function walkStepOf(step: Step): WalkStep {
  return {
    field: step.field.name,
    parameter: step.template.parameters.at(-1),
    notFoundMessage: step.read.notFoundMessage,
  };
}

function operationIdOf(steps: readonly Step[], { operationId }: RestRead): string | undefined {
  if (typeof operationId !== 'object') return operationId;
  return steps
    .toReversed()
    .flatMap((step) => [coordinateOf(step), step.parent.name])
    .map((key) => (Object.hasOwn(operationId, key) ? operationId[key] : undefined))
    .find((id) => id !== undefined);
}

/** E.g. `listSpaceChangeRequests`, `getSpaceChangeRequest`. */
function derivedOperationId(steps: readonly Step[], list: boolean): string {
  const names = steps.map(({ field }) => field.name[0]?.toUpperCase() + field.name.slice(1));
  return `${list ? 'list' : 'get'}${names.join('')}`;
}

/** Returns the type of the items of a connection. */
export function nodeType(connection: GraphQLObjectType) {
  const nodes = connection.getFields()['nodes'];
  if (!nodes) throw new Error(`${connection.name} has no nodes.`);
  return getNamedType(nodes.type);
}

/** Returns whether the operations of a type are omitted from the common tools of `/mcp`. */
export function isRare(schema: GraphQLSchema, tag: string): boolean {
  const type = schema.getType(tag);
  return type !== undefined && restBody(type)?.rare === true;
}

/** Returns the type of a resource; for other values, the type of their parent. */
function tagOf(parent: Parent, type: GraphQLNamedType): string {
  return restBody(type)?.object === undefined && parent.name !== 'Query' ? parent.name : type.name;
}
