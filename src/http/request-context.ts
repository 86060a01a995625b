import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Addresses } from '../addresses.ts';
import { authenticate, canBeSecret, findEnforcedLogins } from '../auth/tokens.ts';
import type { Viewer } from '../auth/viewer.ts';
import { createContext, type Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { loginRequired, unauthenticated, type AppError } from '../errors.ts';
import type { WebClient } from '../external/http/web-client.ts';
import type { Translator } from '../external/translator/translator.ts';
import type { Mailer } from '../external/mail/mailer.ts';
import { hashSecret } from '../lib/hash.ts';
import { PAGE_SIZE_MAX } from '../pagination/page-request.ts';
import type { TokenHolder } from '../plan/compiled-operations.ts';
import { idempotencyKeyOf } from '../idempotency/idempotency-key.ts';

export interface RequestContextOptions {
  db: Database;
  addresses: Addresses;
  mailer: Mailer | null;
  web: WebClient;
  translator: Translator | null;
  pageSizeMax?: number;
}

/** The context of an HTTP request: its token becomes the viewer. */
export async function createRequestContext(
  request: FastifyRequest,
  options: RequestContextOptions,
): Promise<Context> {
  const viewer = await viewerOf(request.headers.authorization, options, new Date());
  return contextOf(request, options, viewer);
}

function contextOf(
  request: FastifyRequest,
  options: RequestContextOptions,
  viewer: Viewer | AppError | null,
): Context {
  return createContext({
    ...options,
    viewer,
    log: request.log as unknown as Logger,
    idempotencyKey: idempotencyKeyOf(request.headers['idempotency-key']),
  });
}

/**
 * Returns the holder of the token of a request, which is looked up later. Undefined if the request
 * must be rejected for a reason that only its context knows.
 */
export function tokenHolderOf(
  request: FastifyRequest,
  options: RequestContextOptions,
): TokenHolder | undefined {
  const { authorization, 'idempotency-key': idempotencyKey } = request.headers;
  const secret = secretOf(authorization);
  if (secret === undefined || !canBeSecret(secret) || idempotencyKey !== undefined) {
    return undefined;
  }
  return {
    token: { hash: hashSecret(secret), now: new Date() },
    addresses: options.addresses,
    db: options.db,
    log: request.log as unknown as Logger,
    pageSizeMax: options.pageSizeMax ?? PAGE_SIZE_MAX,
    contextOf: (viewer) => contextOf(request, options, viewer),
  };
}

/** The secret in the header `Authorization`; undefined where it has none. */
function secretOf(header: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
}

/** Returns whether a request carries a valid API token. */
export function hasViewer(context: Context): boolean {
  try {
    return context.viewerOrNobody !== null;
  } catch {
    return false;
  }
}

/** Returns the viewer of a request: null without a token. Throws if the token is not valid. */
export async function viewerOf(
  header: string | undefined,
  { db, addresses }: Pick<RequestContextOptions, 'db' | 'addresses'>,
  now: Date,
): Promise<Viewer | AppError | null> {
  if (header === undefined) return null;
  const secret = secretOf(header);
  if (secret === undefined) {
    return unauthenticated(
      'The header "Authorization" has no API token: send "Authorization: Bearer <token>".',
    );
  }
  const viewer = await authenticate(db, secret, now);
  if (viewer) return viewer;
  const logins = await findEnforcedLogins(db, secret, now);
  const starts = logins.map((id) => addresses.service(id).startURL);
  return starts.length > 0
    ? loginRequired(starts)
    : unauthenticated('The API token is unknown, expired or revoked.');
}
