import fs from 'node:fs';
import git from 'isomorphic-git';
import { isTree, MODES, readGitTree, writeGitTree, type TreeEntry } from './trees.ts';

/** Change to one file of a tree; null deletes the file. */
export interface TreeChange {
  path: string;
  bytes: Uint8Array | null;
}

/** Changes grouped by the first segment of their paths. */
interface Branch {
  bytes?: Uint8Array | null;
  below: Map<string, Branch>;
}

/**
 * Writes the tree that results from changes to another one. Other entries remain.
 *
 * @param base id of the tree; null for the empty tree
 * @returns its id
 */
export async function buildTree(
  gitdir: string,
  base: string | null,
  changes: readonly TreeChange[],
): Promise<string> {
  const root: Branch = { below: new Map() };
  for (const { path, bytes } of changes) {
    let at = root;
    for (const name of path.split('/')) {
      const next = at.below.get(name) ?? { below: new Map<string, Branch>() };
      at.below.set(name, next);
      at = next;
    }
    at.bytes = bytes;
  }
  return (await write(gitdir, base, root)) ?? (await writeGitTree(gitdir, []));
}

/** Writes a tree. Returns null for an empty one, since git has no empty folders. */
async function write(gitdir: string, base: string | null, branch: Branch): Promise<string | null> {
  const known = base === null ? [] : await readGitTree(gitdir, base);
  const entries = new Map(known.map((entry) => [entry.bytes.toString('hex'), entry]));
  for (const [name, change] of branch.below) {
    const bytes = Buffer.from(name);
    const key = bytes.toString('hex');
    const entry = await changed(gitdir, entries.get(key), change);
    if (entry) entries.set(key, { ...entry, name, bytes });
    else entries.delete(key);
  }
  if (entries.size === 0) return null;
  return writeGitTree(gitdir, [...entries.values()]);
}

async function changed(
  gitdir: string,
  known: TreeEntry | undefined,
  { bytes, below }: Branch,
): Promise<Pick<TreeEntry, 'mode' | 'oid'> | null> {
  if (below.size > 0) {
    const oid = await write(gitdir, known && isTree(known) ? known.oid : null, { below });
    if (oid !== null) return { mode: MODES.tree, oid };
  }
  if (!bytes) return null;
  const oid = await git.writeBlob({ fs, gitdir, blob: bytes });
  const isFile = known?.mode.startsWith('100') === true;
  return { mode: isFile ? known.mode : '100644', oid };
}
