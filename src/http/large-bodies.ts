import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Addresses } from '../addresses.ts';
import type { Database } from '../database/database.ts';
import { AppError, unauthenticated } from '../errors.ts';
import { viewerOf } from './request-context.ts';
import { requestLimits } from './request-limits.ts';

/** Paths of SAML logins: forms of people without a token, with a limit of their own. */
const SAML_PATHS = '/saml/';

/**
 * Refuses bodies above `anonymousBodySize` of senders without a valid API token, before any of the
 * body is read.
 */
export function refuseLargeAnonymousBodies(
  app: FastifyInstance,
  db: Database,
  addresses: () => Addresses,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isLarge(request) || request.url.startsWith(SAML_PATHS)) return;
    const { authorization } = request.headers;
    const viewer = await viewerOf(authorization, { db, addresses: addresses() }, new Date());
    if (viewer !== null && !(viewer instanceof AppError)) return;
    // The rest of the body is not waited for.
    reply.header('connection', 'close');
    throw (
      viewer ??
      unauthenticated(
        `A body of more than ${requestLimits.anonymousBodySize} bytes, or of an unknown length, ` +
          'needs an API token: send "Authorization: Bearer <token>".',
      )
    );
  });
}

/** A chunked body does not say how large it is. */
function isLarge({ headers }: FastifyRequest): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > requestLimits.anonymousBodySize
  );
}
