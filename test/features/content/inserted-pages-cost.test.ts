import { expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const INSERTED = 100;
const [FEW, MANY] = [300, 3000];
const PARTS = 10;

const world = useWorld();
const organization = useOrganization(world);

/** A space with so many pages below ten others. */
async function spaceOf(count: number): Promise<{ id: string; parent: string }> {
  const { id } = await world.space(organization.id);
  const parts = Array.from({ length: PARTS }, (_, part) => ({
    title: `Part ${part}`,
    pages: Array.from({ length: count / PARTS }, (_page, page) => ({ title: `${part} ${page}` })),
  }));
  const { ids } = await writePages(world, id, parts);
  return { id, parent: ids['Part 0'] ?? '' };
}

/** Inserts pages below one and at the top. Returns the statements, those sent together as one. */
async function statementsOf(editor: Client, { id, parent }: { id: string; parent: string }) {
  const changes = Array.from({ length: INSERTED }, (_, index) => ({
    ...{ operation: 'insert_page', metadata: { title: `New ${index}` } },
    ...(index % 2 === 0 && { into: parent }),
  }));
  return world.statements(async () => {
    expect((await editor.post(`/v1/spaces/${id}/content`, { changes })).status).toBe(200);
  });
}

it('100 inserted pages take as many statements in a large space as in a small one', async () => {
  const { admin } = organization;
  const small = await statementsOf(admin, await spaceOf(FEW));
  const large = await statementsOf(admin, await spaceOf(MANY));
  // The way down the tree of chunks is a level longer.
  expect(large.length).toBeLessThanOrEqual(small.length + 4);
  expect(large.length).toBeLessThan(INSERTED);
});
