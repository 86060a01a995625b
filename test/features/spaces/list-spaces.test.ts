import { beforeAll, describe, expect, it } from 'vitest';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let path: string;
let open: { id: string };
let granted: { id: string };

beforeAll(async () => {
  path = `/v1/orgs/${organization.id}/spaces`;
  open = await world.space(organization.id);
  granted = await world.space(organization.id, { defaultLevel: null });
  await world.space(organization.id, { defaultLevel: null });
  await world.space(organization.id, { deletedAt: new Date() });
  await world.grant(granted.id, cast.guest.userId, 'read');
  await world.grant(granted.id, cast.read.userId, 'edit');
});

function ids(body: { items: { id: string }[] }): string[] {
  return body.items.map(({ id }) => id);
}

describe('listing the spaces of an organization', () => {
  it('shows and counts what exists for the viewer, oldest first', async () => {
    const ofRead = await cast.read.get(path);
    expect({ ids: ids(ofRead.body), count: ofRead.body.count }).toEqual({
      ids: [open.id, granted.id],
      count: 2,
    });
    const ofGuest = await cast.guest.get(path);
    expect({ ids: ids(ofGuest.body), count: ofGuest.body.count }).toEqual({
      ids: [granted.id],
      count: 1,
    });
    expect((await organization.admin.get(path)).body.count).toBe(3);
    expect((await cast.stranger.get(path)).status).toBe(404);
    expect((await cast.disabled.get(path)).status).toBe(404);
  });

  it('gives the same to the graph', async () => {
    const data = await cast.read.query(
      'query ($id: ID!) { organization(id: $id) { spaces { totalCount nodes { id } } } }',
      { id: organization.id },
    );
    expect(data.organization.spaces).toEqual({
      totalCount: 2,
      nodes: [{ id: open.id }, { id: granted.id }],
    });
  });

  it('goes on where the last page ended, and says when it is over', async () => {
    const first = await cast.read.get(`${path}?limit=1`);
    expect(ids(first.body)).toEqual([open.id]);
    const page = encodeURIComponent(first.body.next.page);
    const second = await cast.read.get(`${path}?limit=1&page=${page}`);
    expect(ids(second.body)).toEqual([granted.id]);
    expect(second.body).not.toHaveProperty('next');
  });

  it('takes as many statements for many spaces, with counters and collections, as for one', async () => {
    const { id, admin } = await world.organization();
    const collection = await world.collection(id);
    const query = /* GraphQL */ `
      query ($id: ID!) {
        organization(id: $id) {
          spaces {
            totalCount
            nodes {
              parent {
                title
              }
              changeRequestCount
              open: changeRequestCount(status: OPEN)
              organization {
                title
              }
            }
          }
        }
      }
    `;
    const add = async () => {
      const space = await world.space(id, { parentId: collection.id });
      await world.changeRequest(space.id);
    };
    await add();
    const ofOne = await world.plannedStatements(() => admin.query(query, { id }));
    const restOfOne = await world.plannedStatements(() => admin.get(`/v1/orgs/${id}/spaces`));
    for (let count = 0; count < 6; count += 1) await add();
    const ofMany = await world.plannedStatements(() => admin.query(query, { id }));
    const restOfMany = await world.plannedStatements(() => admin.get(`/v1/orgs/${id}/spaces`));
    expect(ofMany).toHaveLength(ofOne.length);
    expect(restOfMany).toHaveLength(restOfOne.length);
    // The token, the organization (once), the spaces, their number, collections, counters.
    expect(ofMany.length).toBeLessThanOrEqual(6);
  });
});
