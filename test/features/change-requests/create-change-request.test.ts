import { describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);

const createChangeRequest = /* GraphQL */ `
  mutation ($input: CreateChangeRequestInput!) {
    createChangeRequest(input: $input) {
      changeRequest {
        number
        status
        subject
        outdated
        createdBy {
          id
        }
        space {
          id
        }
      }
    }
  }
`;

function pathOf(spaceId: string): string {
  return `/v1/spaces/${spaceId}/change-requests`;
}

describe('creating a change request', () => {
  it('answers 201 with its address, a draft on the content that the space has', async () => {
    const space = await world.space(organization.id);
    const { status, body, headers } = await cast.edit.post(pathOf(space.id), {
      subject: 'Fix the typos',
    });
    expect(status).toBe(201);
    const location = `${baseUrl}/v1/spaces/${space.id}/change-requests/${body.id}`;
    expect(headers['location']).toBe(location);
    expect(body).toMatchObject({
      object: 'change-request',
      number: 1,
      status: 'draft',
      subject: 'Fix the typos',
      createdBy: { object: 'user', id: cast.edit.userId },
      revision: space.revisionId,
      revisionInitial: space.revisionId,
      outdated: false,
      urls: { location },
    });
    expect(body).not.toHaveProperty('revisionMerged');
    expect((await cast.read.get(pathOf(space.id) + '/1')).body).toEqual(body);
  });

  it('counts from the last one, with an empty subject, and makes the viewer a contributor', async () => {
    const space = await world.space(organization.id, { editMode: 'locked' });
    await world.changeRequest(space.id);
    const data = await cast.edit.query(createChangeRequest, { input: { spaceId: space.id } });
    expect(data.createChangeRequest.changeRequest).toEqual({
      number: 2,
      status: 'DRAFT',
      subject: '',
      outdated: false,
      createdBy: { id: cast.edit.userId },
      space: { id: space.id },
    });
    const query = `?status=draft&contributor=${cast.edit.userId}`;
    expect((await cast.edit.get(pathOf(space.id) + query)).body.count).toBe(1);
  });

  it('keeps and shows the agent task', async () => {
    const space = await world.space(organization.id);
    const { body } = await cast.edit.post(pathOf(space.id), { agentTaskId: 'task_1' });
    expect(body.agentTaskId).toBe('task_1');
    const { body: read } = await cast.read.get(`${pathOf(space.id)}/${body.id}`);
    expect(read.agentTaskId).toBe('task_1');
    const { changeRequest } = await cast.read.query(
      'query ($id: ID!) { changeRequest(id: $id) { agentTaskId } }',
      { id: body.id },
    );
    expect(changeRequest.agentTaskId).toBe('task_1');
    const without = await cast.edit.post(pathOf(space.id), {});
    expect(without.body).not.toHaveProperty('agentTaskId');
  });

  it('gives numbers without gaps when 50 are created at once', async () => {
    const space = await world.space(organization.id);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => cast.edit.post(pathOf(space.id), {})),
    );
    const numbers = answers.map(({ body }) => body.number as number);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
  });

  it.each([
    [{ subject: 'x'.repeat(101) }, '"subject" must have at most 100 characters.'],
    [{ subject: null }, '"subject" must not be null: omit it instead.'],
    [{ subject: 7 }, '"subject" must be a string.'],
    [{ status: 'open' }, '"status" is not known here.'],
  ])('refuses %j', async (input, message) => {
    const space = await world.space(organization.id);
    const { status, body } = await cast.edit.post(pathOf(space.id), input);
    expect({ status, message: body.error.message }).toEqual({ status: 400, message });
  });

  it('takes a subject of 100 characters', async () => {
    const space = await world.space(organization.id);
    const { status } = await cast.edit.post(pathOf(space.id), { subject: 'x'.repeat(100) });
    expect(status).toBe(201);
  });

  it('is for the level edit and above, the same on both surfaces', async () => {
    const { id } = await world.space(organization.id);
    const expected = allowedFrom('edit');
    expect(await restOutcomes(cast, (client) => client.post(pathOf(id), {}))).toEqual(expected);
    const input = { spaceId: id };
    expect(
      await graphOutcomes(cast, (client) => client.errorCode(createChangeRequest, { input })),
    ).toEqual(expected);
  });

  it('is refused in a deleted space, and there is none to find for those who do not see it', async () => {
    const { id } = await world.space(organization.id, { deletedAt: new Date() });
    expect((await cast.admin.post(pathOf(id), {})).status).toBe(409);
    expect((await cast.edit.post(pathOf(id), {})).status).toBe(404);
  });
});
