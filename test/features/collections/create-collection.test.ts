import { beforeAll, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { fillPlace, nest } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let path: string;

beforeAll(async () => {
  path = `/v1/orgs/${organization.id}/collections`;
});

const createCollection = /* GraphQL */ `
  mutation ($input: CreateCollectionInput!) {
    createCollection(input: $input) {
      collection {
        id
        title
        parent {
          id
        }
        organization {
          id
        }
      }
    }
  }
`;

describe('creating a collection', () => {
  it('answers 201 with its address and what was given, and the graph shows the same', async () => {
    const { status, body, headers } = await organization.admin.post(path, { title: 'Guides' });
    expect({ status, location: headers['location'] }).toEqual({
      status: 201,
      location: `${baseUrl}/v1/collections/${body.id}`,
    });
    expect(body).toEqual({
      object: 'collection',
      id: expect.stringMatching(/^col_/) as string,
      title: 'Guides',
      organization: organization.id,
      defaultLevel: 'inherit',
      urls: {
        location: headers['location'],
        app: `${baseUrl}/o/${organization.id}/c/${body.id}`,
      },
      permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
    });
    expect((await organization.admin.get(`/v1/collections/${body.id}`)).body).toEqual(body);
    const query = 'query ($id: ID!) { collection(id: $id) { title parentId createdAt } }';
    const { collection } = await organization.admin.query(query, { id: body.id });
    expect(collection).toMatchObject({ title: 'Guides', parentId: null });
    expect(Date.now() - Date.parse(collection.createdAt)).toBeLessThan(60_000);
  });

  it('fills in what is left out, the body too', async () => {
    for (const nothing of [{}, undefined]) {
      const { status, body } = await organization.admin.post(path, nothing);
      expect({ status, title: body.title }).toEqual({ status: 201, title: 'Untitled' });
    }
  });

  it('puts it into a collection, whose level decides instead of the role', async () => {
    const { id: parent } = await world.collection(organization.id);
    await world.grantOnCollection(parent, cast.guest.userId, 'create');
    await world.grantOnCollection(parent, cast.create.userId, 'review');
    const input = { organizationId: organization.id, title: 'Nested', parent };
    const data = await cast.guest.query(createCollection, { input });
    expect(data.createCollection.collection).toEqual({
      id: expect.stringMatching(/^col_/) as string,
      title: 'Nested',
      parent: { id: parent },
      organization: { id: organization.id },
    });
    const { body } = await cast.guest.post(path, { parent });
    expect(body.parent).toBe(parent);
    expect((await cast.create.post(path, { parent })).status).toBe(403);
    expect(await cast.create.errorCode(createCollection, { input })).toBe('FORBIDDEN');
  });

  it('refuses a parent that is no collection of the organization, whatever is wrong', async () => {
    const elsewhere = await world.organization();
    const foreign = await world.collection(elsewhere.id);
    const hidden = await world.collection(organization.id, { defaultLevel: null });
    for (const parent of [foreign.id, hidden.id, 'col_missing', '']) {
      const { status, body } = await cast.create.post(path, { parent });
      expect({ status, message: body.error.message }).toEqual({
        status: 400,
        message: '"parent" must be a collection of the organization.',
      });
      const input = { organizationId: organization.id, parent };
      expect(await cast.create.errorCode(createCollection, { input })).toBe('BAD_USER_INPUT');
    }
  });

  it.each([
    [{ title: 'x'.repeat(51) }, '"title" must have at most 50 characters.'],
    [{ title: null }, '"title" must not be null: omit it instead.'],
    [{ parent: null }, '"parent" must not be null: omit it instead.'],
    [{ parent: 1 }, '"parent" must be a string.'],
    [{ title: 'a\0b' }, '"title" must not contain the character U+0000.'],
    [{ description: 'x' }, '"description" is not known here.'],
  ])('refuses %j', async (input, message) => {
    const { status, body } = await organization.admin.post(path, input);
    expect({ status, message: body.error.message }).toEqual({ status: 400, message });
  });

  it('is for the role create and above, the same on both surfaces', async () => {
    const expected = { ...allowedFrom('create'), guest: 403 };
    expect(await restOutcomes(cast, (client) => client.post(path, {}))).toEqual(expected);
    const input = { organizationId: organization.id };
    const outcomes = await graphOutcomes(cast, (client) =>
      client.errorCode(createCollection, { input }),
    );
    expect(outcomes).toEqual(expected);
  });

  it('nests 20 deep and no deeper', async () => {
    const chain = await nest(world, organization.id, 19);
    const twentieth = await organization.admin.post(path, { parent: chain.at(-1) });
    expect(twentieth.status).toBe(201);
    const { status, body } = await organization.admin.post(path, { parent: twentieth.body.id });
    expect({ status, message: body.error.message }).toEqual({
      status: 409,
      message: 'Collections can be nested 20 deep at most.',
    });
  });
});

describe('the siblings of what is created', () => {
  const createSpace = (client: Client, id: string, parent?: string) =>
    client.post(`/v1/orgs/${id}/spaces`, { parent });

  it('are spaces and collections in one order, at the top and in a collection', async () => {
    const { id, admin } = await world.organization();
    const { id: parent } = (await admin.post(`/v1/orgs/${id}/collections`)).body;
    for (const place of [undefined, parent]) {
      const created: string[] = [];
      for (const kind of ['collections', 'spaces', 'spaces', 'collections', 'spaces']) {
        created.push((await admin.post(`/v1/orgs/${id}/${kind}`, { parent: place })).body.id);
      }
      const rows = await world.db.prisma.$queryRaw<{ id: string }[]>`
        SELECT id FROM collection_items WHERE organization_id = ${id}
          AND parent_id IS NOT DISTINCT FROM ${place ?? null} AND id <> ${parent}
        ORDER BY position`;
      expect(rows.map((row) => row.id)).toEqual(created);
    }
  });

  it('get a place of their own when many are created at once', async () => {
    const { id, admin } = await world.organization();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        admin.post(`/v1/orgs/${id}/${index % 2 ? 'collections' : 'spaces'}`, {}),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const rows = await world.db.prisma.$queryRaw<{ position: string }[]>`
      SELECT position FROM collection_items WHERE organization_id = ${id}`;
    expect(new Set(rows.map(({ position }) => position)).size).toBe(16);
  });

  it('are 20000 at most, spaces and collections together', async () => {
    const { id, admin } = await world.organization();
    const parent = await world.collection(id);
    await fillPlace(world, id, parent.id, { spaces: 19_998, collections: 1 });
    expect((await createSpace(admin, id, parent.id)).status).toBe(201);
    const refused = [
      await createSpace(admin, id, parent.id),
      await admin.post(`/v1/orgs/${id}/collections`, { parent: parent.id }),
    ];
    for (const { status, body } of refused) {
      expect({ status, message: body.error.message }).toEqual({
        status: 409,
        message: 'At most 20000 spaces and collections can be in one place: move or delete some.',
      });
    }
  });

  it('cannot be in a collection that is deleted or transferred at the same moment', async () => {
    const { id, admin } = await world.organization();
    const parent = await world.collection(id);
    const hold = await world.db.pool.connect();
    try {
      await hold.query('BEGIN');
      await hold.query('SELECT FROM organizations WHERE id = $1 FOR UPDATE', [id]);
      const creation = createSpace(admin, id, parent.id);
      await world.untilBlocked();
      await hold.query('DELETE FROM collections WHERE id = $1', [parent.id]);
      await hold.query('COMMIT');
      expect((await creation).status).toBe(409);
    } finally {
      hold.release();
    }
  });
});
