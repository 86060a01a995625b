import { beforeEach, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes, type Cast } from '../../support/cast.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let spaceId: string;
let path: string;

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organization.id));
  path = `/v1/spaces/${spaceId}`;
});

const deleteSpace = /* GraphQL */ `
  mutation ($input: DeleteSpaceInput!) {
    deleteSpace(input: $input) {
      deletedSpaceId
    }
  }
`;

describe('deleting a space', () => {
  it('answers 204 without a body; only administrators see the space from then on', async () => {
    const { status, body } = await organization.admin.delete(path);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    const seen = await organization.admin.get(path);
    expect(Date.now() - Date.parse(seen.body.deletedAt)).toBeLessThan(60_000);
    const expected = { ...allowedFrom('admin'), read: 404, comment: 404, edit: 404, review: 404 };
    expect(await restOutcomes(cast, (client) => client.get(path))).toEqual({
      ...expected,
      create: 404,
    });
    const node = 'query ($id: ID!) { node(id: $id) { id } }';
    expect(await cast.create.query(node, { id: spaceId })).toEqual({ node: null });
  });

  it('takes it out of the list, and out of its count', async () => {
    const list = `/v1/orgs/${organization.id}/spaces?limit=1000`;
    const before = await organization.admin.get(list);
    await organization.admin.query(deleteSpace, { input: { spaceId } });
    const after = await organization.admin.get(list);
    expect(after.body.count).toBe(before.body.count - 1);
    expect(after.body.items.map(({ id }: { id: string }) => id)).not.toContain(spaceId);
  });

  it('succeeds again, without more time to restore it', async () => {
    const deletedAt = new Date(Date.now() - 60_000);
    await world.db.prisma.space.update({ where: { id: spaceId }, data: { deletedAt } });
    expect((await organization.admin.delete(path)).status).toBe(204);
    const { body } = await organization.admin.get(path);
    expect(body.deletedAt).toBe(deletedAt.toISOString());
  });

  it('succeeds for a space that does not exist, and answers the id', async () => {
    expect((await organization.admin.delete('/v1/spaces/sp_missing')).status).toBe(204);
    const data = await organization.admin.query(deleteSpace, { input: { spaceId: 'sp_missing' } });
    expect(data).toEqual({ deleteSpace: { deletedSpaceId: 'sp_missing' } });
  });

  it('is for the level admin; where the space is hidden, it sounds like a missing one', async () => {
    const hidden = { guest: 'ok', disabled: 'ok', stranger: 'ok' };
    const expected = { ...allowedFrom('admin'), ...hidden };
    const { admin: restAdmin, ...others } = cast;
    expect(await restOutcomes(others as Cast, (client) => client.delete(path))).toEqual({
      ...expected,
      admin: undefined,
    });
    expect((await organization.admin.get(path)).body).not.toHaveProperty('deletedAt');
    expect((await restAdmin.delete(path)).status).toBe(204);
    const other = await world.space(organization.id);
    const input = { spaceId: other.id };
    expect(await graphOutcomes(cast, (client) => client.errorCode(deleteSpace, { input }))).toEqual(
      expected,
    );
  });
});
