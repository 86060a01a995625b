import { describe, expect, it } from 'vitest';
import { sql } from '../../../src/database/database.ts';
import { newId } from '../../../src/lib/id.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();

const memberSpaces = /* GraphQL */ `
  query ($id: ID!, $userId: ID!) {
    organization(id: $id) {
      member(userId: $userId) {
        spaceCount
        spaces(first: 100) {
          totalCount
          nodes {
            level
            source
            collection {
              id
            }
            space {
              id
            }
          }
        }
      }
    }
  }
`;

const listOf = (client: Client, organizationId: string, member: Client, query = '') =>
  client.get(`/v1/orgs/${organizationId}/members/${member.userId}/spaces${query}`);

describe('the spaces of a member', () => {
  it('come with the level that counts and what it comes from', async () => {
    const { id, admin } = await world.organization();
    const member = await world.member(id, 'edit');
    const collection = await world.collection(id, { defaultLevel: 'comment' });
    const plain = await world.space(id);
    const inherited = await world.space(id, { parentId: collection.id });
    const granted = await world.space(id, { defaultLevel: null });
    await world.grant(granted.id, member.userId, 'review');
    await world.space(id, { defaultLevel: null });
    await world.space(id, { deletedAt: new Date() });

    const { organization } = await admin.query(memberSpaces, { id, userId: member.userId });
    expect(organization.member).toEqual({
      spaceCount: 3,
      spaces: {
        totalCount: 3,
        nodes: [
          { level: 'REVIEW', source: 'GRANT', collection: null, space: { id: granted.id } },
          {
            level: 'COMMENT',
            source: 'COLLECTION_DEFAULT',
            collection: { id: collection.id },
            space: { id: inherited.id },
          },
          { level: 'EDIT', source: 'ORGANIZATION_ROLE', collection: null, space: { id: plain.id } },
        ],
      },
    });

    const { status, body } = await listOf(admin, id, member, '?order=asc');
    expect(status).toBe(200);
    expect(body).toEqual({
      count: 3,
      items: [
        { permission: 'edit', space: expect.objectContaining({ object: 'space', id: plain.id }) },
        { permission: 'comment', space: expect.objectContaining({ id: inherited.id }) },
        { permission: 'review', space: expect.objectContaining({ id: granted.id }) },
      ],
    });
  });

  it('are those only that the viewer has a level on, counts included', async () => {
    const { id, admin } = await world.organization();
    const [member, viewer] = [await world.member(id, 'edit'), await world.member(id, 'read')];
    const shared = await world.space(id);
    const own = await world.space(id, { defaultLevel: null });
    await world.grant(own.id, member.userId, 'edit');
    const foreign = await world.space(id, { defaultLevel: null });
    await world.grant(foreign.id, viewer.userId, 'edit');
    await world.publish(own.id);
    const shown = async (client: Client) => {
      const { body } = await listOf(client, id, member);
      expect(body.count).toBe(body.items.length);
      const { organization } = await client.query(memberSpaces, { id, userId: member.userId });
      expect(organization.member.spaceCount).toBe(body.count);
      return body.items.map(({ space }: { space: { id: string } }) => space.id);
    };
    expect(await shown(viewer)).toEqual([shared.id]);
    expect(await shown(member)).toEqual([own.id, shared.id]);
    expect(await shown(admin)).toEqual([own.id, shared.id]);
  });

  it('are none for a disabled member; a guest sees their own and nobody else’s', async () => {
    const { id, admin } = await world.organization();
    const guest = await world.member(id, null);
    const disabled = await world.member(id, 'admin', { disabled: true });
    const space = await world.space(id);
    await world.grant(space.id, guest.userId, 'read');
    expect((await listOf(admin, id, disabled)).body).toEqual({ count: 0, items: [] });
    expect((await listOf(guest, id, guest)).body).toMatchObject({
      count: 1,
      items: [{ permission: 'read', space: { id: space.id } }],
    });
    expect((await listOf(guest, id, admin)).status).toBe(404);
    expect((await listOf(disabled, id, admin)).status).toBe(404);
  });

  it('are counted exactly when there are 10,000, in as many statements', async () => {
    const { id, admin } = await world.organization();
    const member = await world.member(id, 'edit');
    const collections = [
      await world.collection(id, { defaultLevel: null }),
      await world.collection(id, { defaultLevel: 'read' }),
    ];
    await world.grantOnCollection(collections[0]?.id ?? '', member.userId, 'create');
    const { revisionId } = await world.space(id, { parentId: collections[1]?.id ?? '' });
    const statements = async (limit: number) =>
      (
        await world.statements(async () => {
          const { body } = await listOf(admin, id, member, `?limit=${limit}`);
          expect(body.items).toHaveLength(limit);
        })
      ).length;
    const ofOne = await statements(1);
    const numbers = Array.from({ length: 9_999 }, (_, index) => index);
    await world.db.query(sql`
      INSERT INTO spaces (
        id, organization_id, parent_id, default_level, title, position, revision_id)
      SELECT s.id, ${id}, s.parent_id, s.default_level, 'Any', 'a0', ${revisionId} FROM unnest(
        ${numbers.map(() => newId('Space'))}::text[],
        ${numbers.map((index) => collections[index % 3]?.id ?? null)}::text[],
        ${numbers.map((index) => (index % 10 === 0 ? null : 'inherit'))}::text[]
      ) s(id, parent_id, default_level)`);
    const hidden = Math.ceil(9_999 / 10);
    const { body } = await listOf(admin, id, member, '?limit=1');
    // A grant on the collection goes before the default of the space.
    const granted = numbers.filter((index) => index % 10 === 0 && index % 3 === 0).length;
    expect(body.count).toBe(10_000 - hidden + granted);
    const { organization } = await admin.query(memberSpaces, { id, userId: member.userId });
    expect(organization.member.spaceCount).toBe(body.count);
    expect(organization.member.spaces.totalCount).toBe(body.count);
    expect(await statements(1000)).toBe(ofOne);
  });
});
