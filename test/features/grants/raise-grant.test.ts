import { beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../src/auth/roles.ts';
import { dropGrants } from '../../../src/auth/drop-grants.ts';
import { placeOf } from '../../../src/features/grants/grant-place.ts';
import { raiseGrant } from '../../../src/features/grants/raise-grant.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';

type GrantPlace = { spaceId: string } | { collectionId: string };

const world = useWorld();
let organizationId: string;
let guest: Client;

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  guest = await world.member(organizationId, null);
});

const raise = (place: GrantPlace, { userId }: Client, role: Role) =>
  raiseGrant(world.db.prisma, placeOf(place), { userId, role, now: new Date() });

const rolesGranted = async (place: GrantPlace) =>
  (await world.db.prisma.grant.findMany({ where: place })).map(({ role }) => role);

describe('a raised grant', () => {
  it('gives a level on a space or on a collection to those who have none', async () => {
    const space = await world.space(organizationId);
    const collection = await world.collection(organizationId);
    for (const place of [{ spaceId: space.id }, { collectionId: collection.id }]) {
      expect(await raise(place, guest, 'comment')).toBe(true);
      expect(await rolesGranted(place)).toEqual(['comment']);
    }
    const { body } = await guest.get(`/v1/spaces/${space.id}`);
    expect(body.permissions).toMatchObject({ comment: true, edit: false });
  });

  it('replaces a weaker grant and leaves a stronger one', async () => {
    const { id: spaceId } = await world.space(organizationId);
    await raise({ spaceId }, guest, 'comment');
    expect(await raise({ spaceId }, guest, 'read')).toBe(false);
    expect(await rolesGranted({ spaceId })).toEqual(['comment']);
    expect(await raise({ spaceId }, guest, 'edit')).toBe(true);
    expect(await rolesGranted({ spaceId })).toEqual(['edit']);
  });

  it('lowers nobody who has more by default', async () => {
    const editor = await world.member(organizationId, 'edit');
    const { id: spaceId } = await world.space(organizationId);
    expect(await raise({ spaceId }, editor, 'comment')).toBe(false);
    expect(await rolesGranted({ spaceId })).toEqual([]);
  });

  it('is the strongest of those that are raised at once', async () => {
    const { id: spaceId } = await world.space(organizationId);
    await Promise.all(
      (['read', 'create', 'comment', 'review', 'edit'] as const).map((role) =>
        raise({ spaceId }, guest, role),
      ),
    );
    expect(await rolesGranted({ spaceId })).toEqual(['create']);
  });
});

describe('dropped grants', () => {
  it('are those on the given spaces and collections', async () => {
    const [first, second] = [await world.space(organizationId), await world.space(organizationId)];
    const collection = await world.collection(organizationId);
    const places = [
      { spaceId: first.id },
      { spaceId: second.id },
      { collectionId: collection.id },
    ] as const;
    for (const place of places) await raise(place, guest, 'read');
    const { prisma } = world.db;
    await dropGrants(prisma, { spaceIds: [first.id], collectionIds: [collection.id] });
    expect(await Promise.all(places.map((place) => rolesGranted(place)))).toEqual([
      [],
      ['read'],
      [],
    ]);
  });
});
