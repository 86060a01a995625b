import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { OpenApiDocument } from '../../rest/openapi/open-api-document.ts';
import { methods, type JsonSchema, type Method } from '../../rest/options.ts';

/** An operation of `/v1` as a tool. */
export interface McpTool {
  method: Method;
  /** With `{parameters}`. */
  path: string;
  /** Names of the arguments that the query string contains. */
  query: ReadonlySet<string>;
  hasBody: boolean;
  /** Schema of the result; undefined for an empty one. */
  answer: JsonSchema | undefined;
  /** The tool as clients see it. */
  definition: Tool;
}

export interface McpToolOptions {
  /** Includes the operations that write. */
  writes: boolean;
  /** Ids of the operations to omit. */
  omitted: ReadonlySet<string>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required?: boolean;
  description: string;
  schema: JsonSchema;
}

interface Content {
  required?: boolean;
  content?: { 'application/json': { schema: JsonSchema } };
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: Content;
  responses: Readonly<Record<string, Content>>;
}

/** The component of a tree of blocks. Its parts take 35 kB, and agents write markdown. */
const DOCUMENT = 'DocumentTree';

/** Argument of every tool with a result. */
const fieldsSchema: JsonSchema = {
  type: 'array',
  items: { type: 'string' },
  description:
    'Fields of the result (in a list, of each item) to return: ["id", "urls.app"]; all if absent.',
};

/** Creates the tools, by name: one for each operation of the OpenAPI document. */
export function createMcpTools(
  openApi: OpenApiDocument,
  { writes, omitted }: McpToolOptions,
): ReadonlyMap<string, McpTool> {
  const operations = Object.entries(openApi.paths).flatMap(([path, atPath]) =>
    methods.flatMap((method) => {
      const operation = atPath[method.toLowerCase()] as Operation | undefined;
      return operation ? [{ method, path, operation }] : [];
    }),
  );
  const tools = operations
    .filter(({ method }) => writes || method === 'GET')
    .filter(({ operation }) => !omitted.has(operation.operationId))
    .map(({ method, path, operation }) => createTool(openApi, method, path, operation));
  return new Map(tools.map((tool) => [tool.definition.name, tool]));
}

function createTool(
  openApi: OpenApiDocument,
  method: Method,
  path: string,
  operation: Operation,
): McpTool {
  const { operationId, summary, description, requestBody, responses } = operation;
  // References are to headers.
  const parameters = operation.parameters.filter((parameter) => 'name' in parameter);
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const answer = schemaOf(success);
  return {
    method,
    path,
    query: new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name)),
    hasBody: requestBody !== undefined,
    answer,
    definition: {
      name: operationId,
      title: summary,
      description: `${summary}. ${description}`,
      inputSchema: withDefinitions(
        openApi,
        argumentsSchema(openApi, parameters, operation, answer),
      ),
      annotations: {
        openWorldHint: false,
        ...(method === 'GET'
          ? { readOnlyHint: true }
          : { destructiveHint: method !== 'POST', idempotentHint: method !== 'POST' }),
      },
    },
  };
}

/** Returns the schema of the arguments: parameters and fields of the body side by side. */
function argumentsSchema(
  openApi: OpenApiDocument,
  parameters: readonly Parameter[],
  { requestBody }: Operation,
  answer: JsonSchema | undefined,
): JsonSchema {
  const own = parameters.map(({ name, description, schema }) => [
    name,
    // In the query string this is JSON; an argument may be the object itself.
    { ...((schema['contentSchema'] as JsonSchema | undefined) ?? schema), description },
  ]);
  const bodies = alternatives(openApi, schemaOf(requestBody) ?? {});
  const required = bodies.map((body) => (body['required'] ?? []) as string[]);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(own),
      ...Object.assign({}, ...bodies.map((body) => body['properties'])),
      ...(answer && { fields: fieldsSchema }),
    },
    required: [
      ...parameters.filter((parameter) => parameter.required).map(({ name }) => name),
      ...(required[0] ?? []).filter((name) => required.every((names) => names.includes(name))),
    ],
    additionalProperties: false,
  };
}

function schemaOf(content: Content | undefined): JsonSchema | undefined {
  return content?.content?.['application/json'].schema;
}

/** Resolves a schema to the schemas that a value may have, without references and null. */
export function alternatives(openApi: OpenApiDocument, schema: JsonSchema): JsonSchema[] {
  const { $ref, anyOf, oneOf } = schema;
  if (typeof $ref === 'string') return alternatives(openApi, componentOf(openApi, $ref));
  const branches = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (branches) return branches.flatMap((branch) => alternatives(openApi, branch));
  return schema['type'] === 'null' ? [] : [schema];
}

function componentOf({ components }: OpenApiDocument, reference: string): JsonSchema {
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  return components['schemas']?.[name] as JsonSchema;
}

/**
 * Adds the components that a schema refers to, as `$defs`; lists of values are repeated instead,
 * without their meanings.
 */
function withDefinitions(openApi: OpenApiDocument, schema: JsonSchema): Tool['inputSchema'] {
  const definitions: Record<string, unknown> = {};
  const localize = (part: JsonSchema): unknown =>
    JSON.parse(JSON.stringify(part), (_key, value: JsonSchema | null) => {
      if (typeof value?.['$ref'] !== 'string') return value;
      const { $ref, ...beside } = value;
      const name = $ref.slice('#/components/schemas/'.length);
      const component = componentOf(openApi, $ref);
      if ('enum' in component) return { type: 'string', enum: component['enum'], ...beside };
      if (!(name in definitions)) {
        definitions[name] = {};
        const { type, description } = component;
        definitions[name] = name === DOCUMENT ? { type, description } : localize(component);
      }
      return { $ref: `#/$defs/${name}`, ...beside };
    });
  const own = localize(schema) as Tool['inputSchema'];
  return Object.keys(definitions).length > 0 ? { ...own, $defs: definitions } : own;
}
