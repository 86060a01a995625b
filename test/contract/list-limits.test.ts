import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { idPrefixes, newId, newSecretId } from '../../src/lib/id.ts';
import { evenPositions } from '../../src/lib/position.ts';
import { encodeCursor } from '../../src/pagination/cursor.ts';
import type { Route } from '../../src/rest/route.ts';
import type { Client } from '../support/client.ts';
import { writeFiles, writePages } from '../support/content.ts';
import { routes } from '../support/open-api.ts';
import { askGraph, askRest, parametersOf, queryOf } from '../support/route-requests.ts';
import { createScene, writeContent, type Scene, type SceneContent } from '../support/scene.ts';
import { useWorld } from '../support/use-world.ts';

/** Items that every list has at least. */
const COUNT = 50;
const world = useWorld();
let admin: Client;
let scene: Scene;
let content: Record<'space' | 'changeRequest', SceneContent>;

beforeAll(async () => {
  const organization = await world.organization();
  admin = organization.admin;
  scene = await createScene(world, organization.id, admin.userId);
  content = await writeContent(world, scene);
  await fillLists();
});

const many = <Item>(make: (index: number) => Item): Item[] =>
  Array.from({ length: COUNT }, (_, index) => make(index));

/** Gives every list of the scene that many items more. */
async function fillLists(): Promise<void> {
  const userIds = await addUsers();
  const { prisma } = world.db;
  const { spaceId, revisionId, changeRequestId, threads } = scene;
  await addSites(revisionId);
  await addTeams(userIds);
  await addCollections(revisionId);
  await addInvites();
  await addSamlProviders();
  await addTranslations();
  await addOpenApiSpecs();
  await prisma.changeRequest.createMany({
    data: many((index) => ({
      id: newId('ChangeRequest'),
      spaceId,
      number: 100 + index,
      status: 'open',
      revisionId,
      revisionInitialId: revisionId,
    })),
  });
  for (const place of [{ spaceId }, { collectionId: scene.collectionId }]) {
    await prisma.grant.createMany({
      data: userIds.map((userId) => ({ ...place, id: newId('Grant'), userId, role: 'edit' })),
    });
  }
  await addTeamGrants();
  await addReviews(userIds, revisionId);
  for (const branch of [{ spaceId }, { spaceId, changeRequestId }]) {
    await prisma.comment.createMany({
      data: userIds.map((postedById) => ({
        ...branch,
        id: newId('Comment'),
        postedById,
        revisionId,
      })),
    });
  }
  for (const { commentId } of Object.values(threads)) {
    await prisma.commentReply.createMany({
      data: userIds.map((postedById) => ({ id: newId('CommentReply'), commentId, postedById })),
    });
  }
  for (const branchId of [spaceId, changeRequestId]) {
    await writeFiles(
      world,
      branchId,
      many((index) => ({ name: `${index}.txt`, text: `File ${index}.` })),
    );
  }
  for (const branch of ['space', 'changeRequest'] as const) {
    content[branch].revisionId = await addLinks(branch);
  }
  scene.revisionId = content.space.revisionId;
  await addFoundPages();
}

/** A page of the scene that a search finds, in all spaces. */
async function addFoundPages(): Promise<void> {
  await world.db.query(sql`
    INSERT INTO search_pages (space_id, page, part, title, source, source_start, names, words)
    SELECT s.id, p.page, p.part, p.title, p.source, p.source_start, p.names, p.words
    FROM spaces s JOIN search_pages p ON p.page = ${content.space.pageId}
    ON CONFLICT DO NOTHING`);
}

/** Pages that link to the page and the file of a content. Answers the revision that has them. */
async function addLinks(branch: 'space' | 'changeRequest'): Promise<string> {
  const [start = ''] = content[branch].pagePath.split('/');
  const pages = many((index) => ({
    title: `Link ${index}`,
    markdown: `[Start](/${start}) of the guide, and [notes](/notes.txt).`,
  }));
  const branchId = branch === 'space' ? scene.spaceId : scene.changeRequestId;
  return (await writePages(world, branchId, pages)).revisionId;
}

/** Everybody contributed to the change request, reviewed it, and was asked for another review. */
async function addReviews(userIds: readonly string[], revisionId: string): Promise<void> {
  const { prisma } = world.db;
  const about = { changeRequestId: scene.changeRequestId, revisionId };
  await prisma.changeRequestContributor.createMany({
    data: userIds.map((userId) => ({ changeRequestId: about.changeRequestId, userId })),
  });
  await prisma.changeRequestReview.createMany({
    data: userIds.map((reviewerId) => {
      const id = newId('ChangeRequestReview');
      return { ...about, id, reviewerId, requestedById: admin.userId, status: 'approved' };
    }),
  });
  await prisma.requestedReviewer.createMany({
    data: userIds.map((userId) => ({ ...about, userId, requestedById: admin.userId })),
  });
}

