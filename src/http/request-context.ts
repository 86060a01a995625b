import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { authenticate } from '../auth/tokens.ts';
import type { Viewer } from '../auth/viewer.ts';
import { createContext, type Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';

export interface RequestContextOptions {
  db: Database;
  baseUrl: string;
  pageSizeMax?: number;
}

/** The context of an HTTP request: its token becomes the viewer. */
export async function requestContext(
  request: FastifyRequest,
  options: RequestContextOptions,
): Promise<Context> {
  const now = new Date();
  return createContext({
    ...options,
    viewer: await viewerOf(request.headers.authorization, options.db, now),
    log: request.log as unknown as Logger,
  });
}

async function viewerOf(
  header: string | undefined,
  db: Database,
  now: Date,
): Promise<Viewer | AppError> {
  if (header === undefined) {
    return unauthenticated('This needs an API token: send "Authorization: Bearer <token>".');
  }
  const [, secret] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  const viewer = secret === undefined ? null : await authenticate(db, secret, now);
  return viewer ?? unauthenticated('The API token is unknown, expired or revoked.');
}

function unauthenticated(message: string): AppError {
  return new AppError('UNAUTHENTICATED', message);
}
