import { describe, expect, it } from 'vitest';
import { isRestorableSql } from '../../../src/auth/space-visibility-sql.ts';
import { sql } from '../../../src/database/database.ts';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';

const minuteMs = 60_000;
const weekMs = 7 * 24 * 60 * minuteMs;

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);

const restoreSpace = /* GraphQL */ `
  mutation ($input: RestoreSpaceInput!) {
    restoreSpace(input: $input) {
      space {
        id
        deletedAt
      }
    }
  }
`;

/** A space that was deleted so long ago. */
async function deletedSpace(ageMs: number): Promise<string> {
  const deletedAt = new Date(Date.now() - ageMs);
  const { id } = await world.space(organization.id, { deletedAt });
  return id;
}

describe('restoring a space', () => {
  it('brings it back as it was, for everybody who saw it', async () => {
    const id = await deletedSpace(minuteMs);
    const { status, body } = await organization.admin.post(`/v1/spaces/${id}/restore`);
    expect({ status, body }).toMatchObject({ status: 200, body: { object: 'space', id } });
    expect(body).not.toHaveProperty('deletedAt');
    expect((await cast.read.get(`/v1/spaces/${id}`)).status).toBe(200);
  });

  it('works up to 7 days after the deletion; later the space is as good as missing', async () => {
    const recent = await deletedSpace(weekMs - minuteMs);
    const old = await deletedSpace(weekMs + minuteMs);
    const missing = await organization.admin.post('/v1/spaces/sp_missing/restore');
    const late = await organization.admin.post(`/v1/spaces/${old}/restore`);
    expect(late.status).toBe(404);
    expect(late.body.error.message).toBe(missing.body.error.message.replace('sp_missing', old));
    expect((await organization.admin.get(`/v1/spaces/${old}`)).status).toBe(404);
    expect((await organization.admin.post(`/v1/spaces/${recent}/restore`)).status).toBe(200);
  });

  it('counts exactly 7 days as in time', async () => {
    const restorable = (age: string) =>
      world.db.query(sql`
      SELECT ${isRestorableSql(sql`s`)} FROM (SELECT now() - ${age}::interval AS deleted_at) s`);
    expect(await restorable('7 days')).toEqual([[true]]);
    expect(await restorable('7 days 1 millisecond')).toEqual([[false]]);
  });

  it('is a conflict for a space that is not deleted', async () => {
    const { id } = await world.space(organization.id, { title: 'Alive' });
    const { status, body } = await organization.admin.post(`/v1/spaces/${id}/restore`);
    expect({ status, message: body.error.message }).toEqual({
      status: 409,
      message: 'The space "Alive" is not deleted.',
    });
    const input = { spaceId: id };
    expect(await organization.admin.errorCode(restoreSpace, { input })).toBe('CONFLICT');
  });

  it('is for administrators, the only ones who see a deleted space', async () => {
    const hidden = { read: 404, comment: 404, edit: 404, review: 404, create: 404 };
    const expected = { ...allowedFrom('admin'), ...hidden };
    const id = await deletedSpace(minuteMs);
    expect(await restOutcomes(cast, (client) => client.post(`/v1/spaces/${id}/restore`))).toEqual(
      expected,
    );
    const input = { spaceId: await deletedSpace(minuteMs) };
    expect(
      await graphOutcomes(cast, (client) => client.errorCode(restoreSpace, { input })),
    ).toEqual(expected);
  });

  it('is refused to members without the level admin while the space is there', async () => {
    const { id } = await world.space(organization.id);
    expect((await cast.create.post(`/v1/spaces/${id}/restore`)).status).toBe(403);
  });
});