async function addSamlProviders(): Promise<void> {
  const { organizationId } = scene;
  await world.db.prisma.samlProvider.createMany({
    data: many((index) => ({ id: newId('SAMLProvider'), organizationId, label: `Login ${index}` })),
  });
}

async function addTranslations(): Promise<void> {
  const { organizationId, spaceId: sourceSpaceId } = scene;
  const languages = { sourceLanguage: 'en', language: 'de' };
  const { translation, glossaryEntry } = world.db.prisma;
  const newTranslation = () => ({ id: newId('Translation'), organizationId, sourceSpaceId });
  const newEntry = () => ({ id: newId('GlossaryEntry'), organizationId, translations: {} });
  await translation.createMany({ data: many(() => ({ ...newTranslation(), ...languages })) });
  await glossaryEntry.createMany({ data: many(newEntry) });
}

async function addOpenApiSpecs(): Promise<void> {
  const { organizationId, specId, userId } = scene;
  const { prisma } = world.db;
  const { bundle } = await prisma.openApiSpecVersion.findFirstOrThrow({ where: { specId } });
  await prisma.openApiSpec.createMany({
    data: many((index) => ({
      ...{ id: newId('OpenAPISpec'), organizationId, slug: `pets-${index}` },
      ...{ sourceUrl: 'https://example.com', createdById: userId },
    })),
  });
  await prisma.openApiSpecVersion.createMany({
    data: many((index) => ({
      ...{ id: newId('OpenAPISpecVersion'), specId, contentHash: `${index}`, bundle },
      ...{ files: [], pages: [] },
    })),
  });
}

async function addInvites(): Promise<void> {
  const { organizationId } = scene;
  await world.db.prisma.invite.createMany({
    data: many(() => ({ id: newSecretId(idPrefixes.Invite), organizationId, role: 'read' })),
  });
}

async function addTeamGrants(): Promise<void> {
  const { prisma } = world.db;
  const { organizationId, spaceId, collectionId } = scene;
  const teams = many((index) => ({ id: newId('Team'), organizationId, title: `Team ${index}` }));
  await prisma.team.createMany({ data: teams });
  for (const place of [{ spaceId }, { collectionId }]) {
    await prisma.grant.createMany({
      data: teams.map(({ id: teamId }) => ({ ...place, id: newId('Grant'), teamId, role: 'edit' })),
    });
  }
}

async function addUsers(): Promise<string[]> {
  const { prisma } = world.db;
  const users = many((index) => {
    const id = newId('User');
    return { id, displayName: `User ${index}`, email: `${id.toLowerCase()}@example.com` };
  });
  await prisma.user.createMany({ data: users });
  const organizations = many((index) => ({ id: newId('Organization'), title: `Other ${index}` }));
  await prisma.organization.createMany({ data: organizations });
  const { organizationId } = scene;
  await prisma.member.createMany({
    data: [
      ...users.map(({ id }) => ({ organizationId, userId: id, role: 'comment' })),
      ...organizations.map(({ id }) => ({
        organizationId: id,
        userId: admin.userId,
        role: 'admin',
      })),
    ],
  });
  return users.map(({ id }) => id);
}

async function addTeams(userIds: readonly string[]): Promise<void> {
  const { organizationId, teamId: ownTeamId, memberId: userId } = scene;
  const teams = many((index) => ({ id: newId('Team'), organizationId, title: `Team ${index}` }));
  await world.db.prisma.team.createMany({ data: teams });
  await world.db.prisma.teamMember.createMany({
    data: [
      ...teams.map(({ id: teamId }) => ({ teamId, userId })),
      ...userIds.map((id) => ({ teamId: ownTeamId, userId: id })),
    ],
  });
}

async function addSites(revisionId: string): Promise<void> {
  const { prisma } = world.db;
  const { organizationId, siteId, siteSectionId, collectionId } = scene;
  const positions = evenPositions(COUNT).map((position) => `b${position}`);
  await prisma.site.createMany({
    data: many((index) => ({ id: newId('Site'), organizationId, title: `Site ${index}` })),
  });
  const links = many((index) => ({ id: newId('ShareLink'), siteId, name: `Link ${index}` }));
  await prisma.shareLink.createMany({ data: links.map((link) => ({ ...link, key: link.id })) });
  const toSpace = { siteId, siteSpaceId: scene.siteSpaceId };
  await prisma.siteRedirect.createMany({
    data: many((index) => ({ ...toSpace, id: newId('SiteRedirect'), source: `/${index}` })),
  });
  const placed = many((index) => ({
    siteId,
    path: `part-${index}`,
    position: positions[index] ?? '',
  }));
  await prisma.siteSection.createMany({
    data: placed.map((place) => ({ ...place, id: newId('SiteSection'), title: 'Part' })),
  });
  await prisma.siteSectionGroup.createMany({
    data: positions.map((position, index) => ({
      id: newId('SiteSectionGroup'),
      siteId,
      title: `Group ${index}`,
      position: `b${position}`,
    })),
  });
  const spaces = positions.map((position) => ({
    id: newId('Space'),
    organizationId,
    title: 'Part',
    position,
    revisionId,
  }));
  await prisma.space.createMany({ data: spaces });
  // One is like the other, so that as much is asked of one as of many.
  await prisma.space.updateMany({ where: { organizationId }, data: { parentId: collectionId } });
  await prisma.siteSpace.createMany({
    data: spaces.map(({ id: spaceId }, index) => ({
      siteId,
      path: `part-${index}`,
      position: positions[index] ?? '',
      sectionId: siteSectionId,
      id: newId('SiteSpace'),
      spaceId,
    })),
  });
}

