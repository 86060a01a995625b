import fs from 'node:fs';
import git, { type TreeEntry } from 'isomorphic-git';

/** What becomes of one file of a tree; null deletes it. */
export interface TreeChange {
  path: string;
  bytes: Uint8Array | null;
}

/** Changes by the first segment of their paths. */
interface Branch {
  bytes?: Uint8Array | null;
  below: Map<string, Branch>;
}

/**
 * Writes the tree that changes make of another one: what is not named stays as it is.
 *
 * @param base id of the tree; null for the empty one
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
  return (await write(gitdir, base, root)) ?? (await git.writeTree({ fs, gitdir, tree: [] }));
}

/** Null where nothing is left: git has no empty folders. */
async function write(gitdir: string, base: string | null, branch: Branch): Promise<string | null> {
  const known = base === null ? [] : (await git.readTree({ fs, gitdir, oid: base })).tree;
  const entries = new Map(known.map((entry) => [entry.path, entry]));
  for (const [name, change] of branch.below) {
    const entry = await changed(gitdir, name, entries.get(name), change);
    if (entry) entries.set(name, entry);
    else entries.delete(name);
  }
  if (entries.size === 0) return null;
  return git.writeTree({ fs, gitdir, tree: [...entries.values()] });
}

async function changed(
  gitdir: string,
  name: string,
  known: TreeEntry | undefined,
  { bytes, below }: Branch,
): Promise<TreeEntry | null> {
  if (below.size > 0) {
    const base = known?.type === 'tree' ? known.oid : null;
    const oid = await write(gitdir, base, { below });
    if (oid !== null) return { mode: '040000', path: name, oid, type: 'tree' };
  }
  if (!bytes) return null;
  const oid = await git.writeBlob({ fs, gitdir, blob: bytes });
  const mode = known?.type === 'blob' && known.mode !== '120000' ? known.mode : '100644';
  return { mode, path: name, oid, type: 'blob' };
}
