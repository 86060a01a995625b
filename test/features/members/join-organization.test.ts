import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../../src/auth/roles.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();

const joinOrganization = /* GraphQL */ `
  mutation ($input: JoinOrganizationInput!) {
    joinOrganization(input: $input) {
      member {
        userId
        role
      }
      organization {
        title
        permissions {
          view
        }
      }
    }
  }
`;

const DOMAIN = 'acme.example';

/** An organization that people of the domain may join. */
async function openOrganization(settings: object = {}) {
  const organization = await world.organization('Acme');
  await organization.admin.patch(`/v1/orgs/${organization.id}`, {
    emailDomains: [DOMAIN],
    ...settings,
  });
  return organization;
}

async function colleague(): Promise<Client> {
  const client = await world.user();
  await world.db.prisma.user.update({
    where: { id: client.userId },
    data: { email: `${client.userId}@${DOMAIN}` },
  });
  return client;
}

const join = (client: Client, organizationId: string) =>
  client.graphql(joinOrganization, { input: { organizationId } });

const codeOf = async (client: Client, organizationId: string) =>
  (await join(client, organizationId)).errors?.[0]?.extensions.code;

describe('joining an organization', () => {
  it.each([
    ['edit', 'EDIT'],
    [null, null],
  ] as [Role | null, string | null][])(
    'makes a member with the default role %s',
    async (defaultRole, role) => {
      const { id } = await openOrganization({ defaultRole });
      const client = await colleague();
      const { data } = await join(client, id);
      expect(data.joinOrganization).toEqual({
        member: { userId: client.userId, role },
        organization: { title: 'Acme', permissions: { view: true } },
      });
      expect((await client.get(`/v1/orgs/${id}`)).status).toBe(200);
    },
  );

  it('leaves members what they are', async () => {
    const { id, admin } = await openOrganization({ defaultRole: 'read' });
    const { data } = await join(admin, id);
    expect(data.joinOrganization.member).toEqual({ userId: admin.userId, role: 'ADMIN' });
  });

  it('is for people of a listed domain only; to others the organization does not exist', async () => {
    const { id, admin } = await openOrganization();
    const stranger = await world.user();
    const hidden = await join(stranger, id);
    const missing = await join(stranger, 'org_missing');
    expect(hidden.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect(hidden.errors?.[0]?.message.replace(id, 'org_missing')).toBe(
      missing.errors?.[0]?.message,
    );
    const client = await colleague();
    await admin.patch(`/v1/orgs/${id}`, { emailDomains: [] });
    expect(await codeOf(client, id)).toBe('NOT_FOUND');
    expect(await codeOf(world.anonymous(), id)).toBe('UNAUTHENTICATED');
  });

  it('is no way past single sign-on, a block or an admin who disabled them', async () => {
    const { id, admin } = await openOrganization({ sso: true });
    const client = await colleague();
    expect(await codeOf(client, id)).toBe('NOT_FOUND');
    const update = (data: object) => world.db.prisma.organization.update({ where: { id }, data });
    await update({ sso: false, blockedReason: 'security' });
    expect(await codeOf(client, id)).toBe('NOT_FOUND');
    await update({ blockedReason: null });
    expect(await codeOf(client, id)).toBeUndefined();
    await admin.query(
      'mutation ($input: UpdateMemberInput!) { updateMember(input: $input) { member { role } } }',
      { input: { organizationId: id, userId: client.userId, disabled: true } },
    );
    expect(await codeOf(client, id)).toBe('NOT_FOUND');
    expect((await client.get(`/v1/orgs/${id}`)).status).toBe(404);
  });

  it('makes one member of someone who joins many times at once', async () => {
    const { id } = await openOrganization({ defaultRole: 'read' });
    const client = await colleague();
    // Some ask while the first joins, and some write when it has joined.
    const later = (milliseconds: number) => sleep(milliseconds).then(() => join(client, id));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => later(index * 2)));
    for (const { data, errors } of answers) {
      expect(errors).toBeUndefined();
      expect(data.joinOrganization.member.role).toBe('READ');
    }
    const own = { organizationId: id, userId: client.userId };
    expect(await world.db.prisma.member.count({ where: own })).toBe(1);
  });

  it('is possible again for someone who left', async () => {
    const { id } = await openOrganization({ defaultRole: 'read' });
    const client = await colleague();
    await join(client, id);
    await client.delete(`/v1/orgs/${id}/members/${client.userId}`);
    expect(await codeOf(client, id)).toBeUndefined();
  });
});
