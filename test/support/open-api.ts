import { compileRoutes } from '../../src/rest/compile-routes.ts';
import { openApiDocument } from '../../src/rest/openapi/open-api-document.ts';
import type { JsonSchema } from '../../src/rest/options.ts';
import { schema } from '../../src/schema.ts';
import { readVersion } from '../../src/version.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: JsonSchema;
}

export interface Content {
  content?: { 'application/json': { schema: JsonSchema } };
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
}

/** The parts of the document that tests read. */
export interface OpenApi extends Record<string, unknown> {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> } & Record<string, unknown>;
}

export const routes = compileRoutes(schema);

/** The document that `/v1/openapi.json` serves. */
export const openApi = JSON.parse(
  JSON.stringify(openApiDocument(schema, routes, readVersion())),
) as OpenApi;
