import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes, type Cast } from '../../support/cast.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let organizationId: string;
let cast: Cast;
let spaceId: string;
let changeRequestId: string;
let path: string;

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  cast = await world.cast(organizationId);
});

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organizationId));
  ({ id: changeRequestId } = await world.changeRequest(spaceId, {
    subject: 'Before',
    status: 'draft',
  }));
  path = `/v1/spaces/${spaceId}/change-requests/${changeRequestId}`;
});

const updateChangeRequest = /* GraphQL */ `
  mutation ($input: UpdateChangeRequestInput!) {
    updateChangeRequest(input: $input) {
      changeRequest {
        subject
        status
      }
    }
  }
`;

describe('updating a change request', () => {
  it('changes what is given and leaves the rest, on both surfaces', async () => {
    const { status, body } = await cast.edit.patch(path, { subject: 'After' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { object: 'change-request', subject: 'After', status: 'draft' },
    });
    const input = { spaceId, changeRequestId, status: 'OPEN' };
    const data = await cast.edit.query(updateChangeRequest, { input });
    expect(data.updateChangeRequest.changeRequest).toEqual({ subject: 'After', status: 'OPEN' });
  });

  it('moves the status freely among draft, open and archived', async () => {
    for (const status of ['open', 'archived', 'draft', 'archived', 'open', 'open', 'draft']) {
      const answer = await cast.edit.patch(path, { status });
      expect({ status: answer.status, of: answer.body.status }).toEqual({
        status: 200,
        of: status,
      });
    }
  });

  it('is found by its number too', async () => {
    const byNumber = `/v1/spaces/${spaceId}/change-requests/1`;
    expect((await cast.edit.patch(byNumber, { subject: 'By number' })).status).toBe(200);
    const input = { spaceId, changeRequestId: '1', status: 'ARCHIVED' };
    const data = await cast.edit.query(updateChangeRequest, { input });
    expect(data.updateChangeRequest.changeRequest).toEqual({
      subject: 'By number',
      status: 'ARCHIVED',
    });
  });

  it('shows when it last changed', async () => {
    const before = await cast.edit.get(path);
    const after = await cast.edit.patch(path, { subject: '' });
    expect(after.body.subject).toBe('');
    expect(Date.parse(after.body.updatedAt)).toBeGreaterThan(Date.parse(before.body.updatedAt));
    expect(after.body.createdAt).toBe(before.body.createdAt);
    for (const same of [{}, { subject: '', status: 'draft' }]) {
      expect((await cast.edit.patch(path, same)).body).toEqual(after.body);
    }
  });

  it.each([
    [{ status: 'merged' }, '"status" must be one of "archived", "draft", "open".'],
    [{ status: null }, '"status" must be one of "draft", "open", "archived".'],
    [{ subject: null }, '"subject" must not be null: omit it instead.'],
    [{ subject: 'x'.repeat(101) }, '"subject" must have at most 100 characters.'],
    [{ number: 7 }, '"number" is not known here.'],
  ])('refuses %j', async (changes, message) => {
    const { status, body } = await cast.edit.patch(path, changes);
    expect({ status, message: body.error.message }).toEqual({ status: 400, message });
  });

  it.each(['draft', 'open', 'archived'])(
    'refuses to make a merged one %s, by name, but takes a subject',
    async (status) => {
      await world.db.prisma.changeRequest.update({
        where: { id: changeRequestId },
        data: { status: 'merged' },
      });
      const refused = await cast.admin.patch(path, { status, subject: 'Lost' });
      expect({ status: refused.status, message: refused.body.error.message }).toEqual({
        status: 409,
        message: `The change request 1 is merged: its status cannot become "${status}".`,
      });
      const { body } = await cast.edit.patch(path, { subject: 'Corrected' });
      expect(body).toMatchObject({ status: 'merged', subject: 'Corrected' });
    },
  );

  it('is for the level edit and above, the same on both surfaces', async () => {
    const expected = allowedFrom('edit');
    expect(await restOutcomes(cast, (client) => client.patch(path, { subject: 'A' }))).toEqual(
      expected,
    );
    const input = { spaceId, changeRequestId, subject: 'B' };
    expect(
      await graphOutcomes(cast, (client) => client.errorCode(updateChangeRequest, { input })),
    ).toEqual(expected);
  });

  it('finds none in another space, whoever asks', async () => {
    const other = await world.space(organizationId);
    const elsewhere = `/v1/spaces/${other.id}/change-requests/${changeRequestId}`;
    const everybody = Object.fromEntries(Object.keys(cast).map((kind) => [kind, 404]));
    expect(await restOutcomes(cast, (client) => client.patch(elsewhere, { subject: 'A' }))).toEqual(
      everybody,
    );
    const input = { spaceId: other.id, changeRequestId, subject: 'A' };
    expect(
      await graphOutcomes(cast, (client) => client.errorCode(updateChangeRequest, { input })),
    ).toEqual(everybody);
  });

  it('is refused while the space is deleted', async () => {
    await cast.admin.delete(`/v1/spaces/${spaceId}`);
    expect((await cast.admin.patch(path, { subject: 'A' })).status).toBe(409);
    expect((await cast.edit.patch(path, { subject: 'A' })).status).toBe(404);
  });
});
