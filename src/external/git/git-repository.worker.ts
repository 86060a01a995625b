import fs from 'node:fs';
import path from 'node:path';
import git, { type HttpClient } from 'isomorphic-git';
import { gitObjectId } from '../../lib/git-object-id.ts';
import type { RepositoryLimits } from './git-limits.ts';
import { GitTroubleError, isOfServer, troubleOf, type GitTrouble } from './git-trouble.ts';
import { buildTree, type TreeChange } from './build-tree.ts';
import { isSafeName } from './git-names.ts';
import { isTree, MODES, readGitTree, type TreeEntry } from './trees.ts';
import { httpThrough } from './web-questions.ts';
import type { Ask } from '../../workers/worker-messages.ts';

/** Maximum length of a path on file systems, in characters. */
const PATH_LENGTH_MAX = 1000;
/** Maximum length of server messages that are evaluated, in characters. */
const SAID_LENGTH_MAX = 10_000;

/** Repository on which a process works. */
interface Repository {
  /** Address without user and password. */
  url: string;
  hasCredentials: boolean;
  /** Ref of the branch, `refs/heads/…`. */
  ref: string;
  /** Git folder with the objects known so far, which receives new ones. */
  gitFolder: string;
}

export interface FetchWork extends Repository {
  /** Directory whose files are read; '' for all. */
  directory: string;
  /** Target folder of the files. */
  filesFolder: string;
  /** Id of a commit that is not fetched again; null for none. */
  knownCommit: string | null;
  limits: RepositoryLimits;
}

/** File of a commit. */
export interface FetchedFile {
  /** Path in the repository. */
  path: string;
  oid: string;
  /** Reason why the file was skipped. */
  leftOut?: string;
}

/** Fetched commit; `commit` is null if the branch or the repository has none yet. */
export interface Fetched {
  commit: { oid: string; message: string } | null;
  /** Whether the branch points to the known commit, so that nothing was fetched. */
  isKnown: boolean;
  /** Whether the repository has no branches. */
  isEmpty: boolean;
  files: FetchedFile[];
}

export interface PushWork extends Repository {
  /** Id of the parent commit; null for the first commit of a branch. */
  parent: string | null;
  changes: TreeChange[];
  message: string;
  author: { name: string; email: string };
}

/**
 * Result of work. Failures that concern the caller are results too, because errors lose their data
 * between processes.
 */
export type RepositoryOutcome<Value> = { value: Value } | { trouble: GitTrouble };

/** Fetches the last commit of a branch, and writes its files to a folder. */
export function fetchBranch(work: FetchWork, ask: Ask): Promise<RepositoryOutcome<Fetched>> {
  return settled(work, async () => {
    const { url, ref, gitFolder: gitdir } = work;
    const http = httpThrough(ask);
    const refs = await git.listServerRefs({ http, url, protocolVersion: 1 });
    const branches = refs.filter((one) => one.ref.startsWith('refs/heads/'));
    const tip = branches.find((one) => one.ref === ref);
    const isKnown = tip?.oid === work.knownCommit;
    const isEmpty = branches.length === 0;
    if (!tip || isKnown) return { commit: null, isKnown, isEmpty, files: [] };
    const isKept = fs.existsSync(path.join(gitdir, 'objects'));
    try {
      return await fetchCommit(work, http, tip.oid);
    } catch (error) {
      // The cached repository may be damaged, so it is discarded and fetched completely.
      if (!isKept || isOfServer(error)) throw brokenUnlessTold(error, work);
    }
    for (const folder of [gitdir, work.filesFolder]) {
      await fs.promises.rm(folder, { recursive: true, force: true });
    }
    return fetchCommit(work, http, tip.oid).catch((error: unknown) => {
      throw brokenUnlessTold(error, work);
    });
  });
}

async function fetchCommit(work: FetchWork, http: HttpClient, oid: string): Promise<Fetched> {
  const { url, ref, gitFolder: gitdir } = work;
  await fs.promises.mkdir(work.filesFolder, { recursive: true });
  await prepare(work);
  if (!(await hasCommit(gitdir, oid))) {
    const options = { singleBranch: true, depth: 1, tags: false, remote: 'origin' };
    await git.fetch({ fs, http, gitdir, url, ref, remoteRef: ref, ...options });
  }
  const { commit } = await git.readCommit({ fs, gitdir, oid });
  const files = await putFiles(work, commit.tree);
  return { commit: { oid, message: commit.message }, isKnown: false, isEmpty: false, files };
}

/** Reports an error in reading server data as such; file system errors remain unchanged. */
function brokenUnlessTold(error: unknown, { hasCredentials }: Repository): unknown {
  const isOfDisk = error instanceof Error && 'syscall' in error;
  if (isOfDisk || troubleOf(error, hasCredentials)) return error;
  const message = 'What the server sent cannot be read as a repository.';
  return new GitTroubleError('BROKEN_REPOSITORY', message);
}

