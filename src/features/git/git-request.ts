import { posix } from 'node:path';
import { z } from 'zod';
import { BRANCH_REF, isSafePath } from '../../external/git/git-names.ts';
import { parseWebAddress } from '../../external/http/web-address.ts';
import { URL_LENGTH_MAX } from '../../lib/web-url.ts';
import { visibleText } from '../../lib/visible-text.ts';

const address = z
  .string()
  .max(URL_LENGTH_MAX)
  .refine(isWebAddress, { error: 'must be an http or https URL' });

const BAD_BRANCH = 'must be a branch: refs/heads/ and a name that git accepts';

/**
 * Address of a repository. A query is rejected: it could contain a password that would be
 * displayed, and no git server needs one.
 */
const repositoryAddress = address.refine((text) => !text.includes('?'), {
  error: 'must have no "?": put a user and a password or token before the host',
});

/** Repository fields of an import and an export (interface, Git). */
const repositoryFields = {
  url: repositoryAddress,
  ref: z.string().max(255).regex(BRANCH_REF, BAD_BRANCH),
  repoCacheID: visibleText.min(1).max(255).optional(),
  repoTreeURL: address.optional(),
  repoCommitURL: address.optional(),
  repoProjectDirectory: z
    .string()
    .max(1000)
    .refine((path) => directoryOf(path) !== null, {
      error: 'must be a folder of the repository: no "..", ".git" or control character in it',
    })
    .optional(),
  // JSON has no date type, so the documented limits state the format.
  timestamp: z.date().meta({ type: 'string', format: 'date-time' }).optional(),
  force: z.boolean().optional(),
  gitInfo: z
    .object({ provider: z.enum(['github', 'gitlab']).optional(), url: address.optional() })
    .optional(),
};

export const gitImport = z.object({ ...repositoryFields, standalone: z.boolean().optional() });

export const gitExport = z.object({
  ...repositoryFields,
  commitMessage: visibleText.min(1).max(10_000),
});

/** Input of an import or export job. */
export const gitJobInput = z.object({
  /** Address without user and password. */
  url: z.string(),
  ref: z.string(),
  directory: z.string(),
  cacheId: z.string().nullable(),
  treeUrl: z.string().nullable(),
  commitUrl: z.string().nullable(),
  provider: z.enum(['github', 'gitlab']).nullable(),
  providerUrl: z.string().nullable(),
  /** Time of the event, in ISO 8601. */
  eventAt: z.string().nullable(),
  force: z.boolean(),
});

export type GitJobInput = z.output<typeof gitJobInput>;

/** Converts a request to a job's input, without credentials. */
export function jobInputOf(request: z.output<typeof gitImport | typeof gitExport>): GitJobInput {
  return {
    url: parseWebAddress(request.url).url.href,
    ref: request.ref,
    directory: directoryOf(request.repoProjectDirectory ?? '') ?? '',
    cacheId: request.repoCacheID ?? null,
    treeUrl: shown(request.repoTreeURL),
    commitUrl: shown(request.repoCommitURL),
    provider: request.gitInfo?.provider ?? null,
    providerUrl: shown(request.gitInfo?.url),
    eventAt: request.timestamp?.toISOString() ?? null,
    force: request.force ?? false,
  };
}

/** Returns an address for display: without query, user and password, which can be secrets. */
function shown(text: string | undefined): string | null {
  if (text === undefined) return null;
  const { url } = parseWebAddress(text);
  url.search = '';
  return url.href;
}

function isWebAddress(text: string): boolean {
  try {
    return parseWebAddress(text).url.host !== '';
  } catch {
    return false;
  }
}

/**
 * Normalizes a directory: `./docs`, `/docs/` and `docs` are equal. Returns null for one that git
 * cannot contain.
 */
function directoryOf(path: string): string | null {
  const written = path.trim().replaceAll('\\', '/');
  if (written.split('/').includes('..')) return null;
  const directory = posix.normalize(`/${written}`).replaceAll(/^\/+|\/+$/g, '');
  return isSafePath(directory) ? directory : null;
}
