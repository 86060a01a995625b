import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../src/database/database.ts';
import { runTransaction } from '../../../src/database/run-transaction.ts';
import { purgeContent } from '../../../src/features/purge/purge-content.ts';
import { keepBlobs, storeBlobs } from '../../../src/revisions/store/content-store.ts';
import { sha256 } from '../../../src/lib/hash.ts';
import { deleteFiles, writeFiles, writePages, type TestPage } from '../../support/content.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { importFolder } from '../content/import-folder.ts';
import { contentDefects, deleteEarlier, jobContext, purgeAll } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

beforeEach(async () => {
  await world.db.prisma.space.updateMany({ data: { deletedAt: new Date(0) } });
  await purgeAll(world);
  expect(await stored()).toEqual({ chunks: 0, blobs: 0, released: 0 });
});

async function stored() {
  const { contentChunk, blob, releasedContent } = world.db.prisma;
  return {
    chunks: await contentChunk.count(),
    blobs: await blob.count(),
    released: await releasedContent.count(),
  };
}

/** Lets the time pass that imports have to write what refers to what they stored. */
async function passTime(): Promise<void> {
  await world.db.prisma.$executeRaw(sql`
    UPDATE released_content SET released_at = released_at - interval '1 day'`);
}

/** Pages with ids of their own, so that spaces with the same pages share all of them. */
const pagesOf = (count: number, name: string): TestPage[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `page_${name}_${index}`,
    title: `Page ${index}`,
    markdown: `${name} ${index}`,
  }));

async function spaceWith(pages: readonly TestPage[]): Promise<string> {
  const { id } = await world.space(organization.id);
  await writePages(world, id, pages);
  return id;
}

