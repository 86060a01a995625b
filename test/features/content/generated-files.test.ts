import { describe, expect, it } from 'vitest';
import { sql } from '../../../src/database/database.ts';
import {
  findGeneratedFile,
  storeGeneratedFile,
  removeGeneratedFiles,
} from '../../../src/features/content/downloads/generated-files.ts';
import { collectContent } from '../../../src/revisions/store/collect-content.ts';
import { storedBlobs } from '../../../src/revisions/store/content-store.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();

const keep = (key: string, text: string, sizeMax?: number) =>
  storeGeneratedFile(world.db, key, new Uint8Array(Buffer.from(text)), sizeMax);

/** As if the file was asked for that long ago. */
async function age(key: string, hours: number): Promise<void> {
  await world.db.prisma.generatedFile.update({
    where: { key },
    data: { usedAt: new Date(Date.now() - hours * 3_600_000) },
  });
}

async function isStored(blob: string): Promise<boolean> {
  await collectContent(world.db);
  return (await storedBlobs(world.db, [blob])).has(blob);
}

describe('a file that was made from content', () => {
  it('is there for all who ask for the same', async () => {
    expect(await findGeneratedFile(world.db, 'a')).toBeUndefined();
    const blob = await keep('a', 'text of a');
    expect(await findGeneratedFile(world.db, 'a')).toBe(blob);
    expect(await isStored(blob)).toBe(true);
  });

  it('is made once of two that are made at the same time, and the other one is cleared away', async () => {
    const [one, other] = [await keep('b', 'text of b'), await keep('b', 'another text of b')];
    expect(other).toBe(one);
    const rows = await world.db.query(sql`SELECT 1 FROM blobs t WHERE t.size = 17`);
    expect(rows).toHaveLength(1);
    await collectContent(world.db);
    expect(await world.db.query(sql`SELECT 1 FROM blobs t WHERE t.size = 17`)).toHaveLength(0);
  });

  it('goes when nobody asked for it in a day, unless its bytes are those of another', async () => {
    const blob = await keep('c', 'text of c');
    await keep('same as c', 'text of c');
    await age('c', 25);
    expect(await removeGeneratedFiles(world.db)).toBe(1);
    expect(await findGeneratedFile(world.db, 'c')).toBeUndefined();
    expect(await isStored(blob)).toBe(true);
    await age('same as c', 25);
    expect(await removeGeneratedFiles(world.db)).toBe(1);
    expect(await isStored(blob)).toBe(false);
  });

  it('stays when it is asked for', async () => {
    await keep('d', 'text of d');
    await age('d', 25);
    await findGeneratedFile(world.db, 'd');
    expect(await removeGeneratedFiles(world.db)).toBe(0);
  });

  it('makes room for a new one, but not while its address may be in use', async () => {
    await world.db.prisma.generatedFile.deleteMany();
    await keep('old', '12345');
    await keep('older', '12345');
    await age('old', 3);
    await age('older', 4);
    await keep('new', '12345', 10);
    expect(await findGeneratedFile(world.db, 'older')).toBeUndefined();
    expect(await findGeneratedFile(world.db, 'old')).toBeDefined();
    await expect(keep('newer', '12345', 10)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(await findGeneratedFile(world.db, 'newer')).toBeUndefined();
  });
});
