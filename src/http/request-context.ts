import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { authenticate, findEnforcedLogins } from '../auth/tokens.ts';
import type { Viewer } from '../auth/viewer.ts';
import { createContext, type Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { loginRequired, unauthenticated, type AppError } from '../errors.ts';
import type { WebClient } from '../external/http/web-client.ts';
import type { Translator } from '../external/translator/translator.ts';
import type { Mailer } from '../external/mail/mailer.ts';
import { serviceUrls } from '../features/sso/service-urls.ts';
import { idempotencyKeyOf } from '../idempotency/idempotency-key.ts';

export interface RequestContextOptions {
  db: Database;
  baseUrl: string;
  mailer: Mailer | null;
  web: WebClient;
  translator: Translator | null;
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
    viewer: await viewerOf(request.headers.authorization, options, now),
    log: request.log as unknown as Logger,
    idempotencyKey: idempotencyKeyOf(request.headers['idempotency-key']),
  });
}

/** Whether a request carries a valid API token. */
export function hasViewer(context: Context): boolean {
  try {
    return context.viewerOrNobody !== null;
  } catch {
    return false;
  }
}

/** Who sends a request: null without a token, an error for a token that is not valid. */
export async function viewerOf(
  header: string | undefined,
  { db, baseUrl }: Pick<RequestContextOptions, 'db' | 'baseUrl'>,
  now: Date,
): Promise<Viewer | AppError | null> {
  if (header === undefined) return null;
  const [, secret] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  if (secret === undefined) {
    return unauthenticated(
      'The header "Authorization" has no API token: send "Authorization: Bearer <token>".',
    );
  }
  const viewer = await authenticate(db, secret, now);
  if (viewer) return viewer;
  const logins = await findEnforcedLogins(db, secret, now);
  const addresses = logins.map((id) => serviceUrls(baseUrl, id).startURL);
  return addresses.length > 0
    ? loginRequired(addresses)
    : unauthenticated('The API token is unknown, expired or revoked.');
}
