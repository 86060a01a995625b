import { beforeAll, describe, expect, it } from 'vitest';
import { restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { fillPlace } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let path: string;
let open: { id: string };
let granted: { id: string };
let nested: { id: string };

beforeAll(async () => {
  path = `/v1/orgs/${organization.id}/collections`;
  granted = await world.collection(organization.id, { defaultLevel: null });
  open = await world.collection(organization.id);
  nested = await world.collection(organization.id, { parentId: open.id });
  const hidden = await world.collection(organization.id, { defaultLevel: null });
  await world.collection(organization.id, { parentId: hidden.id });
  await world.grantOnCollection(granted.id, cast.guest.userId, 'read');
  await world.grantOnCollection(granted.id, cast.read.userId, 'edit');
});

/** The ids and the count that a list shows. */
async function list(client: Client, url: string) {
  const { body } = await client.get(url);
  return { ids: body.items.map(({ id }: { id: string }) => id), count: body.count };
}

const members = new Set(['read', 'comment', 'edit', 'review', 'create', 'admin', 'guest']);

describe('listing the collections of an organization', () => {
  it('shows and counts what exists for the viewer, oldest first', async () => {
    expect(await list(cast.read, path)).toEqual({
      ids: [granted.id, open.id, nested.id],
      count: 3,
    });
    expect(await list(cast.edit, path)).toEqual({ ids: [open.id, nested.id], count: 2 });
    expect(await list(cast.guest, path)).toEqual({ ids: [granted.id], count: 1 });
    expect((await list(organization.admin, path)).count).toBe(5);
  });

  it('shows those at the top alone, in their order, where nested ones are not wanted', async () => {
    expect(await list(cast.read, `${path}?nested=true`)).toEqual(await list(cast.read, path));
    const top = `${path}?nested=false`;
    expect(await list(cast.read, top)).toEqual({ ids: [granted.id, open.id], count: 2 });
    const first = { where: { id: open.id }, data: { position: 'Zz' } };
    await world.db.prisma.collection.update(first);
    expect(await list(cast.read, top)).toEqual({ ids: [open.id, granted.id], count: 2 });
    const { status, body } = await cast.read.get(`${path}?nested=1`);
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: '"nested" must be true or false.',
    });
  });

  it('gives the same to the graph, and what lies in a collection', async () => {
    const query = /* GraphQL */ `
      query ($id: ID!, $nested: Boolean, $collection: ID!, $other: ID!) {
        organization(id: $id) {
          collections(nested: $nested) {
            totalCount
            nodes {
              id
              collections {
                totalCount
                nodes {
                  id
                  parent {
                    id
                  }
                }
              }
            }
          }
          collection(id: $collection) {
            id
          }
          other: collection(id: $other) {
            id
          }
        }
      }
    `;
    const elsewhere = await world.collection((await world.organization()).id);
    const variables = {
      id: organization.id,
      nested: false,
      collection: open.id,
      other: elsewhere.id,
    };
    const data = await cast.edit.query(query, variables);
    const child = { id: nested.id, parent: { id: open.id } };
    expect(data.organization).toEqual({
      collections: {
        totalCount: 1,
        nodes: [{ id: open.id, collections: { totalCount: 1, nodes: [child] } }],
      },
      collection: { id: open.id },
      other: null,
    });
    const whole = await cast.edit.query(query, { ...variables, nested: null });
    expect(whole.organization.collections.totalCount).toBe(2);
  });

  it('hides the parent of what was shared out of a hidden collection', async () => {
    const hidden = await world.collection(organization.id, { defaultLevel: null });
    const { id } = await world.collection(organization.id, { parentId: hidden.id });
    await world.grantOnCollection(id, cast.guest.userId, 'read');
    const query = `query ($id: ID!, $organizationId: ID!) {
      collection(id: $id) { parentId parent { id } }
      organization(id: $organizationId) { collections(nested: false) { nodes { id } } } }`;
    const variables = { id, organizationId: organization.id };
    const seen = await cast.guest.query(query, variables);
    expect(seen.collection).toEqual({ parentId: null, parent: null });
    const { body } = await cast.guest.get(`/v1/collections/${id}`);
    expect(body).not.toHaveProperty('parent');
    // What nothing that they see holds is at the top for them: how else would they find it?
    expect(seen.organization.collections.nodes).toContainEqual({ id });
    const ofAdmin = await cast.admin.query(query, variables);
    expect(ofAdmin.collection).toEqual({ parentId: hidden.id, parent: { id: hidden.id } });
    expect(ofAdmin.organization.collections.nodes).not.toContainEqual({ id });
  });

  it('is for members and guests; for others there is no such organization', async () => {
    const outcomes = await restOutcomes(cast, (client) => client.get(path));
    for (const [kind, outcome] of Object.entries(outcomes)) {
      expect({ kind, outcome }).toEqual({ kind, outcome: members.has(kind) ? 'ok' : 404 });
    }
  });
});

