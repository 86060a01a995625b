import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, badInput } from '../errors.ts';
import { measureJson } from '../lib/json-size.ts';
import { countBodyValues } from './json-bodies.ts';
import { isPersisted } from './persisted-queries.ts';
import { requestLimits } from './request-limits.ts';
import type { DocumentRequest } from './trusted-documents.ts';

/** Query parameters; those that are repeated as lists. */
type QueryTexts = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks that a body of `/graphql` contains an operation, and that a query string can be parsed.
 *
 * @throws BAD_USER_INPUT with the format of a body, or naming the parameter
 */
export function requireQuery({ method, query, body }: FastifyRequest): void {
  if (method !== 'POST') return requireJson(query as QueryTexts);
  const parameters = (body ?? {}) as DocumentRequest;
  if ((parameters.query ?? parameters.documentId ?? undefined) !== undefined) return;
  if (isPersisted(parameters)) return;
  throw badInput('The body must be a JSON object in which "query" is required.', ['query']);
}

function requireJson(query: QueryTexts): void {
  for (const name of ['variables', 'extensions']) {
    const texts = [query[name] ?? []].flat().filter((text) => text !== '');
    if (!texts.every((text) => isJson(text))) {
      throw badInput(`The query parameter "${name}" must be a JSON object.`, [name]);
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Limits the variables of a request without a valid API token, before they are walked.
 *
 * @throws QUERY_TOO_COMPLEX
 */
export function requireFewValues(request: FastifyRequest): void {
  const { variables } = request.query as { variables?: unknown };
  const inQuery = typeof variables === 'string' ? measureJson(Buffer.from(variables)).values : 0;
  if (Math.max(countBodyValues(request), inQuery) <= requestLimits.anonymousValues) return;
  throw new AppError(
    'QUERY_TOO_COMPLEX',
    `The request contains more than ${requestLimits.anonymousValues} values, which needs an API ` +
      'token: send "Authorization: Bearer <token>".',
  );
}

/** Sends a 405 with `Allow` for methods that `/graphql` does not accept. */
export function refuseOtherMethods(app: FastifyInstance, url: string): void {
  app.route({
    url,
    method: ['HEAD', 'PUT', 'PATCH', 'DELETE'],
    handler: (_request, reply) => {
      reply.header('allow', 'GET, POST');
      throw new AppError('METHOD_NOT_ALLOWED', `${url} takes GET and POST.`);
    },
  });
}
