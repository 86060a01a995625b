import { Errors } from 'isomorphic-git';
import type { GitErrorCode } from './git-error.ts';
import { WebTroubleError, type WebTrouble } from './web-questions.ts';

/** Problem with a repository, as reported to the requesting process. */
export interface GitTrouble {
  code: GitErrorCode;
  message: string;
}

/** Error that aborts the work on a repository. */
export class GitTroubleError extends Error {
  override name = 'GitTroubleError';
  readonly trouble: GitTrouble;

  constructor(code: GitErrorCode, message: string) {
    super(message);
    this.trouble = { code, message };
  }
}

const byWebCode: Readonly<Record<WebTrouble['code'], GitErrorCode>> = {
  'unknown-host': 'UNKNOWN_HOST',
  'connection-refused': 'CONNECTION_REFUSED',
  tls: 'TLS_FAILED',
  unreachable: 'UNREACHABLE',
  refused: 'PRIVATE_ADDRESS',
  redirects: 'REDIRECTS',
  timeout: 'SERVER_TIMEOUT',
  'too-large': 'REPOSITORY_TOO_LARGE',
  address: 'UNREACHABLE',
  scheme: 'UNREACHABLE',
};

/**
 * Converts an error of git to a problem; returns undefined for an unexpected error.
 *
 * @param hasCredentials whether credentials were sent to the server
 * @param said messages of its hooks about a push
 */
export function troubleOf(
  error: unknown,
  hasCredentials: boolean,
  said = '',
): GitTrouble | undefined {
  if (error instanceof GitTroubleError) return error.trouble;
  if (error instanceof WebTroubleError) {
    const { code, message } = error.trouble;
    return { code: byWebCode[code], message: `The server ${message}.` };
  }
  if (error instanceof Errors.HttpError) {
    return troubleOfStatus(error.data.statusCode, hasCredentials);
  }
  if (error instanceof Errors.GitPushError || error instanceof Errors.PushRejectedError) {
    return pushTrouble(error.message, said);
  }
  if (error instanceof Errors.UnsafeFilepathError) {
    const message = `The repository has something with an unsafe name: "${error.data.filepath}".`;
    return { code: 'UNSAFE_NAME', message };
  }
  if (isOfAnotherProtocol(error)) {
    const message = 'The server at this URL is not a git server.';
    return { code: 'NOT_A_GIT_SERVER', message };
  }
  return undefined;
}

/** Checks whether the server caused an error, as opposed to the cached repository. */
export function isOfServer(error: unknown): boolean {
  return [GitTroubleError, WebTroubleError, Errors.HttpError].some((kind) => error instanceof kind);
}

function isOfAnotherProtocol(error: unknown): boolean {
  return [Errors.SmartHttpError, Errors.ParseError, Errors.RemoteCapabilityError].some(
    (kind) => error instanceof kind,
  );
}

function troubleOfStatus(status: number, hasCredentials: boolean): GitTrouble {
  if (status === 401) {
    return hasCredentials
      ? { code: 'BAD_CREDENTIALS', message: 'The server refuses the user or the password.' }
      : { code: 'CREDENTIALS_NEEDED', message: 'The server wants a user and a password.' };
  }
  if (status === 403) return { code: 'ACCESS_DENIED', message: 'The server denies access.' };
  if (status === 404) {
    return { code: 'REPOSITORY_NOT_FOUND', message: 'The server has no repository there.' };
  }
  if (status >= 500) {
    return { code: 'SERVER_ERROR', message: `The server answered with the status ${status}.` };
  }
  return {
    code: 'NOT_A_GIT_SERVER',
    message: `The server is not a git server: the status was ${status}.`,
  };
}

/** Phrases by which servers report that a branch has moved or is in use. */
const MOVED =
  /non-fast-forward|not a simple fast-forward|fetch first|stale|failed to update ref|cannot lock ref/i;
/** Phrases by which servers and hooks report that a branch may not be written. */
const PROTECTED = /protected|prohibited|denied|not allowed to|permission|pull request/i;

/**
 * Returns why a server rejects a commit.
 *
 * @param reason response of the server for the branch
 * @param said messages of its hooks
 */
function pushTrouble(reason: string, said: string): GitTrouble {
  if (MOVED.test(reason)) {
    return { code: 'BRANCH_MOVED', message: 'Somebody else wrote to the branch meanwhile.' };
  }
  if (PROTECTED.test(`${reason}\n${said}`)) {
    return { code: 'BRANCH_PROTECTED', message: 'The server does not let the branch be written.' };
  }
  return { code: 'PUSH_REJECTED', message: 'The rules of the repository refuse the commit.' };
}
