import { posix } from 'node:path';
import { isSafeName, isSafePath } from '../../../external/git/git-names.ts';

/** Maximum length of a generated file name, in bytes: file systems allow 255. */
const NAME_BYTES_MAX = 200;

/** Device names reserved by Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Allocator of unique repository paths; case-insensitive. */
export class FreePaths {
  readonly #used = new Set<string>();
  readonly #directory: string;

  /**
   * @param directory part of the repository that contains the paths; '' for the whole repository
   * @param taken paths that must not be used
   */
  constructor(directory: string, taken: Iterable<string> = []) {
    this.#directory = directory;
    for (const path of taken) this.#used.add(path.toLowerCase());
  }

  /**
   * Reserves an existing path. Returns false if it is taken, outside the directory, or refused by
   * git.
   */
  keep(path: string): boolean {
    const isInside = this.#directory === '' || path.startsWith(`${this.#directory}/`);
    if (!isInside || !isSafePath(path) || this.#used.has(path)) return false;
    this.#used.add(path).add(path.toLowerCase());
    return true;
  }

  /** Returns a new path in a folder, with a number appended if the name is taken. */
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

/** Returns a file name that is valid on every system and not hidden. */
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

/** Shortens a name to the maximum length and keeps its extension. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= NAME_BYTES_MAX) return name;
  const extension = posix.extname(name).slice(0, 20);
  const stem = [...name.slice(0, name.length - extension.length)];
  while (Buffer.byteLength(stem.join('') + extension) > NAME_BYTES_MAX) stem.pop();
  return stem.join('') + extension;
}