describe('the content of spaces that are gone', () => {
  it('goes when nobody else has it, at all depths, and leaves what others share', async () => {
    const pages = pagesOf(600, 'shared');
    const [first, second] = [await spaceWith(pages), await spaceWith(pages)];
    await writePages(world, second, pagesOf(1, 'own'));
    await writeFiles(world, second, [{ name: 'a.txt', text: 'Bytes.' }]);
    const before = await stored();
    await deleteEarlier(world, second, '8 days');
    await purgeAll(world);
    expect(await contentDefects(world)).toEqual({ missing: 0, unused: 0 });
    const after = await stored();
    expect(after.blobs).toBe(before.blobs - 2);
    const { body } = await organization.admin.get(`/v1/spaces/${first}/content/page/page_shared_7`);
    expect(JSON.stringify(body)).toContain('shared 7');
    await deleteEarlier(world, first, '8 days');
    await purgeAll(world);
    expect(await stored()).toEqual({ chunks: 0, blobs: 0, released: 0 });
  });

  it('stays as long as the history of a space has it', async () => {
    const id = await spaceWith(pagesOf(2, 'old'));
    const files = await writeFiles(world, id, [{ name: 'b.txt', text: 'Old bytes.' }]);
    await deleteFiles(world, id, Object.values(files));
    const before = await stored();
    const copy = (await organization.admin.post(`/v1/spaces/${id}/duplicate`)).body.id;
    await deleteEarlier(world, copy, '8 days');
    await purgeAll(world);
    expect(await stored()).toEqual(before);
    expect(await contentDefects(world)).toEqual({ missing: 0, unused: 0 });
  });

  it('is left to a writer who stores the same at that time', async () => {
    const text = 'Once more.';
    const gone = await spaceWith([{ id: 'page_again', title: 'Again', markdown: text }]);
    await deleteEarlier(world, gone, '8 days');
    await runTransaction(world.db, async (transaction) => {
      await storeBlobs(transaction, [Buffer.from(text)]);
      // It is sent with the next statement.
      await transaction.$queryRaw(sql`SELECT 1`);
      await purgeAll(world);
    });
    expect((await stored()).blobs).toBe(1);
    // The writer wrote nothing that refers to it, so the next run takes it.
    await purgeContent(jobContext(world));
    expect(await stored()).toEqual({ chunks: 0, blobs: 0, released: 0 });
  });

  it('is stored again by a writer who comes while it is deleted', async () => {
    const text = Buffer.from('Just gone.');
    await storeBlobs(world.db.prisma, [text]);
    let written: Promise<unknown> | undefined;
    await runTransaction(world.db, async (transaction) => {
      await transaction.blob.deleteMany({ where: { hash: sha256(text) } });
      written = runTransaction(world.db, (other) => storeBlobs(other, [text]));
      await world.untilBlocked();
    });
    await written;
    expect((await stored()).blobs).toBe(1);
    await world.db.prisma.blob.deleteMany();
  });

  it('is not kept for an import that failed, once the time is over that it had', async () => {
    const { id: spaceId } = await world.space(organization.id);
    const folder = { 'README.md': '# Hi\n', 'a.png': 'bytes' };
    const options = { spaceId, userId: organization.admin.userId, now: new Date() };
    const lock = () =>
      world.db.prisma.space.updateMany({ where: { id: spaceId }, data: { editMode: 'locked' } });
    const failed = importFolder(world, folder, {
      ...options,
      beforeFile: async () => void (await lock()),
    });
    await expect(failed).rejects.toMatchObject({ code: 'CONFLICT' });
    await purgeContent(jobContext(world));
    expect((await stored()).blobs).toBe(2);
    await passTime();
    await purgeContent(jobContext(world));
    expect((await stored()).blobs).toBe(0);
  });

  it('is kept for an import that needs it, whatever is collected meanwhile', async () => {
    const gone = await spaceWith([{ title: 'Old', markdown: '# Same\n' }]);
    const { id: spaceId } = await world.space(organization.id);
    await deleteEarlier(world, gone, '8 days');
    await importFolder(
      world,
      { 'README.md': '# Same\n', 'a.png': 'bytes', 'b.png': 'others' },
      {
        ...{ spaceId, userId: organization.admin.userId, now: new Date() },
        beforeFile: () => purgeAll(world),
      },
    );
    await passTime();
    await purgeAll(world);
    expect(await contentDefects(world)).toEqual({ missing: 0, unused: 0 });
  });

  it('is not kept of edits of an earlier revision, once they are merged', async () => {
    const { id } = await world.space(organization.id);
    const content = `/v1/spaces/${id}/content`;
    const insert = async (title: string, baseRevision?: string) => {
      const change = {
        operation: 'insert_page',
        metadata: { title },
        document: { markdown: title },
      };
      const { status, body } = await organization.admin.post(content, {
        changes: [change],
        ...(baseRevision !== undefined && { baseRevision }),
      });
      expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
      return body.revision as string;
    };
    const base = await insert('First');
    await insert('Second');
    await insert('Third', base);
    await purgeAll(world);
    expect(await contentDefects(world)).toEqual({ missing: 0, unused: 0 });
    const { body } = await organization.admin.get(`${content}/pages`);
    expect(body.pages).toHaveLength(3);
  });

  it('is a conflict for a writer who stored it before and finds it gone', async () => {
    const kept = runTransaction(world.db, (transaction) => keepBlobs(transaction, [sha256('x')]));
    await expect(kept).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is whole in every space while spaces with the same come and go', async () => {
    let busy = true;
    const collectors = [0, 1].map(async () => {
      while (busy) await purgeAll(world);
    });
    const alive: string[] = [];
    const writers = [0, 1, 2].map(async (writer) => {
      for (let round = 0; round < 12; round += 1) {
        const name = `race${(round + writer) % 2}`;
        const id = await spaceWith(pagesOf(40, name));
        if (round % 4 === 3) alive.push(id);
        else await deleteEarlier(world, id, '8 days');
      }
    });
    await Promise.all(writers);
    busy = false;
    await Promise.all(collectors);
    expect((await contentDefects(world)).missing).toBe(0);
    await purgeAll(world);
    expect(await contentDefects(world)).toEqual({ missing: 0, unused: 0 });
    for (const id of alive) {
      const { body } = await organization.admin.get(`/v1/spaces/${id}/content/pages`);
      expect(body.pages).toHaveLength(40);
    }
  });
});
