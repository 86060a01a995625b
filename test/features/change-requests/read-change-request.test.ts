import { beforeAll, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes, type Cast } from '../../support/cast.ts';
import { writeVariable } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let organizationId: string;
let cast: Cast;
let space: { id: string; revisionId: string };
let changeRequest: { id: string; number: number };
let path: string;

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  cast = await world.cast(organizationId);
  space = await world.space(organizationId);
  changeRequest = await world.changeRequest(space.id, { createdById: cast.edit.userId });
  path = `/v1/spaces/${space.id}/change-requests`;
});

const inSpace = /* GraphQL */ `
  query ($spaceId: ID!, $id: ID!) {
    space(id: $spaceId) {
      changeRequest(id: $id) {
        id
      }
    }
  }
`;

describe('reading a change request', () => {
  it('finds it by id and by number, as a field of its space, at the root and as a node', async () => {
    const { id, number } = changeRequest;
    const byId = await cast.read.get(`${path}/${id}`);
    const byNumber = await cast.read.get(`${path}/${number}`);
    expect(byId).toMatchObject({ status: 200, body: { id, number } });
    expect(byNumber.body).toEqual(byId.body);
    const data = await cast.read.query(
      /* GraphQL */ `
        query ($spaceId: ID!, $id: ID!) {
          space(id: $spaceId) {
            byId: changeRequest(id: $id) {
              id
            }
            byNumber: changeRequest(id: "1") {
              id
            }
          }
          changeRequest(id: $id) {
            id
          }
          node(id: $id) {
            id
          }
        }
      `,
      { spaceId: space.id, id },
    );
    expect(data).toEqual({
      space: { byId: { id }, byNumber: { id } },
      changeRequest: { id },
      node: { id },
    });
  });

  it('does not take a number at the root', async () => {
    const data = await cast.read.query('{ changeRequest(id: "1") { id } }');
    expect(data).toEqual({ changeRequest: null });
  });

  it.each([
    '0',
    '-1',
    '1.5',
    '01',
    '1e0',
    '%201',
    '2',
    '100000000000000000000',
    '4294967297',
    'cr_1',
  ])('answers 404 for %s, on both surfaces', async (reference) => {
    const { status, body } = await cast.read.get(`${path}/${reference}`);
    expect({ status, code: body.error.code }).toEqual({ status: 404, code: 404 });
    const variables = { spaceId: space.id, id: decodeURIComponent(reference) };
    expect(await cast.read.query(inSpace, variables)).toEqual({ space: { changeRequest: null } });
  });

  it('does not find that of another space, by id or by number', async () => {
    const other = await world.space(organizationId);
    for (const reference of [changeRequest.id, changeRequest.number]) {
      const { status } = await cast.admin.get(
        `/v1/spaces/${other.id}/change-requests/${reference}`,
      );
      expect(status).toBe(404);
    }
  });

  it('is for those with a level on the space, the same on both surfaces', async () => {
    const expected = allowedFrom('read');
    const { id } = changeRequest;
    expect(await restOutcomes(cast, (client) => client.get(`${path}/${id}`))).toEqual(expected);
    const seen = await graphOutcomes(cast, async (client) => {
      const data = await client.query('query ($id: ID!) { changeRequest(id: $id) { id } }', { id });
      return data.changeRequest ? undefined : 'NOT_FOUND';
    });
    expect(seen).toEqual(expected);
  });

  it('does not exist for readers of what is published, nor does its content', async () => {
    const proposal = await writeVariable(world, changeRequest.id);
    await world.publish(space.id);
    expect((await cast.stranger.get(`/v1/spaces/${space.id}`)).status).toBe(200);
    expect((await cast.stranger.get(`/v1/spaces/${space.id}/content`)).body).toMatchObject({
      id: space.revisionId,
    });
    expect((await cast.stranger.get(`${path}/1`)).status).toBe(404);
    expect((await cast.stranger.get(`${path}/1/content`)).status).toBe(404);
    const node = 'query ($id: ID!) { node(id: $id) { id } }';
    expect(await cast.stranger.query(node, { id: proposal })).toEqual({ node: null });
    expect(await cast.read.query(node, { id: proposal })).toEqual({ node: { id: proposal } });
    expect((await cast.stranger.get(path)).body).toMatchObject({ count: 0, items: [] });
    expect((await cast.stranger.post(path, {})).status).toBe(403);
    const changed = await cast.stranger.patch(`${path}/1`, { subject: 'A' });
    expect(changed.status).toBe(404);
  });

  it('tells when the primary content moved on, until that is taken in or merged', async () => {
    const moving = await world.space(organizationId);
    const { id } = await world.changeRequest(moving.id);
    const outdated = async () =>
      (await cast.read.get(`/v1/spaces/${moving.id}/change-requests/${id}`)).body.outdated;
    expect(await outdated()).toBe(false);
    const next = await writeVariable(world, moving.id);
    expect(await outdated()).toBe(true);
    const change = (data: object) => world.db.prisma.changeRequest.update({ where: { id }, data });
    await change({ revisionMergedAncestorId: next });
    expect(await outdated()).toBe(false);
    await change({ revisionMergedAncestorId: null, status: 'merged' });
    expect(await outdated()).toBe(false);
  });

  it('still names who created it when that person has left', async () => {
    const leaver = await world.member(organizationId, 'edit', { displayName: 'Leaver' });
    const { id } = await world.changeRequest(space.id, { createdById: leaver.userId });
    await world.db.prisma.member.deleteMany({ where: { userId: leaver.userId } });
    const { body } = await cast.read.get(`${path}/${id}`);
    expect(body.createdBy).toMatchObject({ id: leaver.userId, displayName: 'Leaver' });
  });
});
