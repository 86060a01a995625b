import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** Repositories that are kept at most: those that were not used for longest go first. */
const KEPT_MAX = 50;
/** Bytes of all of them. */
const KEPT_BYTES_MAX = 5 * 1024 ** 3;
/** Packs of one repository; one that has more is fetched as a whole again. */
const PACKS_MAX = 20;

/** Where what is kept of repositories is. */
const shelfOf = (cacheDir: string) => path.join(cacheDir, 'git');

/** Begins the names of what is being removed. */
const OLD = 'old-';
/** What is still there after this long, in milliseconds, nobody is removing any more. */
const ABANDONED_MS = 60 * 60 * 1000;

/** What the cache may hold. */
export interface CacheLimits {
  countMax: number;
  bytesMax: number;
}

/**
 * Copies what is kept of a repository, if something is. Everybody works on a copy of their own, so
 * that any number of processes share the cache; what was replaced meanwhile is as good as nothing.
 */
export async function takeRepository(cacheDir: string, key: string, to: string): Promise<void> {
  const kept = path.join(shelfOf(cacheDir), key);
  try {
    const { ino } = await fs.stat(kept);
    await fs.cp(kept, to, { recursive: true });
    if ((await fs.stat(kept)).ino !== ino) throw new Error('It was replaced.');
    await fs.utimes(kept, new Date(), new Date());
  } catch {
    // Somebody replaced it just now, or it is not there.
    await fs.rm(to, { recursive: true, force: true });
  }
}

/**
 * Keeps a repository for the next time, in place of what was kept of it. Those that were not used
 * for longest go, until what is kept is within the limits.
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
  // Where two do this at once, one of both stays.
  if (packs.length <= PACKS_MAX * 2) await fs.rename(from, kept).catch(() => {});
  await removeOldest(shelf, limits);
}

/** Takes something from the shelf at once, so that nobody finds a part of it, and removes it. */
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

/** What a killed process was about to remove. */
async function removeAbandoned(shelf: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter((one) => one.startsWith(OLD))) {
    const place = path.join(shelf, name);
    const found = await fs.stat(place).catch(() => null);
    if (found && Date.now() - found.ctimeMs > ABANDONED_MS) await discard(shelf, place);
  }
}

/** Bytes of the files; what another process removes meanwhile has none. */
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
