import { beforeAll, describe, expect, it } from 'vitest';
import { INVITES_MAX } from '../../../src/features/invites/create-invite.ts';
import { newSecretId } from '../../../src/lib/id.ts';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';

const world = useWorld();
const organization = useOrganization(world);
let url: string;

beforeAll(async () => {
  url = `/v1/orgs/${organization.id}/link-invites`;
});

const create = (body: object, client = organization.admin) => client.post(url, body);

async function created(body: object, client = organization.admin) {
  const answer = await create(body, client);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const creation = `mutation ($organizationId: ID!, $gives: InviteGiftInput!) {
  createInvite(input: { organizationId: $organizationId, gives: $gives }) {
    invite {
      __typename id redundant url createdBy { id }
      ... on OrganizationInvite { role }
      ... on SpaceInvite { level space { id } }
      ... on CollectionInvite { level collection { id } }
    }
  }
}`;

describe('an invite link', () => {
  it('gives a role, a level on a space or one on a collection, and says just that', async () => {
    const space = await world.space(organization.id, { defaultLevel: null });
    const collection = await world.collection(organization.id);
    const id = expect.stringMatching(/^inv_[0-9A-Z]{26}$/);
    const invite = { object: 'invite', id, redundant: false };
    const answer = await create({ role: 'edit' });
    expect(answer.body).toEqual({ ...invite, role: 'edit' });
    expect(answer.headers['location']).toBe(`${baseUrl}${url}/${answer.body.id}`);
    expect(await created({ role: null })).toEqual({ ...invite, role: null });
    expect(await created({ level: 'read', space: space.id })).toEqual({
      ...invite,
      level: 'read',
      space: space.id,
    });
    expect(await created({ level: 'edit', collection: collection.id })).toEqual({
      ...invite,
      level: 'edit',
      collection: collection.id,
    });
  });

  it.each(['space', 'collection'] as const)(
    'leaves no way into a %s that is transferred while the link is made',
    async (kind) => {
      const from = await world.organization();
      const to = await world.organization();
      const { id } = await world[kind](from.id, { defaultLevel: null });
      const table = kind === 'space' ? 'spaces' : 'collections';
      const hold = await world.db.pool.connect();
      try {
        await hold.query('BEGIN');
        await hold.query('SELECT FROM organizations WHERE id = $1 FOR UPDATE', [from.id]);
        const answer = from.admin.post(`/v1/orgs/${from.id}/link-invites`, {
          level: 'admin',
          [kind]: id,
        });
        await world.untilBlocked();
        await hold.query(`UPDATE ${table} SET organization_id = $2 WHERE id = $1`, [id, to.id]);
        await hold.query('COMMIT');
        expect((await answer).status).toBe(404);
      } finally {
        hold.release();
      }
      expect(await world.db.prisma.invite.count({ where: { organizationId: from.id } })).toBe(0);
    },
  );

  it('is typed by what it is to in the graph, and a node', async () => {
    const space = await world.space(organization.id);
    const { admin, id: organizationId } = organization;
    const gives = { space: { spaceId: space.id, level: 'COMMENT' } };
    const { createInvite } = await admin.query(creation, { organizationId, gives });
    const { id } = createInvite.invite;
    expect(createInvite.invite).toEqual({
      __typename: 'SpaceInvite',
      id,
      redundant: false,
      url: `${baseUrl}/join#organization=${organizationId}&invite=${id}`,
      createdBy: { id: admin.userId },
      level: 'COMMENT',
      space: { id: space.id },
    });
    const { node } = await admin.query('query ($id: ID!) { node(id: $id) { __typename id } }', {
      id,
    });
    expect(node).toEqual({ __typename: 'SpaceInvite', id });
  });

  it('has an id that neither its time nor another one tells', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await created({ role: 'read' })).id));
    const starts = new Set(ids.map((id: string) => id.slice(4, 12)));
    expect(starts.size).toBe(ids.length);
  });

  it('is redundant where every member has its level by default', async () => {
    const folder = await world.collection(organization.id, { defaultLevel: 'edit' });
    const inside = await world.space(organization.id, { parentId: folder.id });
    const open = await world.space(organization.id);
    const closed = await world.space(organization.id, { defaultLevel: null, parentId: folder.id });
    const redundancy = async (level: string, place: object) =>
      (await created({ level, ...place })).redundant;
    expect(await redundancy('edit', { space: inside.id })).toBe(true);
    expect(await redundancy('review', { space: inside.id })).toBe(false);
    expect(await redundancy('comment', { collection: folder.id })).toBe(true);
    expect(await redundancy('read', { space: open.id })).toBe(true);
    expect(await redundancy('comment', { space: open.id })).toBe(false);
    expect(await redundancy('read', { space: closed.id })).toBe(false);
  });

  it('changes how much it gives, by its own measure', async () => {
    const space = await world.space(organization.id);
    const toSpace = await created({ level: 'read', space: space.id });
    const toAll = await created({ role: 'edit' });
    const { admin } = organization;
    const patch = async (id: string, body: object) => {
      const answer = await admin.patch(`${url}/${id}`, body);
      return { status: answer.status, ...answer.body };
    };
    expect(await patch(toSpace.id, { level: 'edit' })).toMatchObject({
      status: 200,
      level: 'edit',
      space: space.id,
    });
    expect(await patch(toAll.id, { role: null })).toMatchObject({ status: 200, role: null });
    expect(await patch(toSpace.id, { role: 'edit' })).toMatchObject({
      status: 400,
      error: { message: expect.stringContaining('gives a "level", no "role"') },
    });
    expect(await patch(toAll.id, { level: 'edit' })).toMatchObject({
      status: 400,
      error: { message: expect.stringContaining('gives a "role", no "level"') },
    });
    for (const body of [{}, { level: null }, { role: 'edit', level: 'edit' }, { role: 'owner' }]) {
      expect(await patch(toSpace.id, body)).toMatchObject({ status: 400 });
    }
    expect((await admin.get(`${url}/${toSpace.id}`)).body.level).toBe('edit');
  });

  it('is refused with the shapes that it can have', async () => {
    const space = await world.space(organization.id);
    for (const body of [
      {},
      { role: 'owner' },
      { role: 'read', level: 'read', space: space.id },
      { level: null, space: space.id },
      { level: 'read' },
      { level: 'read', space: space.id, collection: 'col_1' },
    ]) {
      const { status, body: answer } = await create(body);
      expect(status, JSON.stringify(body)).toBe(400);
      expect(answer.error.message).toMatch(/^The body must be \{ role \}, \{ level, space \} or/);
    }
    const elsewhere = await world.organization();
    const foreign = await world.space(elsewhere.id);
    expect((await create({ level: 'read', space: foreign.id })).status).toBe(404);
    expect((await create({ level: 'read', collection: 'col_1' })).status).toBe(404);
  });

  it('is one of at most 1,000, which are listed newest first in few statements', async () => {
    const full = await world.organization();
    const list = `/v1/orgs/${full.id}/link-invites`;
    const space = await world.space(full.id);
    const data = Array.from({ length: INVITES_MAX }, (_, index) => ({
      id: newSecretId('inv'),
      organizationId: full.id,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, index)),
      ...(index % 2 === 0 ? { role: 'read' } : { level: 'edit', spaceId: space.id }),
    }));
    await world.db.prisma.invite.createMany({ data });
    const { status, body } = await full.admin.post(list, { role: 'read' });
    expect({ status, ...body.error }).toMatchObject({
      status: 409,
      message:
        'An organization has at most 1000 invite links, and this one does: delete one first.',
    });
    let items: { id: string }[] = [];
    const statements = await world.statements(async () => {
      ({ items } = (await full.admin.get(`${list}?limit=1000`)).body);
    });
    expect(items.map(({ id }) => id)).toEqual(data.map(({ id }) => id).toReversed());
    expect(statements.length).toBeLessThanOrEqual(5);
  });

  it('is neither made nor used while the organization wants none', async () => {
    const strict = await world.organization();
    const list = `/v1/orgs/${strict.id}/link-invites`;
    const { id } = (await strict.admin.post(list, { role: 'read' })).body;
    await strict.admin.patch(`/v1/orgs/${strict.id}`, { inviteLinks: false });
    const stranger = await world.user();
    const join = () => stranger.post(`/v1/orgs/${strict.id}/invites/${id}`);
    for (const answer of [await strict.admin.post(list, { role: 'read' }), await join()]) {
      expect(answer.status).toBe(409);
      expect(answer.body.error.message).toContain('turn on "inviteLinks"');
    }
    await strict.admin.patch(`/v1/orgs/${strict.id}`, { inviteLinks: true });
    expect((await join()).status).toBe(200);
  });
});

