/** Error codes of communication with a git server. */
const gitErrorCodes = [
  ...['UNKNOWN_HOST', 'CONNECTION_REFUSED', 'UNREACHABLE', 'PRIVATE_ADDRESS', 'REDIRECTS'],
  ...['SERVER_TIMEOUT', 'SERVER_ERROR', 'NOT_A_GIT_SERVER', 'REPOSITORY_NOT_FOUND'],
  ...['CREDENTIALS_NEEDED', 'BAD_CREDENTIALS', 'ACCESS_DENIED', 'EMPTY_REPOSITORY'],
  ...['BRANCH_NOT_FOUND', 'REPOSITORY_TOO_LARGE', 'TOO_MANY_FILES', 'BRANCH_MOVED'],
  ...['BRANCH_PROTECTED', 'PUSH_REJECTED', 'TLS_FAILED', 'BROKEN_REPOSITORY'],
  'UNSAFE_NAME',
] as const;

export type GitErrorCode = (typeof gitErrorCodes)[number];

/** Failure to read or write a repository. The message contains no secret. */
export class GitError extends Error {
  override name = 'GitError';
  readonly code: GitErrorCode;

  constructor(code: GitErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