/** Writes a commit on top of another one, and pushes it. */
export function pushChanges(work: PushWork, ask: Ask): Promise<RepositoryOutcome<{ oid: string }>> {
  return settled(work, async () => {
    const { ref, gitFolder: gitdir, parent, changes, message, author } = work;
    await prepare(work);
    const base = parent && (await git.readCommit({ fs, gitdir, oid: parent })).commit.tree;
    const tree = await buildTree(gitdir, base, changes);
    const now = { timestamp: Math.floor(Date.now() / 1000), timezoneOffset: 0 };
    const by = { ...author, ...now };
    const oid = await git.writeCommit({
      fs,
      gitdir,
      commit: { tree, parent: parent ? [parent] : [], author: by, committer: by, message },
    });
    await git.writeRef({ fs, gitdir, ref, value: oid, force: true });
    await push(work, ask);
    return { oid };
  });
}

/** Pushes a branch. The messages of server hooks help to classify a rejection. */
async function push({ url, ref, gitFolder: gitdir, hasCredentials }: PushWork, ask: Ask) {
  const http = httpThrough(ask);
  let said = '';
  const onMessage = (line: string) => {
    if (said.length < SAID_LENGTH_MAX) said += line;
  };
  try {
    await git.push({ fs, http, gitdir, url, ref, remoteRef: ref, remote: 'origin', onMessage });
  } catch (error) {
    const trouble = troubleOf(error, hasCredentials, said);
    throw trouble ? new GitTroubleError(trouble.code, trouble.message) : error;
  }
}

/** Initializes the repository in its folder unless it exists. */
async function prepare({ gitFolder: gitdir, url }: Repository): Promise<void> {
  await git.init({ fs, gitdir, bare: true, defaultBranch: 'main' });
  await git.addRemote({ fs, gitdir, remote: 'origin', url, force: true });
}

async function settled<Value>(
  { hasCredentials }: Repository,
  work: () => Promise<Value>,
): Promise<RepositoryOutcome<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    const trouble = troubleOf(error, hasCredentials);
    if (!trouble) throw error;
    return { trouble };
  }
}

async function hasCommit(gitdir: string, oid: string): Promise<boolean> {
  try {
    const cache = {};
    const { commit } = await git.readCommit({ fs, gitdir, oid, cache });
    await readGitTree(gitdir, commit.tree, cache);
    return true;
  } catch {
    return false;
  }
}

/** Writes the files of a tree to a folder, restricted to the requested directory. */
async function putFiles(work: FetchWork, tree: string): Promise<FetchedFile[]> {
  const { totalBytesMax, fileBytesMax } = work.limits;
  const cache = {};
  const found = await listFiles(work, tree, cache);
  let bytes = 0;
  for (const file of found) {
    if (file.leftOut !== undefined) continue;
    const blob = await readBlob(work, file, cache);
    bytes += blob.byteLength;
    if (bytes > totalBytesMax) {
      const message = `Its files have more than ${totalBytesMax} bytes together.`;
      throw new GitTroubleError('REPOSITORY_TOO_LARGE', message);
    }
    if (blob.byteLength > fileBytesMax) {
      file.leftOut = `larger than ${fileBytesMax} bytes`;
      continue;
    }
    const target = path.join(work.filesFolder, ...file.path.split('/'));
    await fs.promises.mkdir(path.dirname(target), { recursive: true });
    await fs.promises.writeFile(target, blob);
  }
  return found;
}

/** Reads a file and verifies its id, since a pack on the disk can be damaged. */
async function readBlob(
  { gitFolder: gitdir }: FetchWork,
  { path: at, oid }: FetchedFile,
  cache: object,
): Promise<Uint8Array> {
  const { blob } = await git.readBlob({ fs, gitdir, oid, cache });
  if (gitObjectId(Buffer.from(blob)) !== oid) throw new Error(`The bytes of ${at} are others.`);
  return blob;
}

/** Lists the files of a tree below the directory, with the reasons why some are skipped. */
async function listFiles(
  { gitFolder: gitdir, directory, limits: { fileCountMax } }: FetchWork,
  tree: string,
  cache: object,
): Promise<FetchedFile[]> {
  const files: FetchedFile[] = [];
  const visit = async (oid: string, above: string) => {
    for (const entry of await readGitTree(gitdir, oid, cache)) {
      const at = above === '' ? entry.name : `${above}/${entry.name}`;
      if (!concerns(directory, at, entry)) continue;
      const leftOut = reasonAgainst(at, entry);
      if (leftOut === undefined && isTree(entry)) await visit(entry.oid, at);
      else files.push({ path: at, oid: entry.oid, ...(leftOut !== undefined && { leftOut }) });
      if (files.length <= fileCountMax) continue;
      const message = `It has more than ${fileCountMax} files in the directory.`;
      throw new GitTroubleError('TOO_MANY_FILES', message);
    }
  };
  await visit(tree, '');
  return files;
}

/**
 * Returns why an entry is skipped. A name that is not valid UTF-8 would change when written back.
 */
function reasonAgainst(at: string, { name, bytes, mode }: TreeEntry): string | undefined {
  const isText = Buffer.from(name).equals(bytes);
  if (!isText || !isSafeName(name)) return 'an unsafe name';
  if (at.length > PATH_LENGTH_MAX) return `path over ${PATH_LENGTH_MAX} characters`;
  if (mode === MODES.commit) return 'a repository of its own';
  return mode === MODES.link ? 'a symbolic link' : undefined;
}

/** Checks whether a path is in the directory, or is one of its parents. */
function concerns(directory: string, at: string, entry: TreeEntry): boolean {
  if (directory === '' || at === directory || at.startsWith(`${directory}/`)) return true;
  return isTree(entry) && directory.startsWith(`${at}/`);
}
