import { posix } from 'node:path';

/** Longest name of a file that is made, in bytes: systems of files take 255. */
const NAME_BYTES_MAX = 200;

/** Paths of a repository that are given once each, also where case makes no difference. */
export class FreePaths {
  readonly #used = new Set<string>();

  /** @param taken paths that are nobody's to have */
  constructor(taken: Iterable<string> = []) {
    for (const path of taken) this.#used.add(path.toLowerCase());
  }

  /** Lets something stay where it is; false where something else is there. */
  keep(path: string): boolean {
    if (this.#used.has(path)) return false;
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
  const visible = name
    .replaceAll(/[\\/\p{Cc}\p{Cs}]/gu, '-')
    .replace(/^\.+/, (dots) => '_'.repeat(dots.length));
  if (Buffer.byteLength(visible) <= NAME_BYTES_MAX) return visible;
  const extension = posix.extname(visible).slice(0, 20);
  const stem = [...visible.slice(0, visible.length - extension.length)];
  while (Buffer.byteLength(stem.join('') + extension) > NAME_BYTES_MAX) stem.pop();
  return stem.join('') + extension;
}
