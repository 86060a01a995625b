import { posix } from 'node:path';
import { isSafeName, isSafePath } from '../../../external/git/git-names.ts';

/** Longest name of a file that is made, in bytes: systems of files take 255. */
const NAME_BYTES_MAX = 200;

/** Names that Windows has devices by, whatever follows a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Paths of a repository that are given once each, also where case makes no difference. */
export class FreePaths {
  readonly #used = new Set<string>();
  readonly #directory: string;

  /**
   * @param directory the part of the repository that they are in; '' for all of it
   * @param taken paths that are nobody's to have
   */
  constructor(directory: string, taken: Iterable<string> = []) {
    this.#directory = directory;
    for (const path of taken) this.#used.add(path.toLowerCase());
  }

  /**
   * Lets something stay where it is; false where something else is there, and where nothing may be
   * written: outside of the directory, and by a name that git refuses.
   */
  keep(path: string): boolean {
    const isInside = this.#directory === '' || path.startsWith(`${this.#directory}/`);
    if (!isInside || !isSafePath(path) || this.#used.has(path)) return false;
    this.#used.add(path).add(path.toLowerCase());
    return true;
  }

  /** A path in a folder for something new: with a number where its own is not free. */
  take(folder: string, name: string): string {
    const plain = plainName(name);
    const extension = posix.extname(plain);
    const stem = plain.slice(0, plain.length - extension.length);
    for (let number = 0; ; number += 1) {
      const numbered = number === 0 ? plain : `${stem}-${number}${extension}`;
      const path = posix.join(folder, numbered);
      if (!this.#used.has(path.toLowerCase()) && this.keep(path)) return path;
    }
  }
}

/** A name that every system takes, and that no reader of folders takes for hidden. */
export function plainName(name: string): string {
  const plain = shortened(name.replaceAll(/[\\/<>:"|?*\p{Cc}\p{Cs}]/gu, '-'))
    .replace(/^\.+/, underscores)
    .replace(/[. ]+$/, underscores)
    .replace(DEVICE, (device) => `${device}_`);
  return isSafeName(plain) ? plain : `_${plain}`;
}

function underscores(signs: string): string {
  return '_'.repeat(signs.length);
}

/** A name that is not too long, with its extension. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= NAME_BYTES_MAX) return name;
  const extension = posix.extname(name).slice(0, 20);
  const stem = [...name.slice(0, name.length - extension.length)];
  while (Buffer.byteLength(stem.join('') + extension) > NAME_BYTES_MAX) stem.pop();
  return stem.join('') + extension;
}
