import { beforeEach, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let collectionId: string;
let path: string;

beforeEach(async () => {
  ({ id: collectionId } = await world.collection(organization.id, { title: 'Before' }));
  path = `/v1/collections/${collectionId}`;
});

const updateCollection = /* GraphQL */ `
  mutation ($input: UpdateCollectionInput!) {
    updateCollection(input: $input) {
      collection {
        title
        description
        defaultLevel
      }
    }
  }
`;

describe('updating a collection', () => {
  it('changes what is given, and both surfaces show it', async () => {
    const changes = { title: 'After', description: 'All of it.', defaultLevel: 'read' };
    const { status, body } = await organization.admin.patch(path, changes);
    expect({ status, body }).toMatchObject({ status: 200, body: changes });
    const data = await organization.admin.query(updateCollection, { input: { collectionId } });
    expect(data.updateCollection.collection).toEqual({ ...changes, defaultLevel: 'READ' });
  });

  it('tells null, omitted and a value apart on both surfaces', async () => {
    const update = async (changes: object) => {
      const input = { collectionId, ...changes };
      return (await organization.admin.query(updateCollection, { input })).updateCollection
        .collection;
    };
    const given = { title: 'Before', description: 'For all', defaultLevel: 'EDIT' };
    expect(await update({ description: 'For all', defaultLevel: 'EDIT' })).toEqual(given);
    expect(await update({})).toEqual(given);
    expect(await update({ description: '', defaultLevel: null })).toEqual({
      title: 'Before',
      description: '',
      defaultLevel: null,
    });
    const { body } = await organization.admin.patch(path, { defaultLevel: 'inherit' });
    expect(body).toMatchObject({ title: 'Before', description: '', defaultLevel: 'inherit' });
  });

  it.each([
    [{ title: 'x'.repeat(51) }, '"title" must have at most 50 characters.'],
    [{ title: null }, '"title" must not be null: omit it instead.'],
    [{ description: 'x'.repeat(101) }, '"description" must have at most 100 characters.'],
    [{ defaultLevel: 'owner' }, /^"defaultLevel" must be one of "admin", "comment", /],
    [{ parent: 'col_other' }, '"parent" is not known here.'],
    [{ collectionId: 'col_other' }, '"collectionId" in the body differs from the one in the path.'],
  ])('refuses %j', async (changes, message) => {
    const { status, body } = await organization.admin.patch(path, changes);
    expect(status).toBe(400);
    expect(body.error.message).toMatch(message);
  });

  it('is for the level admin, the same on both surfaces', async () => {
    const expected = allowedFrom('admin');
    expect(await restOutcomes(cast, (client) => client.patch(path, { title: 'A' }))).toEqual(
      expected,
    );
    const input = { collectionId, title: 'B' };
    const outcomes = await graphOutcomes(cast, (client) =>
      client.errorCode(updateCollection, { input }),
    );
    expect(outcomes).toEqual(expected);
  });

  it('is for that level by a grant or by default, too', async () => {
    await world.grantOnCollection(collectionId, cast.guest.userId, 'admin');
    await world.grantOnCollection(collectionId, cast.create.userId, 'create');
    expect((await cast.guest.patch(path, { defaultLevel: 'admin' })).status).toBe(200);
    expect((await cast.read.patch(path, { title: 'A' })).status).toBe(200);
    const { body } = await cast.create.patch(path, { title: 'B' });
    expect(body.error.message).toBe(
      'To do this in the collection "A" you need the role "admin" or a higher one.',
    );
  });

  it('answers even when the change takes away the own access', async () => {
    await organization.admin.patch(path, { defaultLevel: 'admin' });
    const { status, body } = await cast.read.patch(path, { defaultLevel: null });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { defaultLevel: null, permissions: { view: false, admin: false } },
    });
    expect((await cast.read.get(path)).status).toBe(404);
  });
});
