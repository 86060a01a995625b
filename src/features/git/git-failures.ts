import { GitError, type GitErrorCode } from '../../external/git/git-error.ts';
import { JobFailure } from '../../jobs/job-failure.ts';

/** Remedies by git error code. */
const remedies: Readonly<Record<GitErrorCode, string>> = {
  UNKNOWN_HOST: 'Check the host in the URL of the repository.',
  CONNECTION_REFUSED: 'Check that the server runs, and check the host and the port of the URL.',
  UNREACHABLE: 'Check that the server can be reached from the internet, then start it again.',
  PRIVATE_ADDRESS:
    'Use a server on the public internet, or ask those who run docgraph to allow the host.',
  REDIRECTS: 'Use the URL that the server redirects to.',
  SERVER_TIMEOUT: 'Start it again later; if it fails again, use a smaller repository.',
  SERVER_ERROR: 'Start it again when the server works.',
  NOT_A_GIT_SERVER: 'Use the URL that git clones the repository from over http or https.',
  REPOSITORY_NOT_FOUND: 'Check the URL; a private repository may need a user and a password in it.',
  CREDENTIALS_NEEDED: 'Add a user and a password or token to the URL.',
  BAD_CREDENTIALS: 'Check the user and the password or token; a token may have expired.',
  ACCESS_DENIED: 'Give the user or token access to the repository: an export has to write.',
  EMPTY_REPOSITORY: 'Push a first commit, or export the space to it.',
  BRANCH_NOT_FOUND: 'Check the name of the branch, or create it.',
  REPOSITORY_TOO_LARGE: 'Move the documentation to a smaller repository, or large files out of it.',
  TOO_MANY_FILES: 'State the directory of the documentation as the project directory.',
  BRANCH_MOVED: 'Start it again: others write to the branch at the same time.',
  BRANCH_PROTECTED: 'Let the user write to the branch, or export to another branch.',
  TLS_FAILED: 'Give the server a trusted certificate, or correct the URL.',
  BROKEN_REPOSITORY: 'Start it again; if it fails again, check the repository with git fsck.',
  UNSAFE_NAME: 'Rename it in the repository, then start it again.',
  PUSH_REJECTED:
    'See what the rules and hooks of the repository want, such as of messages, authors and names ' +
    'of branches, then start it again.',
};

/** Codes of transient errors. */
const passing: ReadonlySet<GitErrorCode> = new Set([
  'SERVER_TIMEOUT',
  'SERVER_ERROR',
  'UNREACHABLE',
  'BRANCH_MOVED',
  'BROKEN_REPOSITORY',
]);

/** Converts a git error to a job failure; returns any other error unchanged. */
export function gitFailure(error: unknown): unknown {
  if (!(error instanceof GitError)) return error;
  const { code, message } = error;
  const options = { passing: passing.has(code), cause: error };
  return new JobFailure(code, message, remedies[code], options);
}

/**
 * Returns the failure for a rejected push although the branch is unchanged. A concurrent push may
 * still be in progress, which only a later attempt can distinguish from a refusal.
 */
export function refusedAnyway(cause: GitError): JobFailure {
  const message = 'The server does not take the commit, though nobody else writes to the branch.';
  return new JobFailure('PUSH_REJECTED', message, remedies.PUSH_REJECTED, { passing: true, cause });
}

/** Returns the failure for a branch with nothing to import. */
export function nothingThere(isEmpty: boolean, ref: string): JobFailure {
  const [code, message] = isEmpty
    ? (['EMPTY_REPOSITORY', 'The repository has no commits.'] as const)
    : (['BRANCH_NOT_FOUND', `The repository has no branch "${ref}".`] as const);
  return new JobFailure(code, message, remedies[code]);
}

export function noDirectory(directory: string): JobFailure {
  return new JobFailure(
    'DIRECTORY_NOT_FOUND',
    `The repository has nothing in the directory "${directory}".`,
    'Check the project directory.',
  );
}

export function badConfiguration(path: string, problem: string): JobFailure {
  return new JobFailure(
    'BAD_CONFIGURATION',
    `${path} cannot be used: ${problem}.`,
    'Correct the file and push it.',
  );
}

export function brokenSummary(path: string, problem: string): JobFailure {
  return new JobFailure(
    'BROKEN_SUMMARY',
    `${path} cannot be used: ${problem}.`,
    'Correct the table of contents and push it, or delete it so that the folders are the structure.',
  );
}

export function nothingToImport(): JobFailure {
  return new JobFailure(
    'NOTHING_TO_IMPORT',
    'There is no page and no file to import.',
    'Check the project directory, and "root" in .gitbook.yaml.',
  );
}

export function diverged(paths: readonly string[]): JobFailure {
  const more = paths.length > 1 ? `, and ${paths.length - 1} more` : '';
  return new JobFailure(
    'DIVERGED',
    `The repository and the space both changed "${paths[0]}"${more} since the last sync.`,
    'Import the repository first, which merges both; or export with "force", which overwrites it.',
  );
}
