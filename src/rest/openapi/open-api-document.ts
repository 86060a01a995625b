import { isLeafType, type GraphQLSchema } from 'graphql';
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../../idempotency/idempotency-key.ts';
import { fragmentsOf } from '../fragments.ts';
import { methods } from '../options.ts';
import { ADDRESS_LENGTH_MAX, type Route } from '../route.ts';
import { BodySchemas } from './body-schema.ts';
import { Components } from './components.ts';
import { displayName } from './display-name.ts';
import { errorComponents, errorSchema } from './error-responses.ts';
import { leafSchema } from './leaf-schema.ts';
import { operationOf } from './operation.ts';

/** The parts of an OpenAPI document that docgraph reads. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string } & Record<string, unknown>;
  paths: Record<string, Record<string, object>>;
  components: Record<string, Record<string, unknown>>;
  [key: string]: unknown;
}

/** Documents by compiled routes: writing one takes some hundred milliseconds. */
const written = new WeakMap<readonly Route[], OpenApiDocument>();

/**
 * Describes `/v1` in OpenAPI 3.1, from the compiled routes and the schema alone. Gateways on one
 * schema share its document.
 */
export function openApiDocument(
  schema: GraphQLSchema,
  routes: readonly Route[],
  version: string,
): OpenApiDocument {
  const document = written.get(routes) ?? describeRoutes(schema, routes, version);
  written.set(routes, document);
  return document;
}

function describeRoutes(
  schema: GraphQLSchema,
  routes: readonly Route[],
  version: string,
): OpenApiDocument {
  const components: Components = new Components((name) => describeBody(schema, components, name));
  const paths: OpenApiDocument['paths'] = {};
  for (const route of sortByPath(routes)) {
    const operations = (paths[route.path] ??= {});
    operations[route.method.toLowerCase()] = operationOf(schema, components, route);
  }
  components.refer('Error', () => errorSchema);
  return {
    openapi: '3.1.1',
    info: {
      title: 'docgraph',
      version,
      summary: 'The REST interface of a documentation platform.',
      description: introduction,
      contact: { name: 'The docgraph authors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '/',
        description: 'The gateway that serves this document, in production as on a local machine.',
        'x-internal': false,
      },
    ],
    security: [{ bearer: [] }],
    tags: tagsOf(schema, routes),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token: `Authorization: Bearer <token>`.',
        },
      },
      parameters: parametersOf(routes),
      headers: headersOf(routes),
      responses: errorComponents(routes),
      schemas: components.toJSON(),
    },
  };
}

/** Describes a type that no route selects. */
function describeBody(schema: GraphQLSchema, components: Components, name: string): void {
  const type = schema.getType(name);
  if (!type) throw new Error(`A scalar refers to ${name}, which is no type and not defined by it.`);
  if (isLeafType(type)) leafSchema(components, type);
  else new BodySchemas(schema, components, fragmentsOf(schema, type).definitions).body(type);
}

const introduction = `Everything that the graph at \`/graphql\` shows, as resources.

- Bodies are JSON. A field or query parameter that is not known is an error.
- In a change, an absent field stays as it is; \`null\` clears it where null is allowed.
- Lists return a page and, if there is more, \`next.page\`: send it as \`page\`.
- What you may not see looks like what does not exist.
- Deleting what does not exist succeeds.
- Each response has an \`X-Request-Id\`, by which the log identifies it; one that you send is kept.`;

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an earlier response. If it is still current, the response is a 304.',
  schema: { type: 'string', maxLength: ADDRESS_LENGTH_MAX },
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description:
    'What the content must still be at; else you get a 412. The id of a revision in double quotes, ' +
    'the `ETag` of a read of the content, of a page, a file or a list of it, of its space or its ' +
    'change request, or a list of these; `*` expects nothing.',
  schema: { type: 'string', maxLength: ADDRESS_LENGTH_MAX },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes it safe to send a request again if its response was lost: within a day, a request with ' +
    'the same key and content does nothing, and gets the response of the first one. Take a random ' +
    'UUID for each request. One that failed did nothing, and can be sent again with its key.',
  schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_LENGTH_MAX },
};

function parametersOf(routes: readonly Route[]): Record<string, object> {
  const isTaken = routes.some((route) => route.ifMatch !== undefined);
  return {
    IfNoneMatch: ifNoneMatch,
    IdempotencyKey: idempotencyKey,
    ...(isTaken && { IfMatch: ifMatch }),
  };
}

const headers = {
  ETag: {
    description: 'Identifies this response, for use in `If-None-Match`.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'URL of the new resource.',
    schema: { type: 'string', format: 'uri' },
  },
  'Access-Control-Allow-Origin': {
    description: 'Pages of any origin may read the response: a request carries no cookies.',
    schema: { type: 'string', const: '*' },
  },
};

function headersOf(routes: readonly Route[]): Record<string, object> {
  const { Location, ...others } = headers;
  return { ...others, ...(routes.some(({ location }) => location) && { Location }) };
}

/** Sorts routes by path, and by the conventional order of methods. */
function sortByPath(routes: readonly Route[]): readonly Route[] {
  return routes.toSorted((a, b) =>
    a.path === b.path
      ? methods.indexOf(a.method) - methods.indexOf(b.method)
      : a.path < b.path
        ? -1
        : 1,
  );
}

/** Groups of operations in the order of the domain: owners before what they own. */
const tagOrder: readonly string[] = [
  ...['Organization', 'Member', 'Team', 'TeamMember', 'User', 'Invite', 'InvitePreview'],
  ...['SAMLProvider', 'EmailDomain', 'Collection', 'Space', 'Access', 'ContentOwner', 'Page'],
  ...['PageDocument', 'File', 'Revision', 'ContentImportResult', 'GitRepository', 'Translation'],
  ...['GlossaryEntry', 'ChangeRequest', 'ChangeRequestUpdate', 'ChangeRequestReview'],
  ...['RequestedReviewer', 'ReviewRequests', 'Comment', 'CommentReply', 'OpenAPISpec'],
  ...['OpenAPISpecVersion', 'Site', 'SiteStructure', 'SiteSectionGroup', 'SiteSection'],
  ...['SiteSpace', 'ShareLink', 'SiteRedirect', 'SiteCustomization', 'Customization'],
  ...['SiteAdaptiveSchema', 'PublishingAuth', 'CustomHostname', 'Subdomain'],
];

function tagsOf(schema: GraphQLSchema, routes: readonly Route[]): object[] {
  const place = (name: string) => (tagOrder.includes(name) ? tagOrder.indexOf(name) : Infinity);
  const names = [...new Set(routes.map(({ tag }) => tag))]
    .toSorted()
    .toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
  return names.map((name) => ({
    name,
    'x-displayName': displayName(name),
    description: schema.getType(name)?.description ?? `Operations on ${name}.`,
  }));
}
