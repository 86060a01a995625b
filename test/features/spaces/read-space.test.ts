import { beforeAll, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let spaceId: string;

beforeAll(async () => {
  ({ id: spaceId } = await world.space(organization.id));
});

const spaceQuery = /* GraphQL */ `
  query ($id: ID!) {
    space(id: $id) {
      title
      parent {
        id
      }
      organization {
        id
      }
      permissions {
        view
        access
        comment
        edit
        review
        merge
        triggerGitSync
        viewInviteLinks
        admin
      }
    }
  }
`;

/** The flags of someone as both surfaces show them, after checking that they agree. */
async function flags(client: Client, id = spaceId): Promise<string[]> {
  const { body } = await client.get(`/v1/spaces/${id}`);
  const data = await client.query(spaceQuery, { id });
  expect(data.space.permissions).toEqual(body.permissions);
  return Object.keys(body.permissions).filter((name) => body.permissions[name]);
}

describe('reading a space', () => {
  it('is for those with a level; for others it does not exist, on both surfaces', async () => {
    const expected = allowedFrom('read');
    expect(await restOutcomes(cast, (client) => client.get(`/v1/spaces/${spaceId}`))).toEqual(
      expected,
    );
    const seen = await graphOutcomes(cast, async (client) => {
      const data = await client.query(spaceQuery, { id: spaceId });
      return data.space ? undefined : 'NOT_FOUND';
    });
    expect(seen).toEqual(expected);
  });

  it.each(['sp_missing', 'org_1', '1', 'x'.repeat(500), "sp_'; --"])(
    'answers 404 for the id %j',
    async (id) => {
      const { status, body } = await organization.admin.get(`/v1/spaces/${id}`);
      expect({ status, code: body.error.code }).toEqual({ status: 404, code: 404 });
    },
  );

  it('answers 404 for the id of an organization', async () => {
    expect((await organization.admin.get(`/v1/spaces/${organization.id}`)).status).toBe(404);
  });

  it('asks for a token', async () => {
    expect((await world.anonymous().get(`/v1/spaces/${spaceId}`)).status).toBe(401);
    expect((await world.withToken('dg_wrong').get(`/v1/spaces/${spaceId}`)).status).toBe(401);
  });

  it('shows to each role what it may do', async () => {
    const read = ['view', 'access'];
    const comment = [...read, 'comment'];
    const edit = [...comment, 'edit'];
    const review = [...edit, 'merge', 'review'];
    const create = [...review, 'viewInviteLinks', 'triggerGitSync'];
    const admin = [...create, 'admin'];
    for (const [role, expected] of Object.entries({ read, comment, edit, review, create, admin })) {
      expect((await flags(cast[role as 'read'])).toSorted()).toEqual(expected.toSorted());
    }
  });

  it('takes a grant before the default level, and the default level before the role', async () => {
    const { id } = await world.space(organization.id, { defaultLevel: 'comment' });
    await world.grant(id, cast.guest.userId, 'edit');
    await world.grant(id, cast.create.userId, 'read');
    expect(await flags(cast.guest, id)).toContain('edit');
    expect(await flags(cast.create, id)).not.toContain('comment');
    expect(await flags(cast.review, id)).not.toContain('edit');
    expect(await flags(cast.review, id)).toContain('comment');
    expect(await flags(cast.admin, id)).toContain('admin');
    const hidden = await world.space(organization.id, { defaultLevel: null });
    expect((await cast.create.get(`/v1/spaces/${hidden.id}`)).status).toBe(404);
    expect(await flags(cast.admin, hidden.id)).toContain('admin');
  });

  it('shows its collection to those who have a level on the collection only', async () => {
    const collection = await world.collection(organization.id, { defaultLevel: null });
    const { id } = await world.space(organization.id, { parentId: collection.id });
    await world.grant(id, cast.guest.userId, 'read');
    const ofGuest = await cast.guest.query(spaceQuery, { id });
    expect(ofGuest.space.parent).toBeNull();
    const ofAdmin = await organization.admin.query(spaceQuery, { id });
    expect(ofAdmin.space.parent).toEqual({ id: collection.id });
    const read = async (client: Client) => (await client.get(`/v1/spaces/${id}`)).body;
    expect(await read(organization.admin)).toMatchObject({
      parent: collection.id,
      visibility: 'in-collection',
    });
    const shown = await read(cast.guest);
    expect(shown).toMatchObject({ visibility: 'private' });
    expect(shown).not.toHaveProperty('parent');
  });

  it('is for everybody once it is published to all, and then shows no more than that', async () => {
    const { id } = await world.space(organization.id, { defaultLevel: null });
    await world.publish(id, 'unlisted');
    await world.changeRequest(id);
    const { status, body } = await cast.stranger.get(`/v1/spaces/${id}`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { visibility: 'unlisted', changeRequests: 0, changeRequestsOpen: 0 },
    });
    expect(await flags(cast.stranger, id)).toEqual(['view']);
    const data = await cast.stranger.query(spaceQuery, { id });
    expect(data.space.organization).toBeNull();
  });

  it('stays hidden from strangers while it is published to some only', async () => {
    const { id } = await world.space(organization.id, { defaultLevel: null });
    await world.publish(id, 'share-link');
    expect((await cast.stranger.get(`/v1/spaces/${id}`)).status).toBe(404);
    const { body } = await organization.admin.get(`/v1/spaces/${id}`);
    expect(body.visibility).toBe('share-link');
  });
});
