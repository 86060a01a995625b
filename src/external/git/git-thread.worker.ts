import fs from 'node:fs';
import path from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import git from 'isomorphic-git';
import { gitLimits } from './git-limits.ts';
import { GitTroubleError, troubleOf, type GitTrouble } from './git-trouble.ts';
import { buildTree, type TreeChange } from './build-tree.ts';
import { httpThrough } from './web-port.ts';

/** The repository that a thread works on. */
interface Repository {
  /** Where it asks. */
  port: MessagePort;
  /** Without user and password. */
  url: string;
  hasCredentials: boolean;
  /** The branch, `refs/heads/…`. */
  ref: string;
  /** A folder with what is known of it already, which gets what is new. */
  gitFolder: string;
}

export interface FetchWork extends Repository {
  /** Only files below it are read; '' for all. */
  directory: string;
  /** Where the files are put. */
  filesFolder: string;
}

/** One file of a commit. */
export interface FetchedFile {
  /** In the repository. */
  path: string;
  oid: string;
  /** Why it was not put there. */
  leftOut?: string;
}

/** A commit that was fetched; `commit` is null where the branch or the repository has none yet. */
export interface Fetched {
  commit: { oid: string; message: string } | null;
  /** Whether the repository has any branch. */
  isEmpty: boolean;
  files: FetchedFile[];
}

export interface PushWork extends Repository {
  /** Id of the commit that the new one follows; null for the first of a branch. */
  parent: string | null;
  changes: TreeChange[];
  message: string;
  author: { name: string; email: string };
}

/** What comes back: what a caller is to learn of a failure is a result. */
export type Outcome<Value> = { value: Value } | { trouble: GitTrouble };

/** Fetches the last commit of a branch, and puts its files into a folder. */
export function fetchBranch(work: FetchWork): Promise<Outcome<Fetched>> {
  return settled(work, async () => {
    const { url, ref, gitFolder: gitdir } = work;
    const http = httpThrough(work.port);
    const refs = await git.listServerRefs({ http, url, protocolVersion: 1 });
    const branches = refs.filter((one) => one.ref.startsWith('refs/heads/'));
    const tip = branches.find((one) => one.ref === ref);
    if (!tip) return { commit: null, isEmpty: branches.length === 0, files: [] };
    await prepare(work);
    if (!(await hasCommit(gitdir, tip.oid))) {
      const options = { singleBranch: true, depth: 1, tags: false, remote: 'origin' };
      await git.fetch({ fs, http, gitdir, url, ref, remoteRef: ref, ...options });
    }
    const { commit } = await git.readCommit({ fs, gitdir, oid: tip.oid });
    const files = await putFiles(work, commit.tree);
    return { commit: { oid: tip.oid, message: commit.message }, isEmpty: false, files };
  });
}

/** Writes a commit on top of another one, and sends it. */
export function pushChanges(work: PushWork): Promise<Outcome<{ oid: string }>> {
  return settled(work, async () => {
    const { url, ref, gitFolder: gitdir, parent, changes, message, author } = work;
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
    const http = httpThrough(work.port);
    await git.push({ fs, http, gitdir, url, ref, remoteRef: ref, remote: 'origin' });
    return { oid };
  });
}

/** Makes the repository in its folder, where it is not there yet. */
async function prepare({ gitFolder: gitdir, url }: Repository): Promise<void> {
  await git.init({ fs, gitdir, bare: true, defaultBranch: 'main' });
  await git.addRemote({ fs, gitdir, remote: 'origin', url, force: true });
}

async function settled<Value>(
  { port, hasCredentials }: Repository,
  work: () => Promise<Value>,
): Promise<Outcome<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    const trouble = troubleOf(error, hasCredentials);
    if (!trouble) throw error;
    return { trouble };
  } finally {
    port.close();
  }
}

async function hasCommit(gitdir: string, oid: string): Promise<boolean> {
  try {
    const cache = {};
    const { commit } = await git.readCommit({ fs, gitdir, oid, cache });
    await git.readTree({ fs, gitdir, oid: commit.tree, cache });
    return true;
  } catch {
    return false;
  }
}

/** Puts the files of a tree into a folder, as far as the directory is asked for. */
async function putFiles(
  { gitFolder: gitdir, filesFolder, directory }: FetchWork,
  tree: string,
): Promise<FetchedFile[]> {
  const cache = {};
  const files: FetchedFile[] = [];
  let bytes = 0;
  const put = async (at: string, oid: string, mode: string) => {
    if (files.length >= gitLimits.fileCountMax) {
      const message = `It has more than ${gitLimits.fileCountMax} files in the directory.`;
      throw new GitTroubleError('TOO_MANY_FILES', message);
    }
    if (mode === '120000') {
      files.push({ path: at, oid, leftOut: 'a symbolic link' });
      return;
    }
    const { blob } = await git.readBlob({ fs, gitdir, oid, cache });
    bytes += blob.byteLength;
    if (bytes > gitLimits.totalBytesMax) {
      const message = `Its files have more than ${gitLimits.totalBytesMax} bytes together.`;
      throw new GitTroubleError('REPOSITORY_TOO_LARGE', message);
    }
    if (blob.byteLength > gitLimits.fileBytesMax) {
      files.push({ path: at, oid, leftOut: `larger than ${gitLimits.fileBytesMax} bytes` });
      return;
    }
    const target = path.join(filesFolder, ...at.split('/'));
    await fs.promises.mkdir(path.dirname(target), { recursive: true });
    await fs.promises.writeFile(target, blob);
    files.push({ path: at, oid });
  };
  const visit = async (oid: string, above: string) => {
    for (const entry of (await git.readTree({ fs, gitdir, oid, cache })).tree) {
      const at = above === '' ? entry.path : `${above}/${entry.path}`;
      if (!concerns(directory, at, entry.type)) continue;
      if (!isPlain(entry.path)) files.push({ path: at, oid: entry.oid, leftOut: 'an unsafe name' });
      else if (entry.type === 'tree') await visit(entry.oid, at);
      else if (entry.type === 'blob') await put(at, entry.oid, entry.mode);
      else files.push({ path: at, oid: entry.oid, leftOut: 'a repository of its own' });
    }
  };
  await visit(tree, '');
  return files;
}

/** Whether a path is in the directory, or leads to it. */
function concerns(directory: string, at: string, type: string): boolean {
  if (directory === '' || at === directory || at.startsWith(`${directory}/`)) return true;
  return type === 'tree' && directory.startsWith(`${at}/`);
}

/** What a hostile tree could name to lead elsewhere. */
function isPlain(name: string): boolean {
  return !['', '.', '..'].includes(name) && name.toLowerCase() !== '.git' && !/[\\/\0]/.test(name);
}
