import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, badInput } from '../errors.ts';

/**
 * Checks that a body of `/graphql` holds an operation.
 *
 * @throws BAD_USER_INPUT saying how a body looks
 */
export function requireQuery({ method, body }: FastifyRequest): void {
  if (method !== 'POST') return;
  const { query } = (body ?? {}) as { query?: unknown };
  if (query !== undefined && query !== null) return;
  throw badInput('The body must be a JSON object in which "query" is required.', ['query']);
}

/** Answers 405 and the methods of `/graphql` for the methods that it does not take. */
export function refuseOtherMethods(app: FastifyInstance, url: string): void {
  app.route({
    url,
    method: ['PUT', 'PATCH', 'DELETE'],
    handler: (_request, reply) => {
      reply.header('allow', 'GET, POST');
      throw new AppError('METHOD_NOT_ALLOWED', `${url} takes GET and POST.`);
    },
  });
}
