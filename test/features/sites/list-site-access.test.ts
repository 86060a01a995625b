import { beforeAll, describe, expect, it } from 'vitest';
import type { Cast, Kind } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { createScene } from '../../support/scene.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let organizationId: string;
let cast: Cast;

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  cast = await world.cast(organizationId);
});

interface Item {
  permission: string;
  origin: string;
  user: { id: string };
}

/** Who is listed, by kind of the cast. */
async function listed(siteId: string, client: Client): Promise<Partial<Record<Kind, string>>> {
  const url = `/v1/orgs/${organizationId}/sites/${siteId}/permissions/aggregate?limit=1000`;
  const { status, body } = await client.get<{ count: number; items: Item[] }>(url);
  expect(status).toBe(200);
  expect(body.count).toBe(body.items.length);
  const kinds = new Map(Object.entries(cast).map(([kind, { userId }]) => [userId, kind]));
  return Object.fromEntries(
    body.items.flatMap(({ permission, origin, user }) => {
      const kind = kinds.get(user.id);
      return kind === undefined ? [] : [[kind, `${permission} ${origin}`]];
    }),
  );
}

const membersWithRole = {
  read: 'read organization',
  comment: 'comment organization',
  edit: 'edit organization',
  review: 'review organization',
  create: 'create organization',
  admin: 'admin organization',
};

describe('who has access to a site', () => {
  it('is every enabled member with a role', async () => {
    const { siteId } = await createScene(world, organizationId, cast.admin.userId);
    expect(await listed(siteId, cast.read)).toEqual(membersWithRole);
  });

  it('is a guest too who has access to a space of the site, who sees only themselves', async () => {
    const { siteId, spaceId } = await createScene(world, organizationId, cast.admin.userId);
    await world.grant(spaceId, cast.guest.userId, 'edit');
    expect(await listed(siteId, cast.admin)).toEqual({ ...membersWithRole, guest: 'read space' });
    expect(await listed(siteId, cast.guest)).toEqual({ guest: 'read space' });
  });

  it('is told to nobody for whom the site does not exist', async () => {
    const { siteId } = await createScene(world, organizationId, cast.admin.userId);
    for (const client of [cast.guest, cast.disabled, cast.stranger]) {
      const url = `/v1/orgs/${organizationId}/sites/${siteId}/permissions/aggregate`;
      expect((await client.get(url)).status).toBe(404);
    }
  });
});
