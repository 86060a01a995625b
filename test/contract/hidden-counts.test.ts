import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import type { Route } from '../../src/rest/route.ts';
import type { Client } from '../support/client.ts';
import { routes } from '../support/open-api.ts';
import { askGraph, askRest, parametersOf, queryOf, withoutIds } from '../support/route-requests.ts';
import { createScene, writeContent, type Scene, type SceneContent } from '../support/scene.ts';
import { keepRows } from '../support/table-rows.ts';
import { useWorld } from '../support/use-world.ts';

/** Where the same can be read twice: once with nothing beside it, once with what is hidden. */
interface Setting {
  scene: Scene;
  content: Record<'space' | 'changeRequest', SceneContent>;
}

const world = useWorld();
let readers: Record<string, Client>;
let plain: Setting;
let crowded: Setting;

beforeAll(async () => {
  const { id: organizationId, admin } = await world.organization();
  const scene = await createScene(world, organizationId, admin.userId);
  const content = await writeContent(world, scene);
  const guest = await world.member(organizationId, null);
  await world.grant(scene.spaceId, guest.userId, 'review');
  await share(scene, guest.userId);
  readers = {
    reader: await world.member(organizationId, 'read'),
    creator: await world.member(organizationId, 'create'),
    'guest with a grant': guest,
    guest: await world.member(organizationId, null),
    stranger: await world.user(),
  };
  const copySetting = await keepRows<Setting>(world, { scene, content });
  const [first, second] = await copySetting(2);
  if (!first || !second) throw new Error('There are not two copies.');
  [plain, crowded] = [first, second];
  for (const copy of [plain, crowded]) {
    const { shareLinkId: id } = copy.scene;
    const { key } = await world.db.prisma.shareLink.findUniqueOrThrow({ where: { id } });
    copy.scene.shareKey = key;
  }
  await addHiddenThings(crowded.scene);
});

/** Gives everybody in the organization a level on a space and on a collection themselves. */
async function share({ spareSpaceId, otherCollectionId }: Scene, guestId: string): Promise<void> {
  const data = { defaultLevel: 'read' };
  await world.db.prisma.space.update({ where: { id: spareSpaceId }, data });
  await world.db.prisma.collection.update({ where: { id: otherCollectionId }, data });
  await world.grant(spareSpaceId, guestId, 'read');
  await world.grantOnCollection(otherCollectionId, guestId, 'read');
}

/** Adds, to all lists that can hold them, things that only admins see, around what others see. */
async function addHiddenThings(scene: Scene): Promise<void> {
  const { organizationId, collectionId, siteId, siteSectionId, userId } = scene;
  const hidden = { defaultLevel: null };
  const { id: secretCollectionId } = await world.collection(organizationId, hidden);
  const data = { parentId: secretCollectionId };
  await world.db.prisma.space.update({ where: { id: scene.spareSpaceId }, data });
  await world.db.prisma.collection.update({ where: { id: scene.otherCollectionId }, data });
  const parents = [undefined, collectionId, secretCollectionId];
  for (const [index, parentId] of parents.entries()) {
    const { id: spaceId, revisionId } = await world.space(organizationId, {
      ...hidden,
      ...(parentId !== undefined && { parentId }),
    });
    const { id: changeRequestId } = await world.changeRequest(spaceId, { createdById: userId });
    await world.db.prisma.comment.createMany({
      data: [null, changeRequestId].map((place) => ({
        id: newId('Comment'),
        spaceId,
        revisionId,
        changeRequestId: place,
        postedById: userId,
        markdown: 'Secret.',
      })),
    });
    await world.db.prisma.siteSpace.create({
      data: {
        id: newId('SiteSpace'),
        siteId,
        sectionId: siteSectionId,
        spaceId,
        path: `secret-${index}`,
        position: `b${index}`,
      },
    });
  }
}

function read(surface: typeof askRest, client: Client, route: Route, { scene, content }: Setting) {
  const query = queryOf(route, scene);
  return surface(client, route, { path: parametersOf(route, scene, content), query });
}

const reads = routes.filter(({ method, pathParameters }) => method === 'GET' && pathParameters[0]);

describe('what is hidden changes nothing that others read, counts included', () => {
  // Both surfaces answer the same (roles.test.ts), so readers and routes take turns on them.
  it.each(reads.map((route, index) => [route.operationId, route, index] as const))(
    '%s',
    async (_, route, index) => {
      for (const [turn, [who, client]] of Object.entries(readers).entries()) {
        const surface = (turn + index) % 2 === 0 ? askRest : askGraph;
        const [without, beside] = await Promise.all([
          read(surface, client, route, plain),
          read(surface, client, route, crowded),
        ]);
        expect({ who, ...withoutIds(beside) }).toEqual({ who, ...withoutIds(without) });
      }
    },
  );

  it('while an admin reads it', async () => {
    const { organizationId } = crowded.scene;
    const admin = await world.member(organizationId, 'admin');
    const lists = [
      `/v1/orgs/${organizationId}/spaces`,
      `/v1/orgs/${organizationId}/collections`,
      `/v1/orgs/${organizationId}/sites/${crowded.scene.siteId}/site-spaces`,
    ];
    const countsOf = (client: Client) =>
      Promise.all(lists.map(async (url) => (await client.get(url)).body.count as number));
    const [seen, ofReader] = [await countsOf(admin), await countsOf(readers['reader'] ?? admin)];
    expect(seen.map((count, index) => count - (ofReader[index] ?? 0))).toEqual([3, 1, 3]);
  });
});
