import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { World } from '../../support/world.ts';

let world: World;
let organization: { id: string; admin: Client };

beforeAll(async () => {
  world = await World.create();
  organization = await world.organization();
});

afterAll(() => world.destroy());

const updateOrganization = /* GraphQL */ `
  mutation ($input: UpdateOrganizationInput!) {
    updateOrganization(input: $input) {
      organization {
        id
        title
        emailDomains
        inviteLinks
      }
    }
  }
`;

describe('updating an organization', () => {
  it('changes on /v1 what the graph shows', async () => {
    const { status, body } = await organization.admin.patch(`/v1/orgs/${organization.id}`, {
      title: 'Renamed',
      emailDomains: ['example.com'],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'organization', title: 'Renamed' });
    const data = await organization.admin.query(
      'query ($id: ID!) { organization(id: $id) { title } }',
      {
        id: organization.id,
      },
    );
    expect(data).toEqual({ organization: { title: 'Renamed' } });
  });

  it('leaves what is omitted, on both surfaces', async () => {
    await organization.admin.patch(`/v1/orgs/${organization.id}`, { title: 'Kept' });
    const data = await organization.admin.query(updateOrganization, {
      input: { organizationId: organization.id, inviteLinks: false },
    });
    expect(data.updateOrganization.organization).toMatchObject({
      title: 'Kept',
      inviteLinks: false,
    });
  });

  it('refuses a title that is too short, and names the field and the limit', async () => {
    const { status, body } = await organization.admin.patch(`/v1/orgs/${organization.id}`, {
      title: 'x',
    });
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: { code: 400, message: '"title" must have at least 2 characters.' } },
    });
  });

  it('refuses null where a value is needed', async () => {
    const { status } = await organization.admin.patch(`/v1/orgs/${organization.id}`, {
      title: null,
    });
    expect(status).toBe(400);
    const code = await organization.admin.errorCode(updateOrganization, {
      input: { organizationId: organization.id, title: null },
    });
    expect(code).toBe('BAD_USER_INPUT');
  });

  it('is for admins, and the organization does not exist for strangers', async () => {
    const creator = await world.member(organization.id, 'create');
    const stranger = await world.user();
    const change = { title: 'Taken over' };
    expect((await creator.patch(`/v1/orgs/${organization.id}`, change)).status).toBe(403);
    expect((await stranger.patch(`/v1/orgs/${organization.id}`, change)).status).toBe(404);
  });
});
