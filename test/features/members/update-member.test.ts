import { describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);

const urlOf = (userId: string, organizationId = organization.id) =>
  `/v1/orgs/${organizationId}/members/${userId}`;

const updateMember = /* GraphQL */ `
  mutation ($input: UpdateMemberInput!) {
    updateMember(input: $input) {
      member {
        role
        disabled
      }
    }
  }
`;

const lastAdmin = 'This is the last admin of the organization: make someone else an admin first.';

describe('updating a member', () => {
  it('changes the role on /v1, null makes a guest, and nothing leaves it', async () => {
    const { userId } = await world.member(organization.id, 'read');
    const { admin } = organization;
    const raised = await admin.patch(urlOf(userId), { role: 'review' });
    expect(raised).toMatchObject({
      status: 200,
      body: { object: 'member', id: userId, role: 'review' },
    });
    expect((await admin.patch(urlOf(userId), {})).body.role).toBe('review');
    expect((await admin.patch(urlOf(userId), { role: null })).body.role).toBeNull();
    expect((await admin.get(urlOf(userId))).body.role).toBeNull();
  });

  it('holds from the next request on', async () => {
    const member = await world.member(organization.id, 'read');
    const space = { title: 'Handbook' };
    expect((await member.post(`/v1/orgs/${organization.id}/spaces`, space)).status).toBe(403);
    await organization.admin.patch(urlOf(member.userId), { role: 'create' });
    expect((await member.post(`/v1/orgs/${organization.id}/spaces`, space)).status).toBe(201);
  });

  it('refuses a role that is none, and names those that are', async () => {
    const { userId } = await world.member(organization.id, 'read');
    for (const role of ['owner', 'guest', '', 1, 'READ']) {
      const { status, body } = await organization.admin.patch(urlOf(userId), { role });
      expect({ role, status }).toEqual({ role, status: 400 });
      expect(body.error.message).toContain('"role"');
    }
    expect((await organization.admin.get(urlOf(userId))).body.role).toBe('read');
  });

  it('disables in the graph only, which ends all access until it is taken back', async () => {
    const member = await world.member(organization.id, 'edit');
    const disable = (disabled: boolean | null) =>
      organization.admin.graphql(updateMember, {
        input: { organizationId: organization.id, userId: member.userId, disabled },
      });
    const onRest = await organization.admin.patch(urlOf(member.userId), { disabled: true });
    expect(onRest).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('"disabled"') } },
    });
    expect((await disable(true)).data.updateMember.member).toEqual({
      role: 'EDIT',
      disabled: true,
    });
    expect((await member.get(`/v1/orgs/${organization.id}`)).status).toBe(404);
    expect((await organization.admin.get(urlOf(member.userId))).body.disabled).toBe(true);
    expect((await disable(null)).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    await disable(false);
    expect((await member.get(`/v1/orgs/${organization.id}`)).status).toBe(200);
  });

  it('lets nobody disable themselves', async () => {
    await world.member(organization.id, 'admin');
    const { errors } = await organization.admin.graphql(updateMember, {
      input: {
        organizationId: organization.id,
        userId: organization.admin.userId,
        disabled: true,
      },
    });
    expect(errors?.[0]).toMatchObject({
      extensions: { code: 'CONFLICT' },
      message: expect.stringContaining('yourself'),
    });
  });

  it('shows an admin who gives up the role what they are from then on', async () => {
    const { id, admin } = await world.organization();
    await world.member(id, 'admin');
    const { updateMember: answer } = await admin.query(
      `mutation ($input: UpdateMemberInput!) {
        updateMember(input: $input) { member { role spaceCount } }
      }`,
      { input: { organizationId: id, userId: admin.userId, role: null } },
    );
    expect(answer.member).toEqual({ role: null, spaceCount: 0 });
    expect((await admin.patch(urlOf(admin.userId, id), { role: 'admin' })).status).toBe(403);
  });

  it('is for admins on both surfaces', async () => {
    const { id } = await world.organization();
    const cast = await world.cast(id);
    const { userId } = await world.member(id, 'read');
    const expected = allowedFrom('admin');
    const rest = await restOutcomes(cast, (client) =>
      client.patch(urlOf(userId, id), { role: 'edit' }),
    );
    expect(rest).toEqual(expected);
    const input = { organizationId: id, userId, role: 'EDIT' };
    const graph = await graphOutcomes(cast, (client) => client.errorCode(updateMember, { input }));
    expect(graph).toEqual(expected);
  });

  it('is refused to a guest for themselves, whom they see', async () => {
    const guest = await world.member(organization.id, null);
    expect((await guest.patch(urlOf(guest.userId), { role: 'admin' })).status).toBe(403);
  });
});

describe('the last admin', () => {
  it('is not demoted, though there are disabled admins', async () => {
    const { id, admin } = await world.organization();
    const disabled = await world.member(id, 'admin', { disabled: true });
    const refused = await admin.patch(urlOf(admin.userId, id), { role: 'create' });
    expect({ status: refused.status, message: refused.body.error.message }).toEqual({
      status: 409,
      message: lastAdmin,
    });
    const input = { organizationId: id, userId: admin.userId, role: null };
    expect(await admin.errorCode(updateMember, { input })).toBe('CONFLICT');
    await admin.query(updateMember, {
      input: { organizationId: id, userId: disabled.userId, disabled: false },
    });
    expect((await admin.patch(urlOf(admin.userId, id), { role: 'create' })).status).toBe(200);
  });

  it('may stay what they are', async () => {
    const { id, admin } = await world.organization();
    expect((await admin.patch(urlOf(admin.userId, id), { role: 'admin' })).status).toBe(200);
  });

  it('is left when two admins demote each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, admin } = await world.organization();
      const other = await world.member(id, 'admin');
      const answers = await Promise.all([
        admin.patch(urlOf(other.userId, id), { role: 'read' }),
        other.patch(urlOf(admin.userId, id), { role: 'read' }),
      ]);
      // Whoever comes second finds that they are no admin any more.
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
      expect(
        await world.db.prisma.member.count({ where: { organizationId: id, role: 'admin' } }),
      ).toBe(1);
    }
  });

  it('is left when all admins give up or leave at once', async () => {
    const { id, admin } = await world.organization();
    const admins = [admin];
    for (let count = 0; count < 5; count += 1) admins.push(await world.member(id, 'admin'));
    const answers = await Promise.all(
      admins.map((client, index) =>
        index % 2 === 0
          ? client.patch(urlOf(client.userId, id), { role: 'edit' })
          : client.delete(urlOf(client.userId, id)),
      ),
    );
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.error.message)).toEqual([lastAdmin]);
    expect(
      await world.db.prisma.member.count({ where: { organizationId: id, role: 'admin' } }),
    ).toBe(1);
  });
});
