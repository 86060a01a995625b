import fs from 'node:fs';
import git from 'isomorphic-git';

/** One entry of a tree. */
export interface TreeEntry {
  /** As git writes it, such as `100644`. */
  mode: string;
  name: string;
  /** The bytes of the name, which need not be text. */
  bytes: Buffer;
  oid: string;
}

/** The modes of the entries that are no plain files. */
export const MODES = { tree: '40000', link: '120000', commit: '160000' } as const;

const OID_BYTES = 20;

/** Old versions of git write a zero before the mode of a tree. */
export function isTree({ mode }: Pick<TreeEntry, 'mode'>): boolean {
  return mode.replace(/^0/, '') === MODES.tree;
}

/**
 * Reads a tree, whatever its entries are called: the library refuses all of it for one name that is
 * not safe.
 *
 * @throws for what is no tree
 */
export async function readTree(gitdir: string, oid: string, cache = {}): Promise<TreeEntry[]> {
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

/** Writes a tree. Answers its id. */
export function writeTree(gitdir: string, entries: readonly TreeEntry[]): Promise<string> {
  const object = Buffer.concat(
    entries
      .toSorted((a, b) => Buffer.compare(sortKey(a), sortKey(b)))
      .flatMap(({ mode, bytes, oid }) => [
        ...[Buffer.from(`${mode} `), bytes, Buffer.alloc(1), Buffer.from(oid, 'hex')],
      ]),
  );
  return git.writeObject({ fs, gitdir, type: 'tree', object, format: 'content' });
}

/** Git sorts a folder as if its name ended with a slash. */
function sortKey(entry: TreeEntry): Buffer {
  return isTree(entry) ? Buffer.concat([entry.bytes, Buffer.from('/')]) : entry.bytes;
}