async function addCollections(revisionId: string): Promise<void> {
  const { prisma } = world.db;
  const { organizationId, collectionId } = scene;
  const placed = evenPositions(COUNT).map((position) => ({
    organizationId,
    title: 'Part',
    position: `c${position}`,
  }));
  await prisma.collection.createMany({
    data: placed.map((place) => ({ ...place, id: newId('Collection') })),
  });
  await prisma.space.createMany({
    data: placed.map((place) => ({
      ...place,
      id: newId('Space'),
      parentId: collectionId,
      revisionId,
    })),
  });
}

const lists = routes
  .filter(({ answer }) => answer.kind === 'list')
  .map((route, index) => [route.operationId, route, index] as const);

/** Returns every third value: lists take turns with the values that all of them refuse. */
const valuesFor = <Value>(index: number, values: readonly Value[]): Value[] =>
  values.filter((_, at) => at % 3 === index % 3);

const ask = (route: Route, query: Record<string, string>, surface = askRest) =>
  surface(admin, route, {
    path: parametersOf(route, scene, content),
    query: { ...queryOf(route, scene), ...query },
  });

interface List {
  next?: { page: string };
  count: number;
  items: unknown[];
}

async function list(route: Route, limit: number): Promise<List> {
  const { status, message, body } = await ask(route, { limit: String(limit) });
  expect({ limit, status, message }).toEqual({ limit, status: 200, message: undefined });
  return body as List;
}

describe('the size of a page', () => {
  it.each(lists)('is 0 to 1000 items: %s', async (_, route) => {
    const whole = await list(route, 1000);
    expect(whole.count).toBeGreaterThanOrEqual(COUNT);
    expect(whole.items).toHaveLength(whole.count);
    expect(whole.next).toBeUndefined();

    const one = await list(route, 1);
    expect(one).toEqual({
      next: { page: expect.any(String) as string },
      count: whole.count,
      items: whole.items.slice(0, 1),
    });
    expect(await list(route, 0)).toMatchObject({ count: whole.count, items: [] });
  });

  it.each(lists)('is refused by name when it is anything else: %s', async (_, route, index) => {
    const limits = ['1001', '-1', 'x', '1.5', '', ' 1', '1e2', '99999999999', '٣'];
    for (const limit of valuesFor(index, limits)) {
      const { status, message } = await ask(route, { limit });
      expect({ limit, status, message }).toEqual({
        limit,
        status: 400,
        message: expect.stringContaining('"limit"') as string,
      });
    }
  });

  it.each(lists)('is at most 100 in the graph: %s', async (_, route) => {
    expect(await ask(route, { limit: '100' }, askGraph)).toMatchObject({ status: 200 });
    for (const limit of ['101', '1000']) {
      const { status, message } = await ask(route, { limit }, askGraph);
      expect({ limit, status, message }).toEqual({
        limit,
        status: 400,
        message: expect.stringContaining('"first" must be 0 to 100') as string,
      });
    }
  });
});

describe('a page token', () => {
  it.each(lists)(
    'leads on from the page that gave it, and no other text does: %s',
    async (_, route, index) => {
      const [first, second] = (await list(route, 2)).items;
      const { next } = await list(route, 1);
      const page = next?.page ?? '';
      const { body } = await ask(route, { limit: '1', page });
      expect((body as List).items).toEqual([second]);
      expect(second).not.toEqual(first);
      const forged = [
        '',
        'x',
        `${page}x`,
        page.slice(0, -4),
        `A${page.slice(1)}`,
        page.repeat(50),
        encodeCursor('Another.list', ['x']),
        Buffer.from('{"id":"x"}').toString('base64url'),
      ];
      for (const token of valuesFor(index, forged)) {
        for (const surface of [askRest, askGraph]) {
          const { status, message } = await ask(route, { limit: '1', page: token }, surface);
          expect({ token, status, message }).toEqual({
            token,
            status: 400,
            message: expect.stringMatching(/page|cursor/i) as string,
          });
        }
      }
    },
  );
});

describe('the statements of a list', () => {
  it.each(lists)('are as many for 50 items as for one: %s', async (_, route) => {
    const statements = async (limit: number) => {
      return world.plannedStatements(async () => {
        expect((await list(route, limit)).items).toHaveLength(limit);
      });
    };
    const [ofOne, ofMany] = [await statements(1), await statements(COUNT)];
    expect(ofMany.length, ofMany.join('\n')).toBe(ofOne.length);
  });
});
