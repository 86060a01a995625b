import { expect, it } from 'vitest';
import { useOrganization, useWorld } from '../support/use-world.ts';

const WRITERS = 100;

const world = useWorld({ poolSize: 4 });
const organization = useOrganization(world);

it('100 edits of one space at once are all made, and keep neither reads nor other writes waiting', async () => {
  const { admin, id } = organization;
  const { id: spaceId } = await world.space(id);
  const other = await world.space(id);
  let isOver = false;
  const edits = Promise.all(
    Array.from({ length: WRITERS }, (_, index) => {
      const metadata = { title: `Page ${index}` };
      const changes = [{ operation: 'insert_page', metadata }];
      return admin.post(`/v1/spaces/${spaceId}/content`, { changes });
    }),
  ).finally(() => (isOver = true));
  await expect.poll(() => world.db.turns.waitingFor(spaceId)).toBeGreaterThan(1);
  expect(await admin.patch(`/v1/spaces/${other.id}`, { title: 'Other' })).toMatchObject({
    status: 200,
  });
  expect((await admin.get(`/v1/spaces/${other.id}`)).body).toMatchObject({ title: 'Other' });
  expect(isOver).toBe(false);
  expect(new Set((await edits).map(({ status }) => status))).toEqual(new Set([200]));
  const { body } = await admin.get(`/v1/spaces/${spaceId}/content/pages`);
  expect(body.pages).toHaveLength(WRITERS);
});
