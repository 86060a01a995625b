import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** Repositories that are kept at most: those that were not used for longest go first. */
const KEPT_MAX = 50;
/** Packs of one repository; one that has more is fetched as a whole again. */
const PACKS_MAX = 20;

/** Where what is kept of repositories is. */
const shelfOf = (cacheDir: string) => path.join(cacheDir, 'git');

/**
 * Copies what is kept of a repository, if something is. Everybody works on a copy of their own, so
 * that any number of processes share the cache; what is incomplete is as good as nothing.
 */
export async function takeRepository(cacheDir: string, key: string, to: string): Promise<void> {
  const kept = path.join(shelfOf(cacheDir), key);
  try {
    await fs.cp(kept, to, { recursive: true });
    await fs.utimes(kept, new Date(), new Date());
  } catch {
    // Somebody replaced it just now, or it is not there.
    await fs.rm(to, { recursive: true, force: true });
  }
}

/** Keeps a repository for the next time, in place of what was kept of it. */
export async function keepRepository(cacheDir: string, key: string, from: string): Promise<void> {
  const shelf = shelfOf(cacheDir);
  const packs = await fs.readdir(path.join(from, 'objects', 'pack')).catch(() => []);
  const kept = path.join(shelf, key);
  const old = path.join(shelf, `old-${randomUUID()}`);
  await fs.mkdir(shelf, { recursive: true });
  await fs.rename(kept, old).catch(() => {});
  // Where two do this at once, one of both stays.
  if (packs.length <= PACKS_MAX * 2) await fs.rename(from, kept).catch(() => {});
  await fs.rm(old, { recursive: true, force: true });
  await removeOldest(shelf);
}

async function removeOldest(shelf: string): Promise<void> {
  const names = await fs.readdir(shelf);
  const found = await Promise.all(
    names.map(async (name) => ({
      name,
      usedAt: (await fs.stat(path.join(shelf, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  );
  const oldest = found.toSorted((a, b) => b.usedAt - a.usedAt).slice(KEPT_MAX);
  for (const { name } of oldest) {
    await fs.rm(path.join(shelf, name), { recursive: true, force: true });
  }
}
