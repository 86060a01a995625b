import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** Maximum number of cached repositories; the least recently used are removed first. */
const KEPT_MAX = 50;
/** Maximum total size in bytes. */
const KEPT_BYTES_MAX = 5 * 1024 ** 3;
/** Maximum number of packs per repository; one with more is fetched completely next time. */
const PACKS_MAX = 20;

/** Returns the folder of cached repositories. */
const shelfOf = (cacheDir: string) => path.join(cacheDir, 'git');

/** Name prefix of folders being removed. */
const OLD = 'old-';
/** Age after which an unfinished removal counts as abandoned, in milliseconds. */
const ABANDONED_MS = 60 * 60 * 1000;

/** Limits of the cache. */
export interface CacheLimits {
  countMax: number;
  bytesMax: number;
}

/**
 * Copies a cached repository, if there is one. Everyone works on a copy, so that any number of
 * processes can share the cache. An entry replaced during the copy counts as missing.
 */
export async function takeRepository(cacheDir: string, key: string, to: string): Promise<void> {
  const kept = path.join(shelfOf(cacheDir), key);
  try {
    const { ino } = await fs.stat(kept);
    await fs.cp(kept, to, { recursive: true });
    if ((await fs.stat(kept)).ino !== ino) throw new Error('It was replaced.');
    await fs.utimes(kept, new Date(), new Date());
  } catch {
    // The entry was just replaced, or does not exist.
    await fs.rm(to, { recursive: true, force: true });
  }
}

/**
 * Stores a repository in the cache, replacing its previous version. Removes the least recently used
 * ones until the cache is within its limits.
 */
export async function keepRepository(
  cacheDir: string,
  key: string,
  from: string,
  limits: CacheLimits = { countMax: KEPT_MAX, bytesMax: KEPT_BYTES_MAX },
): Promise<void> {
  const shelf = shelfOf(cacheDir);
  const packs = await fs.readdir(path.join(from, 'objects', 'pack')).catch(() => []);
  const kept = path.join(shelf, key);
  await fs.mkdir(shelf, { recursive: true });
  await discard(shelf, kept);
  // If two processes do this concurrently, one version remains.
  if (packs.length <= PACKS_MAX * 2) await fs.rename(from, kept).catch(() => {});
  await removeOldest(shelf, limits);
}

/** Moves an entry aside atomically, so that nobody reads a part of it, and removes it. */
async function discard(shelf: string, place: string): Promise<void> {
  const old = path.join(shelf, `${OLD}${randomUUID()}`);
  await fs.rename(place, old).catch(() => {});
  await fs.rm(old, { recursive: true, force: true });
}

async function removeOldest(shelf: string, { countMax, bytesMax }: CacheLimits): Promise<void> {
  const names = await fs.readdir(shelf);
  await removeAbandoned(shelf, names);
  const found = await Promise.all(
    names
      .filter((name) => !name.startsWith(OLD))
      .map(async (name) => {
        const place = path.join(shelf, name);
        const usedAt = (await fs.stat(place).catch(() => null))?.mtimeMs ?? 0;
        return { place, usedAt, bytes: await bytesBelow(place) };
      }),
  );
  let [count, bytes] = [0, 0];
  for (const kept of found.toSorted((a, b) => b.usedAt - a.usedAt)) {
    if (count + 1 > countMax || bytes + kept.bytes > bytesMax) {
      await discard(shelf, kept.place);
    } else {
      count += 1;
      bytes += kept.bytes;
    }
  }
}

/** Removes what a killed process was about to remove. */
async function removeAbandoned(shelf: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter((one) => one.startsWith(OLD))) {
    const place = path.join(shelf, name);
    const found = await fs.stat(place).catch(() => null);
    if (found && Date.now() - found.ctimeMs > ABANDONED_MS) await discard(shelf, place);
  }
}

/** Returns the total file size; files removed concurrently count as zero. */
async function bytesBelow(folder: string): Promise<number> {
  const names = await fs.readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map(async (name) => {
      const found = await fs.stat(path.join(folder, name)).catch(() => null);
      return found?.isFile() === true ? found.size : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
