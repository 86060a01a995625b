import { describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);

async function invite(body: object): Promise<string> {
  const answer = await organization.admin.post(`/v1/orgs/${organization.id}/link-invites`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id as string;
}

const join = (client: Client, id: string) =>
  client.post(`/v1/orgs/${organization.id}/invites/${id}`);

const roleOf = async ({ userId }: Client) =>
  (await organization.admin.get(`/v1/orgs/${organization.id}/members/${userId}`)).body.role;

describe('joining by an invite link', () => {
  it('makes somebody a member with its role, and answers an empty object', async () => {
    const stranger = await world.user();
    const { status, body } = await join(stranger, await invite({ role: 'review' }));
    expect({ status, body }).toEqual({ status: 200, body: {} });
    expect(await roleOf(stranger)).toBe('review');
    const { body: seen } = await stranger.get(`/v1/orgs/${organization.id}`);
    expect(seen.permissions).toMatchObject({ view: true, admin: false });
  });

  it('shows the organization in the answer of the graph, as a member sees it', async () => {
    const stranger = await world.user();
    const inviteId = await invite({ role: 'create' });
    const { joinOrganizationWithInvite } = await stranger.query(
      `mutation ($input: JoinOrganizationWithInviteInput!) {
        joinOrganizationWithInvite(input: $input) { organization { id permissions { createContent } } }
      }`,
      { input: { organizationId: organization.id, inviteId } },
    );
    expect(joinOrganizationWithInvite.organization).toEqual({
      id: organization.id,
      permissions: { createContent: true },
    });
  });

  it.each(['space', 'collection'] as const)(
    'of a %s makes a guest with a level there and nowhere else',
    async (kind) => {
      const folder = await world.collection(organization.id);
      const space = await world.space(organization.id, { parentId: folder.id });
      const other = await world.space(organization.id);
      const place = kind === 'space' ? { space: space.id } : { collection: folder.id };
      const stranger = await world.user();
      await join(stranger, await invite({ level: 'edit', ...place }));
      expect(await roleOf(stranger)).toBe(null);
      const { body } = await stranger.get(`/v1/spaces/${space.id}`);
      expect(body.permissions).toMatchObject({ edit: true, review: false });
      expect((await stranger.get(`/v1/spaces/${other.id}`)).status).toBe(404);
    },
  );

  it('never lowers a role or a level, and raises a weaker one; twice is fine', async () => {
    const space = await world.space(organization.id, { defaultLevel: null });
    const [reader, admin] = [
      await world.member(organization.id, 'read'),
      await world.member(organization.id, 'admin'),
    ];
    const [edit, nothing] = [await invite({ role: 'edit' }), await invite({ role: null })];
    for (const client of [reader, admin]) {
      for (const id of [edit, edit, nothing]) expect((await join(client, id)).status).toBe(200);
    }
    expect(await roleOf(reader)).toBe('edit');
    expect(await roleOf(admin)).toBe('admin');
    const [strong, weak] = [
      await invite({ level: 'review', space: space.id }),
      await invite({ level: 'read', space: space.id }),
    ];
    for (const id of [strong, weak]) await join(reader, id);
    const { body } = await reader.get(`/v1/spaces/${space.id}`);
    expect(body.permissions).toMatchObject({ review: true, admin: false });
  });

  it('is no way back for a disabled member', async () => {
    const disabled = await world.member(organization.id, 'edit', { disabled: true });
    const { status, body } = await join(disabled, await invite({ role: 'admin' }));
    expect(status).toBe(403);
    expect(body.error.message).toContain('ask an admin to enable it');
    expect(await roleOf(disabled)).toBe('edit');
    expect((await disabled.get(`/v1/orgs/${organization.id}`)).status).toBe(404);
  });

  it('finds nothing by an unknown id, in another organization, or to a deleted space', async () => {
    const stranger = await world.user();
    const space = await world.space(organization.id);
    const id = await invite({ level: 'read', space: space.id });
    const elsewhere = await world.organization();
    const wrong = await stranger.post(`/v1/orgs/${elsewhere.id}/invites/${id}`);
    expect(wrong.status).toBe(404);
    expect((await join(stranger, 'inv_0')).status).toBe(404);
    await organization.admin.delete(`/v1/spaces/${space.id}`);
    const deleted = await join(stranger, id);
    expect(deleted.status).toBe(404);
    expect(deleted.body.error.message).toBe(
      `No invite with the id "${id}" was found: check the id, and that you have access.`,
    );
    expect((await stranger.get(`/v1/orgs/${organization.id}`)).status).toBe(404);
  });

  it('finds nothing to what another organization owns by now', async () => {
    const folder = await world.collection(organization.id);
    const space = await world.space(organization.id, { parentId: folder.id });
    const elsewhere = await world.organization();
    const ids = [
      await invite({ level: 'read', space: space.id }),
      await invite({ level: 'read', collection: folder.id }),
    ];
    // Transfers delete them; the lock of the join must not let one slip through.
    const data = { organizationId: elsewhere.id };
    await world.db.prisma.space.update({ where: { id: space.id }, data });
    await world.db.prisma.collection.update({ where: { id: folder.id }, data });
    const stranger = await world.user();
    for (const id of ids) expect((await join(stranger, id)).status).toBe(404);
    expect((await stranger.get(`/v1/orgs/${organization.id}`)).status).toBe(404);
  });

  it('is refused while the organization is blocked', async () => {
    const { id, admin } = await world.organization();
    const answer = await admin.post(`/v1/orgs/${id}/link-invites`, { role: 'read' });
    const where = { id };
    await world.db.prisma.organization.update({ where, data: { blockedReason: 'security' } });
    const stranger = await world.user();
    const { status, body } = await stranger.post(`/v1/orgs/${id}/invites/${answer.body.id}`);
    expect(status).toBe(409);
    expect(body.error.message).toContain('is blocked: ask those who run this installation');
    expect((await stranger.get(`/v1/orgs/${id}`)).status).toBe(404);
  });

  it('by several at once, and by one several times, makes each a member once', async () => {
    const id = await invite({ role: 'comment' });
    const strangers = await Promise.all(Array.from({ length: 4 }, () => world.user()));
    const answers = await Promise.all(
      [...strangers, ...strangers].map((stranger) => join(stranger, id)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const where = {
      organizationId: organization.id,
      userId: { in: strangers.map(({ userId }) => userId) },
    };
    expect(await world.db.prisma.member.count({ where })).toBe(strangers.length);
  });

  it('while the invite is deleted either succeeds or finds nothing', async () => {
    const rounds = Array.from({ length: 5 }, async () => {
      const [stranger, id] = [await world.user(), await invite({ role: 'read' })];
      const [{ status }] = await Promise.all([
        join(stranger, id),
        organization.admin.delete(`/v1/orgs/${organization.id}/link-invites/${id}`),
      ]);
      const { status: seen } = await stranger.get(`/v1/orgs/${organization.id}`);
      expect([200, 404]).toContain(status);
      expect(seen).toBe(status);
      expect((await join(await world.user(), id)).status).toBe(404);
    });
    await Promise.all(rounds);
  });
});
