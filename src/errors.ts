import { GraphQLError } from 'graphql';
import { fieldName } from './lib/field-name.ts';

/** All error codes: the `extensions.code` in GraphQL, and the HTTP status on `/v1`. */
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
  /** Not a failure: the write was committed, but its result cannot be read. */
  RESULT_UNAVAILABLE: 200,
  PERSISTED_QUERY_NOT_FOUND: 404,
  DOCUMENT_NOT_TRUSTED: 403,
} as const;

export type ErrorCode = keyof typeof httpStatusOf;

/** Returns the first code with that status, which is the most general one. */
export function codeOfStatus(status: number): ErrorCode | undefined {
  const codes = Object.keys(httpStatusOf) as ErrorCode[];
  return codes.find((code) => httpStatusOf[code] === status);
}

/** Path of the faulty value within the input, e.g. `['input', 'title']`. */
export type InputPath = readonly (string | number)[];

/** An error that callers may read. All other errors are masked. */
export class AppError extends GraphQLError {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, inputPath?: InputPath) {
    super(message, { extensions: { code, ...(inputPath && { inputPath }) } });
    this.name = 'AppError';
    this.code = code;
  }
}

/** Creates a BAD_USER_INPUT error; the message names the field and what is allowed. */
export function badInput(message: string, inputPath?: InputPath): AppError {
  return new AppError('BAD_USER_INPUT', message, inputPath);
}

/**
 * Creates an error for one field. The message begins with its name, since `/v1` shows no path.
 *
 * @param problem completes the sentence after the name: `must be …`
 */
export function badField(inputPath: InputPath, problem: string): AppError {
  return badInput(`"${fieldName(inputPath)}" ${problem}.`, inputPath);
}

/** Creates an error for a `position` in the input where nothing can be inserted. */
export function invalidPosition(message: string): AppError {
  return new AppError('INVALID_POSITION', message, ['input', 'position']);
}

/**
 * Creates a NOT_FOUND error. It is the same for a hidden resource and a missing one.
 *
 * @param key name of the identifying field, if it is not the id
 */
export function notFound(noun: string, id: string, key = 'id'): AppError {
  return new AppError(
    'NOT_FOUND',
    `No ${noun} with the ${key} "${shorten(id)}" was found: check the ${key}, and that you have access.`,
  );
}

/**
 * Returns null for a NOT_FOUND error: deleting a missing resource succeeds.
 *
 * @throws any other error
 */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
  throw error;
}

/** Creates an error for a request whose token is missing or invalid. */
export function unauthenticated(message: string): AppError {
  return new AppError('UNAUTHENTICATED', message);
}

/** Creates an error for a valid token of a user whose organization enforces single sign-on. */
export function loginRequired(startUrls: readonly string[]): AppError {
  const message =
    'Your organization requires single sign-on, and this API token was not made by it: log in at ' +
    `${startUrls.join(' or ')}, and use the token that is shown there.`;
  return new AppError('SSO_REQUIRED', message);
}

/**
 * Creates an error for an action that the viewer's role does not allow; names the lowest role that
 * does.
 */
export function forbidden(action: string, role: string): AppError {
  return new AppError('FORBIDDEN', `To ${action} you need the role "${role}" or a higher one.`);
}

/** Creates an error for a valid request that the current state of the resource rules out. */
export function conflict(message: string): AppError {
  return new AppError('CONFLICT', message);
}

/**
 * Creates an error for a unique value that another resource has.
 *
 * @param resource the resource and the scope of uniqueness: `section of this site`
 */
export function alreadyUsed(field: string, value: string, resource: string): AppError {
  return conflict(
    `The ${field} "${value}" is already used by another ${resource}. Choose a different one.`,
  );
}

/** Creates an error for a request that would change nothing. */
export function noChange(message: string): AppError {
  return new AppError('NO_CHANGE', message);
}

/** Creates an error for a valid request that requires another step first; the message names it. */
export function preconditionFailed(message: string): AppError {
  return new AppError('PRECONDITION_FAILED', message);
}

/** Creates an error for a write to an outdated revision; names the current revision. */
export function staleRevision(expected: string, current: string): AppError {
  const message = `The content is at the revision "${current}", not at "${shorten(expected)}".`;
  return new AppError('STALE_REVISION', message);
}

/** Messages of a 503 by the state of the database, with when to try again. */
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

/** Creates an error for a database that cannot process the request; nothing was changed. */
export function unavailable(trouble: keyof typeof reasons, requestId: string): AppError {
  return new AppError('SERVICE_UNAVAILABLE', `${reasons[trouble]} (request ${requestId}).`);
}

/** Creates an error for a write that exceeded its time limit and was rolled back. */
export function tookTooLong(limitMs: number): AppError {
  const message =
    `The write took more than ${limitMs / 1000} seconds and was undone. ` +
    'Try again in a moment; if it comes again, change less at once.';
  return new AppError('SERVICE_UNAVAILABLE', message);
}

/** Creates an error for a connection lost between a commit and its confirmation. */
export function commitUnknown(): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'The connection to the database was lost while the write was committed, so it may be done or ' +
      'not: look before you send it again, or send writes with an Idempotency-Key.',
  );
}

/** Creates an error for a committed write whose result cannot be read. */
export function resultUnavailable(requestId: string): AppError {
  return new AppError(
    'RESULT_UNAVAILABLE',
    'The write is done, but its result could not be read: do not send it again, read what it ' +
      `changed (request ${requestId}).`,
  );
}

/** Header of every 401 response: the expected authentication scheme. */
export const challenge = { 'www-authenticate': 'Bearer' } as const;

/** Seconds until a caller may retry an unavailable operation. */
export const RETRY_AFTER_SECONDS = 1;

/** Ids come from callers, so an error quotes at most 64 characters of one. */
function shorten(id: string): string {
  return id.length > 64 ? `${id.slice(0, 64)}…` : id;
}
