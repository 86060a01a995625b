import { beforeAll, describe, expect, it } from 'vitest';
import { graphOutcomes, type Cast } from '../../support/cast.ts';
import { useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';

const world = useWorld();
let organizationId: string;
let cast: Cast;

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  cast = await world.cast(organizationId);
});

const collectionQuery = /* GraphQL */ `
  query ($id: ID!) {
    node(id: $id) {
      ... on Collection {
        title
        description
        organizationId
        parentId
        defaultLevel
        urls {
          location
          app
        }
        permissions {
          view
          create
          viewInviteLinks
          admin
        }
      }
    }
  }
`;

describe('reading a collection', () => {
  it('shows it and what the viewer may do', async () => {
    const { id: parentId } = await world.collection(organizationId);
    const { id } = await world.collection(organizationId, { title: 'Guides', parentId });
    const data = await cast.create.query(collectionQuery, { id });
    expect(data.node).toEqual({
      title: 'Guides',
      description: null,
      organizationId,
      parentId,
      defaultLevel: 'INHERIT',
      urls: {
        location: `${baseUrl}/v1/collections/${id}`,
        app: `${baseUrl}/o/${organizationId}/c/${id}`,
      },
      permissions: { view: true, create: true, viewInviteLinks: true, admin: false },
    });
  });

  it('takes the level of a grant above it, and hides it from those without a level', async () => {
    const above = await world.collection(organizationId, { defaultLevel: null });
    const { id } = await world.collection(organizationId, { parentId: above.id });
    await world.grantOnCollection(above.id, cast.guest.userId, 'admin');
    await world.grantOnCollection(above.id, cast.stranger.userId, 'admin');
    const data = await cast.guest.query(collectionQuery, { id });
    expect(data.node.permissions.admin).toBe(true);
    const seen = await graphOutcomes(cast, async (client) => {
      const { node } = await client.query(collectionQuery, { id });
      return node ? undefined : 'NOT_FOUND';
    });
    expect(Object.keys(seen).filter((kind) => seen[kind as keyof Cast] === 'ok')).toEqual([
      'guest',
      'admin',
    ]);
  });
});
