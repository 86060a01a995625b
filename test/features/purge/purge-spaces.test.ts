import { describe, expect, it } from 'vitest';
import { sql, type Sql } from '../../../src/database/database.ts';
import { runTransaction } from '../../../src/database/run-transaction.ts';
import { purgeSpaces } from '../../../src/features/purge/purge-spaces.ts';
import type { Client } from '../../support/client.ts';
import { createScene } from '../../support/scene.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite } from '../sites/support.ts';
import { deleteEarlier, jobContext, rowsOf } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

const purge = () => purgeSpaces(jobContext(world));
const statusOf = async (path: string) => (await organization.admin.get(path)).status;

/** A space of each age since its deletion. */
async function deletedSpace(age: string): Promise<string> {
  const { id } = await world.space(organization.id);
  await deleteEarlier(world, id, age);
  return id;
}

describe('spaces that were deleted more than 7 days ago', () => {
  it('go for good, with all that is in them; what is around them stays', async () => {
    const scene = await createScene(world, organization.id, organization.admin.userId);
    const { spaceId, otherSpaceId } = scene;
    await world.db.prisma.reaction.createMany({
      data: [
        {
          ...{ id: 'rct_1', emoji: '👍' },
          commentId: scene.threads.space.commentId,
          userId: 'usr_1',
        },
      ],
    });
    const around = await rowsOf(world, otherSpaceId);
    expect(Object.keys((await rowsOf(world, spaceId)) ?? {})).toHaveLength(10);
    await deleteEarlier(world, spaceId, '7 days 1 second');
    await purge();
    expect(await rowsOf(world, spaceId)).toBeNull();
    expect(await rowsOf(world, otherSpaceId)).toEqual(around);
    for (const path of [`/v1/spaces/${spaceId}`, `/v1/spaces/${spaceId}/comments`]) {
      expect(await statusOf(path)).toBe(404);
    }
    expect(await statusOf(`/v1/spaces/${otherSpaceId}`)).toBe(200);
    expect((await organization.admin.delete(`/v1/spaces/${spaceId}`)).status).toBe(204);
  });

  it('leave their names to sections only if every member could view them', async () => {
    for (const [defaultLevel, name] of [
      ['read', { title: 'Guides', path: 'guides' }],
      [null, { title: 'Untitled section', path: expect.stringMatching(/^sec_/) }],
    ] as const) {
      const site = await createSite(world, { organization });
      const { id } = await world.space(organization.id, { title: 'Guides' });
      const section = await site.addSection({ spaceId: id });
      await site.addSpace({ sectionId: section.id });
      await world.db.prisma.space.update({ where: { id }, data: { defaultLevel } });
      await deleteEarlier(world, id, '8 days');
      await purge();
      const reader = await world.member(organization.id, 'read');
      for (const viewer of [reader, organization.admin]) {
        const { body } = await viewer.get(`${site.url}/sections`);
        expect(body.items).toEqual([expect.objectContaining(name)]);
      }
    }
  });

  it('can be restored to the last moment, and stay until then', async () => {
    const recent = await deletedSpace('6 days 23:59:30');
    const old = await deletedSpace('7 days 1 millisecond');
    const { id: alive } = await world.space(organization.id);
    await purge();
    expect(await rowsOf(world, old)).toBeNull();
    expect((await organization.admin.post(`/v1/spaces/${recent}/restore`)).status).toBe(200);
    expect(await rowsOf(world, alive)).toMatchObject({ spaces: 1 });
    for (const id of [old, 'sp_missing']) {
      const { status, body } = await organization.admin.post(`/v1/spaces/${id}/restore`);
      expect({ status, message: body.error.message }).toEqual({
        status: 404,
        message: `No space with the id "${id}" was found: check the id, and that you have access.`,
      });
    }
  });

  it('leave sites with one default where anything is left', async () => {
    const site = await createSite(world, { organization });
    const section = await site.addSection();
    const next = await site.addSection();
    const [inSection, later] = [await site.addSpace(), await site.addSpace()];
    const first = (await site.siteSpaces()).find(
      ({ section: id, default: isDefault }: { section: string; default: boolean }) =>
        id === section.id && isDefault,
    );
    await deleteEarlier(world, first.space.id, '8 days');
    await deleteEarlier(world, later.space.id, '8 days');
    await purge();
    const rows = await world.db.prisma.siteSpace.findMany({ where: { siteId: site.id } });
    const ofSection = rows.filter(({ sectionId }) => sectionId === section.id);
    expect(ofSection.map(({ id, isDefault }) => ({ id, isDefault }))).toEqual([
      { id: inSection.id, isDefault: true },
    ]);
    await deleteEarlier(world, inSection.space.id, '8 days');
    await purge();
    const left = await site.sections();
    expect(left.map(({ id }: { id: string }) => id)).toEqual([section.id, next.id]);
    expect(await site.siteSpaces()).toHaveLength(1);
    expect((await site.get()).siteSpaces).toBe(1);
  });

  it('stay when somebody restored them in the last moment', async () => {
    const id = await deletedSpace('8 days');
    await organization.admin.post(`/v1/spaces/${id}/comments`, { body: { markdown: 'Hi.' } });
    const before = await rowsOf(world, id);
    let purged: Promise<void> | undefined;
    await runTransaction(world.db, async (transaction) => {
      await transaction.space.update({ where: { id }, data: { deletedAt: null } });
      purged = purge();
      await world.untilBlocked();
    });
    await purged;
    expect(await rowsOf(world, id)).toEqual(before);
    expect(await statusOf(`/v1/spaces/${id}`)).toBe(200);
  });

  it('cannot be restored once their time was over while a restore waited', async () => {
    const id = await deletedSpace('6 days 23:00');
    let restored: ReturnType<Client['post']> | undefined;
    await runTransaction(world.db, async (transaction) => {
      await transaction.$executeRaw(sql`SELECT FROM spaces WHERE id = ${id} FOR UPDATE`);
      restored = organization.admin.post(`/v1/spaces/${id}/restore`);
      await world.untilBlocked();
      // Its transaction began before the end, which is now.
      await transaction.$executeRaw(sql`
        UPDATE spaces SET deleted_at = clock_timestamp() - interval '7 days' WHERE id = ${id}`);
    });
    expect((await restored)?.status).toBe(404);
    await purge();
    expect(await rowsOf(world, id)).toBeNull();
  });

  it('go in short transactions, and the next run goes on where one ended', async () => {
    const id = await deletedSpace('8 days');
    await world.db.prisma.comment.createMany({
      data: Array.from({ length: 1200 }, (_, index) => ({
        id: `cmt_many_${index}`,
        spaceId: id,
        revisionId: 'rev_any',
      })),
    });
    const stopping = new AbortController();
    const { db } = jobContext(world);
    const stopAfterOne = Object.create(db, {
      execute: {
        async value(statement: Sql) {
          const count = await db.execute(statement);
          stopping.abort(new Error('stopped'));
          return count;
        },
      },
    }) as typeof db;
    const stopped = purgeSpaces({ ...jobContext(world, stopping.signal), db: stopAfterOne });
    await expect(stopped).rejects.toThrow('stopped');
    expect(await rowsOf(world, id)).toMatchObject({ spaces: 1, comments: 700 });
    await purge();
    expect(await rowsOf(world, id)).toBeNull();
  });

  it('take another run at the same time along', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => deletedSpace('9 days')));
    await Promise.all([purge(), purge(), purge()]);
    for (const id of ids) expect(await rowsOf(world, id)).toBeNull();
  });
});
