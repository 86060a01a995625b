import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepRepository, takeRepository } from '../../src/external/git/repository-cache.ts';

let folder: string;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'docgraph-cache-'));
});

afterAll(() => fs.rm(folder, { recursive: true, force: true }));

/** A repository of one pack, with so many bytes. */
async function repository(bytes: number, text = 'x'): Promise<string> {
  const made = await fs.mkdtemp(path.join(folder, 'made-'));
  await fs.mkdir(path.join(made, 'objects/pack'), { recursive: true });
  await fs.writeFile(path.join(made, 'objects/pack/one.pack'), text.repeat(bytes));
  await fs.writeFile(path.join(made, 'objects/pack/one.idx'), text.repeat(bytes));
  return made;
}

/** What is kept under a key: the bytes of both files; null for nothing. */
async function taken(cache: string, key: string): Promise<[string, string] | null> {
  const to = path.join(await fs.mkdtemp(path.join(folder, 'taken-')), 'repository');
  await takeRepository(cache, key, to);
  const read = (name: string) => fs.readFile(path.join(to, 'objects/pack', name), 'utf8');
  return Promise.all([read('one.pack'), read('one.idx')]).catch(() => null);
}

const cacheOf = (name: string) => path.join(folder, name);
const limits = { countMax: 3, bytesMax: 1000 };

describe('what is kept of repositories', () => {
  it('is bounded in number: those that were not used for longest go', async () => {
    const cache = cacheOf('count');
    for (const key of ['a', 'b', 'c', 'd']) {
      if (key === 'd') await taken(cache, 'a');
      await keepRepository(cache, key, await repository(10), limits);
      await sleep(15);
    }
    expect(await taken(cache, 'b')).toBeNull();
    for (const key of ['a', 'c', 'd']) expect(await taken(cache, key)).not.toBeNull();
  });

  it('is bounded in bytes', async () => {
    const cache = cacheOf('bytes');
    for (const key of ['a', 'b', 'c']) {
      await keepRepository(cache, key, await repository(200), limits);
      await sleep(15);
    }
    expect(await taken(cache, 'a')).toBeNull();
    expect(await taken(cache, 'b')).not.toBeNull();
    await keepRepository(cache, 'large', await repository(600), limits);
    expect(await fs.readdir(path.join(cache, 'git'))).toEqual(['b', 'c']);
  });

  it('is never a mixture of what two wrote at once', async () => {
    const cache = cacheOf('both');
    const seen: string[] = [];
    const write = async (text: string) => {
      while (seen.length < 20) {
        await keepRepository(cache, 'key', await repository(50, text), limits);
        // Whoever reads has the time to, on the slowest disk: only some are replaced meanwhile.
        await sleep(Math.random() * 20);
      }
    };
    const read = async () => {
      while (seen.length < 20) {
        const found = await taken(cache, 'key');
        if (found) seen.push(found.join(''));
      }
    };
    await Promise.all([write('a'), write('b'), read()]);
    for (const text of seen) expect(text).toBeOneOf(['a'.repeat(100), 'b'.repeat(100)]);
    expect(await taken(cache, 'key')).not.toBeNull();
  });
});
