import fs from 'node:fs';
import git from 'isomorphic-git';

/** Entry of a tree. */
export interface TreeEntry {
  /** Mode in git's notation, such as `100644`. */
  mode: string;
  name: string;
  /** Bytes of the name, which need not be valid UTF-8. */
  bytes: Buffer;
  oid: string;
}

/** Modes of entries other than plain files. */
export const MODES = { tree: '40000', link: '120000', commit: '160000' } as const;

const OID_BYTES = 20;

/** Checks for a tree. Old versions of git write a zero before its mode. */
export function isTree({ mode }: Pick<TreeEntry, 'mode'>): boolean {
  return mode.replace(/^0/, '') === MODES.tree;
}

/**
 * Reads a tree with any entry names. The library would reject the whole tree for one unsafe name.
 *
 * @throws for an object that is not a tree
 */
export async function readGitTree(gitdir: string, oid: string, cache = {}): Promise<TreeEntry[]> {
  const read = await git.readObject({ fs, gitdir, oid, cache, format: 'content' });
  const object = Buffer.from(read.object as Uint8Array);
  if (read.type !== 'tree') throw new Error(`The object ${oid} is no tree.`);
  const entries: TreeEntry[] = [];
  let at = 0;
  while (at < object.length) {
    const [space, end] = [object.indexOf(' ', at), object.indexOf(0, at)];
    const next = end + 1 + OID_BYTES;
    if (space < 0 || end < space || next > object.length) {
      throw new Error(`The tree ${oid} is broken.`);
    }
    const bytes = object.subarray(space + 1, end);
    entries.push({
      ...{ mode: object.toString('latin1', at, space), bytes, name: bytes.toString('utf8') },
      oid: object.toString('hex', end + 1, next),
    });
    at = next;
  }
  return entries;
}

/** Writes a tree. Returns its id. */
export function writeGitTree(gitdir: string, entries: readonly TreeEntry[]): Promise<string> {
  const object = Buffer.concat(
    entries
      .toSorted((a, b) => Buffer.compare(sortKey(a), sortKey(b)))
      .flatMap(({ mode, bytes, oid }) => [
        ...[Buffer.from(`${mode} `), bytes, Buffer.alloc(1), Buffer.from(oid, 'hex')],
      ]),
  );
  return git.writeObject({ fs, gitdir, type: 'tree', object, format: 'content' });
}

/** Returns the sort key of an entry. Git sorts a folder as if its name ended with a slash. */
function sortKey(entry: TreeEntry): Buffer {
  return isTree(entry) ? Buffer.concat([entry.bytes, Buffer.from('/')]) : entry.bytes;
}
