import {
  getNamedType,
  Kind,
  OperationTypeNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
} from 'graphql';
import { embeddingOf } from '../fragments.ts';
import type { JsonSchema } from '../options.ts';
import {
  ADDRESS_LENGTH_MAX,
  PATH_PARAMETER_LENGTH_MAX,
  type PathParameter,
  type QueryParameter,
  type Route,
} from '../route.ts';
import { BodySchemas, listSchema } from './body-schema.ts';
import type { Components } from './components.ts';
import { operationTitle } from './display-name.ts';
import { errorResponsesOf } from './error-responses.ts';
import { objectSchema, parameterSchema } from './input-schema.ts';

/** Returns the OpenAPI operation of a route. */
export function operationOf(schema: GraphQLSchema, components: Components, route: Route): object {
  const requestBody = requestBodyOf(components, route);
  const deprecation = route.deprecated && `Deprecated: ${route.deprecated}`;
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.title ?? operationTitle(route.operationId),
    description: [route.description, deprecation].filter(Boolean).join('\n\n'),
    ...(route.deprecated && { deprecated: true }),
    'x-graphql': graphPathOf(route),
    ...(route.open && { security: [{}, { bearer: [] }] }),
    parameters: [
      ...route.pathParameters.map((parameter) => pathParameter(components, route, parameter)),
      ...route.queryParameters.map((parameter) => queryParameter(components, parameter)),
      ...(route.ifMatch === undefined ? [] : [{ $ref: '#/components/parameters/IfMatch' }]),
      route.method === 'GET'
        ? { $ref: '#/components/parameters/IfNoneMatch' }
        : { $ref: '#/components/parameters/IdempotencyKey' },
    ],
    ...(requestBody && { requestBody }),
    responses: {
      ...successOf(schema, components, route),
      ...errorResponsesOf(route),
    },
  };
}

/** Returns the fields of the graph that a route reads, from the root down, or its mutation. */
function graphPathOf({ walk, document }: Route): string {
  const [operation] = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? definition : [],
  );
  const [root] = operation?.selectionSet.selections ?? [];
  const isRead = operation?.operation === OperationTypeNode.QUERY && walk.length > 0;
  if (isRead) return walk.map(({ field }) => field).join('.');
  return root?.kind === Kind.FIELD ? root.name.value : '';
}

function pathParameter(components: Components, route: Route, parameter: PathParameter): object {
  const { name, type, description, limits } = parameter;
  const takesRest = route.wildcard && parameter === route.pathParameters.at(-1);
  return {
    name,
    in: 'path',
    required: true,
    description: takesRest ? `${description} It may contain slashes.` : description,
    schema: withLength(
      parameterSchema(components, type, limits),
      takesRest ? ADDRESS_LENGTH_MAX : PATH_PARAMETER_LENGTH_MAX,
    ),
  };
}

/** Adds the limit of the server to a text that has no other one. */
function withLength(schema: JsonSchema, maxLength: number): JsonSchema {
  const isLimited = schema['type'] !== 'string' || 'maxLength' in schema || 'enum' in schema;
  return isLimited ? schema : { ...schema, maxLength };
}

function queryParameter(components: Components, parameter: QueryParameter): object {
  const { name, type, defaultValue, description, limits } = parameter;
  const isRequired = String(type).endsWith('!') && defaultValue === undefined;
  return {
    name,
    in: 'query',
    ...(isRequired && { required: true }),
    description,
    schema: {
      ...withLength(parameterSchema(components, type, limits), ADDRESS_LENGTH_MAX),
      ...(defaultValue !== undefined && { default: defaultValue }),
    },
  };
}

/** Returns the request body: the input without path parameters and fields of other routes. */
function requestBodyOf(components: Components, route: Route): object | undefined {
  if (!route.input || route.method === 'DELETE') return undefined;
  if (route.body) {
    return { required: true, content: { 'application/json': { schema: route.body.schema } } };
  }
  const inPath = new Set(route.pathParameters.map(({ name }) => name));
  const body = objectSchema(
    components,
    route.input,
    ({ name }) => !inPath.has(name) && !route.hiddenInputs.has(name),
  );
  if (Object.keys(body['properties'] as object).length === 0) return undefined;
  const names = [
    route.input.name.replace(/Input$/, 'Body'),
    `${upperFirst(route.operationId)}Body`,
  ];
  return {
    ...('required' in body && { required: true }),
    content: { 'application/json': { schema: components.share(names, body) } },
  };
}

function successOf(
  schema: GraphQLSchema,
  components: Components,
  route: Route,
): Record<string, object> {
  const body = responseSchema(schema, components, route);
  const isRead = route.method === 'GET';
  const header = isRead ? 'ETag' : route.location ? 'Location' : undefined;
  const response = {
    description: describeSuccess(route),
    ...(header && { headers: headersOf(header) }),
    ...(body && { content: { 'application/json': { schema: body } } }),
  };
  return {
    [route.status]: response,
    ...(isRead && {
      '304': {
        description: 'Not modified: the `ETag` in `If-None-Match` is still current.',
        headers: headersOf('ETag'),
      },
    }),
  };
}

function headersOf(name: string): Record<string, object> {
  return Object.fromEntries(
    [name, 'Access-Control-Allow-Origin'].map((header) => [
      header,
      { $ref: `#/components/headers/${header}` },
    ]),
  );
}

function describeSuccess({ response, location, status }: Route): string {
  if (status === 201) {
    const created = 'The resource was created.';
    return location ? `${created} \`Location\` contains its URL.` : created;
  }
  switch (response.kind) {
    case 'empty':
      return status === 204 ? 'Success, without a body.' : 'Success, with an empty object.';
    case 'resource':
      return `One \`${response.type.name}\` object.`;
    case 'list':
      return `A page of \`${response.type.name}\` objects.`;
    case 'page':
      return `One page, as \`${response.type.name}\`.`;
    case 'value':
      return `An object with the member \`${response.as}\`.`;
  }
}

function responseSchema(
  schema: GraphQLSchema,
  components: Components,
  { response, document, status }: Route,
): JsonSchema | undefined {
  const fragments = document.definitions.filter(
    (definition): definition is FragmentDefinitionNode =>
      definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  const bodies = new BodySchemas(schema, components, fragments);
  switch (response.kind) {
    case 'empty':
      return status === 200 ? { type: 'object', additionalProperties: false } : undefined;
    case 'resource':
      return bodies.body(response.type);
    case 'list':
      return listSchema(components, response.type, bodies.body(response.type));
    case 'page':
      return bodies.page(response.type);
    case 'value':
      return {
        type: 'object',
        required: [response.as],
        properties: {
          [response.as]: bodies.value(response.type, embeddingOf(getNamedType(response.type))),
        },
      };
  }
}

function upperFirst(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
}
