import { challenge, RETRY_AFTER_SECONDS } from '../../errors.ts';
import type { Route } from '../route.ts';

/** An error response of the interface: name, description and example. */
interface ErrorResponse {
  status: number;
  name: string;
  description: string;
  example: string;
  headers?: Record<string, object>;
  appliesTo(route: Route): boolean;
}

/** Checks whether a route names a resource, by its path or by the address of the resource. */
const namesResource = ({ pathParameters, path }: Route) =>
  pathParameters.length > 0 || path.startsWith('/v1/urls/');

const takesBody = (route: Route) => route.input !== undefined && route.method !== 'DELETE';

const errorResponses: readonly ErrorResponse[] = [
  {
    status: 400,
    name: 'BadRequest',
    description: 'A parameter or the body is wrong. The message names it and what is allowed.',
    example: '"title" must have at least 2 characters.',
    appliesTo: () => true,
  },
  {
    status: 401,
    name: 'Unauthorized',
    description:
      'No API token was sent, or it is unknown, expired or revoked, or the organization enforces ' +
      'single sign-on: then the message says where to log in.',
    example: 'The API token is unknown, expired or revoked.',
    headers: {
      'WWW-Authenticate': {
        description: 'The expected authentication scheme.',
        schema: { type: 'string', const: challenge['www-authenticate'] },
      },
    },
    appliesTo: () => true,
  },
  {
    status: 403,
    name: 'Forbidden',
    description:
      'You may see the resource, but not do this with it. The message names the required role.',
    example: 'To do this you need the role "admin" or a higher one.',
    appliesTo: (route) => route.pathParameters.length > 0,
  },
  {
    status: 404,
    name: 'NotFound',
    description: 'Not found. Resources that you may not see look the same as missing ones.',
    example: 'No site with the id "site_1" was found: check the id, and that you have access.',
    appliesTo: (route) => namesResource(route) && route.method !== 'DELETE',
  },
  {
    status: 409,
    name: 'Conflict',
    description:
      'The state of the resource does not allow this, or it conflicts with another resource.',
    example: 'The hostname is taken.',
    appliesTo: (route) => route.method !== 'GET',
  },
  {
    status: 412,
    name: 'PreconditionFailed',
    description:
      'Something has to be done first, or the content is at another revision than the one that ' +
      '`If-Match` names. The message tells what.',
    example: 'The space "Guides" is deleted; restore it first.',
    appliesTo: ({ precondition, ifMatch }) => precondition || ifMatch !== undefined,
  },
  {
    status: 413,
    name: 'PayloadTooLarge',
    description: 'The body is larger than 2 MiB or, where it holds content, than 32 MiB.',
    example: 'The body has more than 2097152 bytes.',
    appliesTo: takesBody,
  },
  {
    status: 415,
    name: 'UnsupportedMediaType',
    description: 'The body is not JSON.',
    example: 'Send the body as JSON: "Content-Type: application/json".',
    appliesTo: takesBody,
  },
  {
    status: 422,
    name: 'IdempotencyKeyReused',
    description: 'Another request was sent with the same `Idempotency-Key` in the last day.',
    example:
      'The idempotency key came with another request before: take a new one for each request.',
    appliesTo: (route) => route.method !== 'GET',
  },
  {
    status: 503,
    name: 'ServiceUnavailable',
    description: 'The database cannot be reached. Retry the request later.',
    example: 'The database cannot be reached. Try again in a moment (request 1f0c).',
    headers: {
      'Retry-After': {
        description: 'Number of seconds to wait before a retry.',
        schema: {
          ...{ type: 'integer', format: 'int32' },
          ...{ minimum: RETRY_AFTER_SECONDS, maximum: RETRY_AFTER_SECONDS },
        },
      },
    },
    appliesTo: () => true,
  },
];

/** The schema of the interface's error body. */
export const errorSchema = {
  type: 'object',
  description: 'An error response.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'The error.',
      required: ['code', 'message'],
      properties: {
        code: {
          ...{ type: 'integer', format: 'int32', minimum: 400, maximum: 599 },
          description: 'The HTTP status.',
        },
        message: { type: 'string', description: 'Human-readable message.' },
      },
    },
  },
};

/** Returns references to the error responses of an operation, by status. */
export function errorResponsesOf(route: Route): Record<string, object> {
  const responses = errorResponses.filter((response) => response.appliesTo(route));
  return {
    ...Object.fromEntries(
      responses.map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
    ),
    default: { $ref: '#/components/responses/Failure' },
  };
}

const allowOrigin = {
  'Access-Control-Allow-Origin': { $ref: '#/components/headers/Access-Control-Allow-Origin' },
};

/** Returns the error response components that the routes refer to. */
export function errorComponents(routes: readonly Route[]): Record<string, object> {
  const responses = errorResponses.filter((response) =>
    routes.some((route) => response.appliesTo(route)),
  );
  const named = responses.map(({ status, name, description, example, headers }) => [
    name,
    { description, headers: { ...headers, ...allowOrigin }, ...errorContent(status, example) },
  ]);
  const description = 'Any other failure, e.g. one of the server.';
  return {
    ...(Object.fromEntries(named) as Record<string, object>),
    Failure: {
      description,
      headers: allowOrigin,
      ...errorContent(500, 'Something went wrong on the server.'),
    },
  };
}

function errorContent(code: number, message: string) {
  return {
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: { error: { code, message } },
      },
    },
  };
}
