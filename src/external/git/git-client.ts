import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createWorkerPool } from '../../workers/worker-pool.ts';
import { serverTrouble } from '../../workers/server-trouble.ts';
import { WorkerLimitError } from '../../workers/worker-limit-error.ts';
import { parseWebAddress } from '../http/web-address.ts';
import type { WebClient } from '../http/web-client.ts';
import { GitError } from './git-error.ts';
import { gitLimits, repositoryLimits, type RepositoryLimits } from './git-limits.ts';
import type * as works from './git-repository.worker.ts';
import type { Fetched, RepositoryOutcome } from './git-repository.worker.ts';
import type { TreeChange } from './build-tree.ts';
import { keepRepository, takeRepository } from './repository-cache.ts';
import { webAnswers } from './web-questions.ts';

/** Number of processes that work on repositories concurrently, and their memory in MiB. */
const PROCESSES = 2;
const PROCESS_MEMORY_MB = 512;
const WAITING_MAX = 20;

/** Age after which work folders left by killed processes are removed, in milliseconds. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

const pool = createWorkerPool<typeof works>({
  module: './git-repository.worker.ts',
  from: import.meta.url,
  processes: PROCESSES,
  queueMax: WAITING_MAX,
  memoryMb: PROCESS_MEMORY_MB,
  cpuMs: gitLimits.workCpuMs,
});

export interface Remote {
  /**
   * Address with http or https. Its user and password are sent to its origin only, and never
   * stored.
   */
  url: string;
  /** Ref of the branch, `refs/heads/…`. */
  ref: string;
  /** Directory whose files are read; '' for all. */
  directory: string;
  /** Key of the cached repository; null disables the cache. */
  cacheKey: string | null;
  /** Id of a commit that is not fetched if the branch points to it; null always fetches. */
  knownCommit: string | null;
}

/** Fetched branch. */
export interface Checkout extends Fetched {
  /** Folder of its files, by their paths in the repository. */
  folder: string;
  /** Writes a commit on top of it and pushes it. @throws GitError */
  push(commit: {
    changes: TreeChange[];
    message: string;
    author: { name: string; email: string };
  }): Promise<{ oid: string }>;
}

/** Dependencies of a checkout. */
export interface CheckoutServices {
  web: WebClient;
  cacheDir: string;
  signal: AbortSignal;
  /** Limits that replace the default ones. */
  repositoryLimits?: RepositoryLimits;
}

/**
 * Fetches the last commit of a branch and passes it to `work`. Afterwards everything is removed,
 * except what the cache keeps.
 *
 * @throws GitError
 */
export async function withCheckout<Result>(
  { web, cacheDir, signal, repositoryLimits: limits = repositoryLimits }: CheckoutServices,
  remote: Remote,
  work: (checkout: Checkout) => Promise<Result>,
): Promise<Result> {
  const works = path.join(cacheDir, 'git-work');
  await removeAbandoned(works);
  const place = path.join(works, randomUUID());
  const [gitFolder, folder] = [path.join(place, 'repository'), path.join(place, 'files')];
  await fs.mkdir(folder, { recursive: true });
  const key = remote.cacheKey && keyOf(remote.cacheKey, remote.url);
  const ask = { web, signal, remote, gitFolder };
  try {
    if (key !== null) await takeRepository(cacheDir, key, gitFolder);
    const fetched = await inProcess(ask, (common, options) =>
      pool.run(
        'fetchBranch',
        {
          ...common,
          ...{ directory: remote.directory, knownCommit: remote.knownCommit },
          ...{ filesFolder: folder, limits },
        },
        options,
      ),
    );
    const result = await work({
      ...fetched,
      folder,
      push: (commit) =>
        inProcess(ask, (common, options) =>
          pool.run(
            'pushChanges',
            { ...common, ...commit, parent: fetched.commit?.oid ?? null },
            options,
          ),
        ),
    });
    if (key !== null && fetched.commit) await keepRepository(cacheDir, key, gitFolder);
    return result;
  } finally {
    await fs.rm(place, { recursive: true, force: true });
  }
}

type WorkOptions = Parameters<typeof pool.run>[2];
type Common = Pick<works.FetchWork, 'url' | 'hasCredentials' | 'ref' | 'gitFolder'>;

/** Runs a function in another process, whose requests to the server go through this one. */
async function inProcess<Value>(
  {
    web,
    signal,
    remote,
    gitFolder,
  }: { web: WebClient; signal: AbortSignal; remote: Remote; gitFolder: string },
  run: (common: Common, options: WorkOptions) => Promise<RepositoryOutcome<Value>>,
): Promise<Value> {
  const { url, authorization } = parseWebAddress(remote.url);
  const answer = webAnswers(web, { authorization, origin: url.origin, signal });
  const hasCredentials = authorization !== undefined;
  const common = { url: url.href, hasCredentials, ref: remote.ref, gitFolder };
  try {
    const outcome = await run(common, { answer, signal });
    if ('trouble' in outcome) throw new GitError(outcome.trouble.code, outcome.trouble.message);
    return outcome.value;
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) throw error;
    if (error.isOfServer) throw serverTrouble('The repository could not be read', error);
    throw new GitError('REPOSITORY_TOO_LARGE', error.message, { cause: error });
  }
}

/**
 * Returns the cache key of an address. Different addresses never share an entry, even with one key.
 */
function keyOf(cacheKey: string, url: string): string {
  const address = parseWebAddress(url).url.href;
  return createHash('sha256').update(`${cacheKey}\n${address}`).digest('hex');
}

async function removeAbandoned(works: string): Promise<void> {
  const names = await fs.readdir(works).catch(() => []);
  for (const name of names) {
    const place = path.join(works, name);
    const found = await fs.stat(place).catch(() => null);
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) {
      await fs.rm(place, { recursive: true, force: true });
    }
  }
}
