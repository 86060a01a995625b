import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import { AppError, unauthenticated } from '../errors.ts';
import { viewerOf } from './request-context.ts';
import { requestLimits } from './request-limits.ts';

/**
 * Options of a route whose bodies hold content. A large one is read only when somebody sends it
 * whose token is valid.
 */
export function contentBodies(db: Database, baseUrl: () => string) {
  return {
    bodyLimit: requestLimits.contentBodySize,
    async onRequest(request: FastifyRequest): Promise<void> {
      if (!isLarge(request)) return;
      const { authorization } = request.headers;
      const viewer = await viewerOf(authorization, { db, baseUrl: baseUrl() }, new Date());
      if (viewer instanceof AppError) throw viewer;
      if (viewer === null) {
        throw unauthenticated(
          `A body of more than ${requestLimits.bodySize} bytes, or of an unknown length, needs an ` +
            'API token: send "Authorization: Bearer <token>".',
        );
      }
    },
  };
}

/** A body that comes in chunks does not say how large it is. */
function isLarge({ headers }: FastifyRequest): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > requestLimits.bodySize
  );
}
