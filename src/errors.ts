import { GraphQLError } from 'graphql';
import { fieldName } from './lib/field-name.ts';

/**
 * The one table of error codes: what GraphQL says in `extensions.code`, and the status on `/v1`.
 */
export const httpStatusOf = {
  BAD_USER_INPUT: 400,
  INVALID_POSITION: 400,
  INVALID_CURSOR: 400,
  QUERY_TOO_COMPLEX: 400,
  UNAUTHENTICATED: 401,
  SSO_REQUIRED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  NO_CHANGE: 409,
  STALE_REVISION: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  /** A write was committed, and only its result cannot be shown: the one code of no failure. */
  RESULT_UNAVAILABLE: 200,
} as const;

export type ErrorCode = keyof typeof httpStatusOf;

/** The code whose status that is, the most general one where there are several. */
export function codeOfStatus(status: number): ErrorCode | undefined {
  const codes = Object.keys(httpStatusOf) as ErrorCode[];
  return codes.find((code) => httpStatusOf[code] === status);
}

/** Where in an input a problem lies, e.g. `['input', 'title']`. */
export type InputPath = readonly (string | number)[];

/** An error that the caller may read; everything else is masked. */
export class AppError extends GraphQLError {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, inputPath?: InputPath) {
    super(message, { extensions: { code, ...(inputPath && { inputPath }) } });
    this.name = 'AppError';
    this.code = code;
  }
}

/** The input is wrong; the message names the field and what is allowed. */
export function badInput(message: string, inputPath?: InputPath): AppError {
  return new AppError('BAD_USER_INPUT', message, inputPath);
}

/**
 * The input is wrong in one place: the message begins with its name, since `/v1` shows no path.
 *
 * @param problem what is wrong, to follow the name: `must be …`
 */
export function badField(inputPath: InputPath, problem: string): AppError {
  return badInput(`"${fieldName(inputPath)}" ${problem}.`, inputPath);
}

/** Nothing can be put where the field `position` of the input says. */
export function invalidPosition(message: string): AppError {
  return new AppError('INVALID_POSITION', message, ['input', 'position']);
}

/**
 * Nothing with that id exists for the caller; hidden and missing sound the same.
 *
 * @param key what it is asked for by, where that is no id
 */
export function notFound(noun: string, id: string, key = 'id'): AppError {
  return new AppError(
    'NOT_FOUND',
    `No ${noun} with the ${key} "${shorten(id)}" was found: check the ${key}, and that you have access.`,
  );
}

/** For deletions: what does not exist for the viewer is as good as deleted. */
export function missing(error: unknown): null {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
  throw error;
}

/** Nobody is known to ask: no token was sent, or it is not valid. */
export function unauthenticated(message: string): AppError {
  return new AppError('UNAUTHENTICATED', message);
}

/** The token is valid, but its user's organization enforces single sign-on; says where it is. */
export function loginRequired(startUrls: readonly string[]): AppError {
  const message =
    'Your organization requires single sign-on, and this API token was not made by it: log in at ' +
    `${startUrls.join(' or ')}, and use the token that is shown there.`;
  return new AppError('SSO_REQUIRED', message);
}

/** The caller may see the thing but not do this to it; names the role that would be enough. */
export function forbidden(action: string, role: string): AppError {
  return new AppError('FORBIDDEN', `To ${action} you need the role "${role}" or a higher one.`);
}

/** The request is fine, but the state of the resource is against it. */
export function conflict(message: string): AppError {
  return new AppError('CONFLICT', message);
}

/**
 * Another resource has a value that only one can have.
 *
 * @param resource the resource, with what it is unique in: `section of this site`
 */
export function alreadyUsed(field: string, value: string, resource: string): AppError {
  return conflict(
    `The ${field} "${value}" is already used by another ${resource}. Choose a different one.`,
  );
}

/** The request asks for what is so already. */
export function noChange(message: string): AppError {
  return new AppError('NO_CHANGE', message);
}

/** The request is fine, but something has to be done first; the message tells what. */
export function preconditionFailed(message: string): AppError {
  return new AppError('PRECONDITION_FAILED', message);
}

/** The content moved on since the revision that a write expects; names the current one. */
export function staleRevision(expected: string, current: string): AppError {
  const message = `The content is at the revision "${current}", not at "${shorten(expected)}".`;
  return new AppError('STALE_REVISION', message);
}

/** Reasons of a 503, by the trouble of the database, and when to try again. */
const reasons = {
  unreachable: 'The database cannot be reached. Try again in a moment',
  busy: 'The server is busy: too many requests wait for the database. Try again in a moment',
  full: 'The disk of the database is full: reads work, writes do not. Try again later',
  outOfMemory: 'The database is out of memory. Try again in a moment',
  readOnly: 'The database is read-only now: reads work, writes do not. Try again later',
  cancelled:
    'The database cancelled a statement, which took too long or was stopped. Try again in a moment',
  damaged: 'The database cannot read or write its files. Try again later',
} as const;

/** The database cannot do now what was asked, and nothing of it is done. */
export function unavailable(trouble: keyof typeof reasons, requestId: string): AppError {
  return new AppError('SERVICE_UNAVAILABLE', `${reasons[trouble]} (request ${requestId}).`);
}

/** A write was given up because it took too long; nothing of it is done. */
export function tookTooLong(limitMs: number): AppError {
  const message =
    `The write took more than ${limitMs / 1000} seconds and was undone. ` +
    'Try again in a moment; if it comes again, change less at once.';
  return new AppError('SERVICE_UNAVAILABLE', message);
}

/** The connection was lost between the end of a write and its confirmation. */
export function commitUnknown(): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'The connection to the database was lost while the write was committed, so it may be done or ' +
      'not: look before you send it again, or send writes with an Idempotency-Key.',
  );
}

/** A write is done, but what it answers cannot be read. */
export function resultUnavailable(requestId: string): AppError {
  return new AppError(
    'RESULT_UNAVAILABLE',
    'The write is done, but its result could not be read: do not send it again, read what it ' +
      `changed (request ${requestId}).`,
  );
}

/** What each answer with the status 401 says of how to authenticate. */
export const challenge = { 'www-authenticate': 'Bearer' } as const;

/** Seconds after which a caller may try again what was unavailable. */
export const RETRY_AFTER_SECONDS = 1;

/** Ids come from the outside: an error quotes no more of them than a reader needs. */
function shorten(id: string): string {
  return id.length > 64 ? `${id.slice(0, 64)}…` : id;
}
