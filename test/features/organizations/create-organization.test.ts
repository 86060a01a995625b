import { beforeAll, describe, expect, it } from 'vitest';
import { ORGANIZATIONS_PER_ADMIN_MAX } from '../../../src/features/organizations/create-organization.ts';
import { newId } from '../../../src/lib/id.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';

const world = useWorld();
let founder: Client;

beforeAll(async () => {
  founder = await world.user();
});

const createOrganization = /* GraphQL */ `
  mutation ($input: CreateOrganizationInput!) {
    createOrganization(input: $input) {
      organization {
        id
        title
        type
        useCase
        permissions {
          admin
        }
        members {
          nodes {
            userId
            role
          }
        }
      }
    }
  }
`;

describe('creating an organization', () => {
  it('answers it on /v1 with its address, and makes the viewer its admin', async () => {
    const { status, body, headers } = await founder.post('/v1/orgs', {
      title: 'Example',
      emailDomains: ['Example.COM'],
      type: 'community',
      useCase: 'openSourceDocs',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'organization',
      title: 'Example',
      emailDomains: ['example.com'],
      type: 'community',
      useCase: 'openSourceDocs',
      defaultRole: null,
      permissions: { admin: true, view: true },
    });
    expect(headers['location']).toBe(`${baseUrl}/v1/orgs/${body.id}`);
    expect((await founder.get(`/v1/orgs/${body.id}`)).body).toEqual(body);
    expect((await founder.patch(`/v1/orgs/${body.id}`, { title: 'Mine' })).status).toBe(200);
  });

  it('takes only a title in the graph, and shows the new admin in the answer', async () => {
    const { createOrganization: answer } = await founder.query(createOrganization, {
      input: { title: 'Graph' },
    });
    expect(answer.organization).toEqual({
      id: expect.stringMatching(/^org_/),
      title: 'Graph',
      type: 'BUSINESS',
      useCase: null,
      permissions: { admin: true },
      members: { nodes: [{ userId: founder.userId, role: 'ADMIN' }] },
    });
  });

  it('does not exist for anybody else', async () => {
    const { body } = await founder.post('/v1/orgs', { title: 'Private' });
    expect((await (await world.user()).get(`/v1/orgs/${body.id}`)).status).toBe(404);
  });

  it.each([
    [{}, '"title" is required.'],
    [{ title: null }, '"title"'],
    [{ title: 'x' }, '"title" must have at least 2 characters.'],
    [{ title: 'x'.repeat(256) }, '"title" must have at most 255 characters.'],
    [{ title: 'Example', emailDomains: ['a@b.c'] }, '"emailDomains.0"'],
    [{ title: 'Example', emailDomains: ['x y'] }, '"emailDomains.0"'],
    [
      { title: 'Example', emailDomains: Array.from({ length: 101 }, () => 'example.com') },
      '"emailDomains" must have at most 100 items.',
    ],
    [{ title: 'Example', type: 'club' }, '"type" must be one of'],
    [{ title: 'Example', useCase: 'fun' }, '"useCase" must be one of'],
    [{ title: 'Example', plan: 'internal' }, '"plan"'],
  ])('refuses %j by name', async (input, message) => {
    const { status, body } = await founder.post('/v1/orgs', input);
    expect(status).toBe(400);
    expect(body.error.message).toContain(message);
  });

  it('is for those with a token', async () => {
    expect((await world.anonymous().post('/v1/orgs', { title: 'Nobody' })).status).toBe(401);
  });

  it('ends at a hundred organizations of one admin, also when many are made at once', async () => {
    const busy = await world.user();
    const ids = Array.from({ length: ORGANIZATIONS_PER_ADMIN_MAX - 2 }, () =>
      newId('Organization'),
    );
    await world.db.prisma.organization.createMany({
      data: ids.map((id) => ({ id, title: 'Another' })),
    });
    await world.db.prisma.member.createMany({
      data: ids.map((organizationId) => ({ organizationId, userId: busy.userId, role: 'admin' })),
    });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => busy.post('/v1/orgs', { title: 'More' })),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, 201, 409, 409]);
    const refusal = answers.find(({ status }) => status === 409);
    expect(refusal?.body.error.message).toContain('an admin of 100 organizations');
    const code = await busy.errorCode(createOrganization, { input: { title: 'More' } });
    expect(code).toBe('CONFLICT');
  });
});