describe('invite links are for', () => {
  const adminsOnly = { ...allowedFrom('admin'), disabled: 404, stranger: 404 } as const;

  it('admins of the organization to create; for others it is 403 or not there', async () => {
    const cast = await world.cast(organization.id);
    const outcomes = { ...adminsOnly, guest: 403 };
    expect(await restOutcomes(cast, (client) => create({ role: 'read' }, client))).toEqual(
      outcomes,
    );
    const gives = { organization: { role: 'READ' } };
    const variables = { organizationId: organization.id, gives };
    expect(await graphOutcomes(cast, (client) => client.errorCode(creation, variables))).toEqual(
      outcomes,
    );
  });

  it('admins of the organization to see and change, to whom it is', async () => {
    const cast = await world.cast(organization.id);
    const { id } = await created({ role: 'read' });
    const hidden = { ...adminsOnly, read: 404, comment: 404, edit: 404, review: 404, create: 404 };
    expect(await restOutcomes(cast, (client) => client.get(`${url}/${id}`))).toEqual(hidden);
    expect(
      await restOutcomes(cast, (client) => client.patch(`${url}/${id}`, { role: 'edit' })),
    ).toEqual(hidden);
    const silent = { ...hidden, admin: 'ok' };
    for (const kind of Object.keys(silent)) Object.assign(silent, { [kind]: 'ok' });
    const { admin, ...others } = cast;
    for (const client of Object.values(others)) {
      expect((await client.delete(`${url}/${id}`)).status).toBe(204);
    }
    expect((await admin.get(`${url}/${id}`)).status).toBe(200);
    expect((await admin.delete(`${url}/${id}`)).status).toBe(204);
    expect((await admin.get(`${url}/${id}`)).status).toBe(404);
    expect((await admin.delete(`${url}/${id}`)).status).toBe(204);
  });

  it('those with the level create on a space to see, admins there to make and change', async () => {
    const space = await world.space(organization.id, { defaultLevel: 'inherit' });
    const cast = await world.cast(organization.id);
    const { id } = await created({ level: 'create', space: space.id });
    const one = `${url}/${id}`;
    const seen = { ...allowedFrom('create'), read: 404, comment: 404, edit: 404, review: 404 };
    expect(await restOutcomes(cast, (client) => client.get(one))).toEqual(seen);
    const changed = { ...seen, create: 403 };
    const change = (client: Client) => client.patch(one, { level: 'create' });
    expect(await restOutcomes(cast, change)).toEqual(changed);
    expect((await cast.create.delete(one)).status).toBe(403);
    const make = (client: Client) => create({ level: 'read', space: space.id }, client);
    const made = { ...allowedFrom('admin'), guest: 404 };
    expect(await restOutcomes(cast, make)).toEqual(made);
  });

  it('nobody with less than they give, who would raise themselves by them', async () => {
    const space = await world.space(organization.id);
    const creator = await world.member(organization.id, 'create');
    const { id } = await created({ level: 'admin', space: space.id });
    const { id: weaker } = await created({ level: 'create', space: space.id });
    expect((await creator.get(`${url}/${id}`)).status).toBe(404);
    const { items, count } = (await creator.get(`${url}?limit=1000`)).body;
    const ids = items.map((item: { id: string }) => item.id);
    expect(ids).toContain(weaker);
    expect(ids).not.toContain(id);
    expect(count).toBe(ids.length);
  });

  it('a guest who administrates a space, too', async () => {
    const space = await world.space(organization.id, { defaultLevel: null });
    const guest = await world.member(organization.id, null);
    await world.grant(space.id, guest.userId, 'admin');
    const { id } = await created({ level: 'admin', space: space.id }, guest);
    expect((await guest.get(url)).body).toMatchObject({ count: 1, items: [{ id }] });
  });
});