describe('listing the spaces of a collection', () => {
  it('shows and counts those right in it that exist for the viewer, in their order', async () => {
    const { id } = await world.collection(organization.id);
    const below = await world.collection(organization.id, { parentId: id });
    const [first, second, hidden] = [
      await world.space(organization.id, { parentId: id }),
      await world.space(organization.id, { parentId: id }),
      await world.space(organization.id, { parentId: id, defaultLevel: null }),
    ];
    await world.space(organization.id, { parentId: below.id });
    await world.space(organization.id, { parentId: id, deletedAt: new Date() });
    await world.db.prisma.space.update({ where: { id: second.id }, data: { position: 'Zz' } });
    const url = `/v1/collections/${id}/spaces`;
    expect(await list(cast.read, url)).toEqual({ ids: [second.id, first.id], count: 2 });
    expect(await list(organization.admin, url)).toEqual({
      ids: [second.id, first.id, hidden.id],
      count: 3,
    });
    const query = 'query ($id: ID!) { collection(id: $id) { spaces { totalCount nodes { id } } } }';
    expect(await cast.read.query(query, { id })).toEqual({
      collection: { spaces: { totalCount: 2, nodes: [{ id: second.id }, { id: first.id }] } },
    });
    await world.grant(hidden.id, cast.guest.userId, 'read');
    expect((await cast.guest.get(url)).status).toBe(404);
    await world.grantOnCollection(id, cast.guest.userId, 'read');
    expect((await list(cast.guest, url)).count).toBe(3);
  });

  it('is exact for 10000 spaces, in as many statements as for a few', async () => {
    const { id, admin } = await world.organization();
    const [few, many] = [await world.collection(id), await world.collection(id)];
    await fillPlace(world, id, few.id, { spaces: 3, collections: 3 });
    await fillPlace(world, id, many.id, { spaces: 10_000, collections: 100 });
    const ask = async (collectionId: string) => {
      const { body } = await admin.get(`/v1/collections/${collectionId}/spaces?limit=1000`);
      return body;
    };
    const query = /* GraphQL */ `
      query ($id: ID!) {
        organization(id: $id) {
          collections(nested: false, first: 100) {
            totalCount
            nodes {
              organization {
                title
              }
              collections(first: 2) {
                totalCount
                nodes {
                  parent {
                    title
                  }
                }
              }
              spaces(first: 2) {
                totalCount
                nodes {
                  parent {
                    title
                  }
                }
              }
            }
          }
        }
      }
    `;
    // Once a minute, the use of a token is noted: not in what is counted.
    await ask(few.id);
    const ofFew = await world.statements(async () => expect((await ask(few.id)).count).toBe(3));
    const ofMany = await world.statements(async () => {
      const { count, items, next } = await ask(many.id);
      expect({ count, shown: items.length, more: next !== undefined }).toEqual({
        count: 10_000,
        shown: 1000,
        more: true,
      });
    });
    expect(ofMany).toHaveLength(ofFew.length);
    const ofGraph = await world.statements(async () => {
      const { collections } = (await admin.query(query, { id })).organization;
      const spaces = collections.nodes.map((node: { spaces: object }) => node.spaces);
      expect(spaces).toMatchObject([{ totalCount: 3 }, { totalCount: 10_000 }]);
    });
    // The token, the organization; two for each of three lists; the parents.
    expect(ofGraph.length).toBeLessThanOrEqual(9);
  });
});
