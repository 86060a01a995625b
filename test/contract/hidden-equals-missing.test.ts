import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import type { Route } from '../../src/rest/route.ts';
import type { Client } from '../support/client.ts';
import { bodyOf } from '../support/mutation-bodies.ts';
import { routes } from '../support/open-api.ts';
import {
  askGraph,
  askRest,
  parametersOf,
  queryOf,
  urlOf,
  type RouteOutcome,
} from '../support/route-requests.ts';
import { createScene, writeContent, type Scene, type SceneContent } from '../support/scene.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
/** May do everything with what exists for them. */
let creator: Client;
let guest: Client;
/** What the creator works with, what is hidden from them, and what others have. */
const scenes = {} as Record<
  'own' | 'hidden' | 'foreign',
  { scene: Scene; content: Record<'space' | 'changeRequest', SceneContent> }
>;

beforeAll(async () => {
  const [own, foreign] = [await world.organization(), await world.organization()];
  creator = await world.member(own.id, 'create');
  guest = await world.member(own.id, null);
  const fill = async (organizationId: string, defaultLevel: 'inherit' | null = 'inherit') => {
    const scene = await createScene(world, organizationId, own.admin.userId, { defaultLevel });
    return { scene, content: await writeContent(world, scene) };
  };
  scenes.own = await fill(own.id);
  scenes.hidden = await fill(own.id, null);
  scenes.foreign = await fill(foreign.id);
  scenes.foreign.scene.userId = foreign.admin.userId;
});

/** Texts that no id looks like: the operations take turns in being asked for them. */
const malformed: [string, string][] = [
  ['short', 'x'],
  ['dots', '../..'],
  ['long', 'x'.repeat(300)],
];

/** Change requests are found by number too. */
const malformedNumbers: [string, string][] = [
  ['negative', '-1'],
  ['zero', '0'],
  ['large', '99999999999999999999'],
];

const turns = new Map<string, number>();

function malformedFor(name: string): [what: string, value: string][] {
  const turn = turns.get(name) ?? 0;
  turns.set(name, turn + 1);
  const lists = name === 'changeRequestId' ? [malformed, malformedNumbers] : [malformed];
  return lists.flatMap((list) => list.slice(turn % 3, (turn % 3) + 1));
}

/** A domain of e-mail addresses is no resource: there are all of them. */
const withoutIds = new Set(['getOrganizationsForEmailDomain']);

const withParameters = routes.flatMap((route) =>
  route.pathParameters.length === 0 || withoutIds.has(route.operationId)
    ? []
    : [[route.operationId, route] as const],
);

type Parameters = Record<string, string>;

const ownOf = (route: Route) => parametersOf(route, scenes.own.scene, scenes.own.content);

/** The parameters of a route where one of them is wrong, by what is wrong with it. */
function* wrongParameters(route: Route): Iterable<[what: string, name: string, Parameters]> {
  const own = ownOf(route);
  const { hidden, foreign } = scenes;
  // Whoever knows the id of an invite may join by it.
  const isOpen = ['joinOrganizationWithInvite', 'getInvitePreview'].includes(route.operationId);
  const foreignIds = parametersOf(route, foreign.scene, foreign.content);
  const hiddenIds = parametersOf(route, hidden.scene, hidden.content);
  for (const { name } of route.pathParameters) {
    if (isMadeWhereMissing(route, name)) continue;
    const one = (value: string) => ({ ...own, [name]: value });
    for (const [what, value] of malformedFor(name)) yield [`${name}: ${what}`, name, one(value)];
    // The paths of pages are alike in every space.
    if (name === 'pagePath') continue;
    yield [`${name}: foreign`, name, one(foreignIds[name] ?? '')];
    yield [`${name}: of another type`, name, one(idOfAnotherType(name))];
    if (isOfSpace(name) && !isOpen) yield [`${name}: hidden`, name, one(hiddenIds[name] ?? '')];
  }
  const [first] = route.pathParameters;
  if (first && !isOpen) yield ['all foreign', first.name, foreignIds];
  if (first?.name === 'spaceId') yield ['all hidden', first.name, hiddenIds];
}

/** Whether a route makes what it does not find by a parameter. */
const isMadeWhereMissing = ({ operationId }: Route, name: string) =>
  operationId === 'createOrUpdateOpenAPISpecBySlug' && name === 'specSlug';

const isOfSpace = (name: string) =>
  ![
    'organizationId',
    'invitationId',
    'userId',
    'siteId',
    'siteSectionId',
    'siteSectionGroupId',
    'siteSpaceId',
    'teamId',
    'samlProviderId',
    'glossaryEntryId',
    'specSlug',
    'versionId',
    'hostname',
    'subdomain',
  ].includes(name);

/** The id of something that exists, but not of the kind that a parameter takes. */
function idOfAnotherType(name: string): string {
  const { siteId, spaceId } = scenes.own.scene;
  return name === 'spaceId' ? siteId : spaceId;
}

/** What a route answers for an id that nothing has, with this text in its place. */
async function missingOutcome(route: Route, name: string): Promise<RouteOutcome> {
  const unknown = name === 'pagePath' ? 'no/such/page' : `${ownOf(route)[name]?.slice(0, -4)}ZZZZ`;
  const path = { ...ownOf(route), [name]: unknown };
  return withoutIdsOf(path, await ask(askRest, creator, route, path));
}

/** An outcome whose message does not tell which ids were asked for. */
function withoutIdsOf(path: Parameters, { message = '', ...outcome }: RouteOutcome): RouteOutcome {
  const shown = Object.values(path).map((id) => (id.length > 64 ? `${id.slice(0, 64)}…` : id));
  const told = shown.reduce((text, id) => text.replace(`"${id}"`, '<the id>'), message);
  return { ...outcome, message: told };
}

function ask(surface: typeof askRest, client: Client, route: Route, path: Parameters) {
  const body = route.method === 'GET' ? undefined : bodyOf(route.operationId, scenes.own.scene);
  return surface(client, route, { path, query: queryOf(route, scenes.own.scene), body });
}

describe('what is missing, malformed, foreign or hidden answers the same', () => {
  it.each(withParameters)('%s', async (_, route) => {
    const notThere =
      route.method === 'DELETE'
        ? { status: 204, body: undefined, message: '' }
        : { status: 404, body: undefined, message: expect.stringContaining('<the id>') as string };
    const missing = new Map<string, RouteOutcome>();
    for (const { name } of route.pathParameters) {
      if (isMadeWhereMissing(route, name)) continue;
      const outcome = await missingOutcome(route, name);
      expect({ name, ...outcome }).toEqual({ name, ...notThere });
      missing.set(name, outcome);
    }
    // One after the other: each connection to the database plans its statements itself.
    for (const [what, name, path] of wrongParameters(route)) {
      const surfaces = /foreign|hidden/.test(what) ? [askRest, askGraph] : [askRest];
      for (const surface of surfaces) {
        const outcome = withoutIdsOf(path, await ask(surface, creator, route, path));
        expect({ what, ...outcome }).toEqual({ what, ...missing.get(name) });
      }
    }
  });

  it('and deleted nothing', async () => {
    for (const { scene } of Object.values(scenes)) {
      const { prisma } = world.db;
      expect(await prisma.site.count({ where: { id: scene.siteId } })).toBe(1);
      expect(await prisma.siteSection.count({ where: { siteId: scene.siteId } })).toBe(2);
      expect(await prisma.siteSpace.count({ where: { siteId: scene.siteId } })).toBe(2);
      expect(await prisma.collection.count({ where: { id: scene.collectionId } })).toBe(1);
      const space = { id: scene.spaceId, deletedAt: null };
      expect(await prisma.space.count({ where: space })).toBe(1);
      const comments = await prisma.comment.findMany({
        where: {
          spaceId: scene.spaceId,
          id: { in: Object.values(scene.threads).map(({ commentId }) => commentId) },
        },
        include: { replies: true },
      });
      expect(comments.map(({ replies }) => replies.length)).toEqual([1, 1]);
    }
  });
});

describe('a site none of whose spaces a guest may view', () => {
  const ofSites = withParameters.filter(([, { path }]) => path.includes('{siteId}'));

  it.each(ofSites)('does not exist for them: %s', async (_, route) => {
    const own = ownOf(route);
    const unknown = { ...own, siteId: newId('Site') };
    for (const surface of [askRest, askGraph]) {
      const hidden = withoutIdsOf(own, await ask(surface, guest, route, own));
      const missing = withoutIdsOf(unknown, await ask(surface, guest, route, unknown));
      expect(hidden.status).toBe(route.method === 'DELETE' ? 204 : 404);
      expect(hidden).toEqual(missing);
    }
  });
});

describe('without a valid token, 401 tells how to send one', () => {
  const invalid = ['Bearer unknown', 'Bearer ', 'Basic dXNlcjpwYXNz', 'x'];

  it.each(routes.map((route) => [route.operationId, route] as const))('%s', async (_, route) => {
    for (const authorization of route.open ? invalid : [undefined, ...invalid]) {
      const { statusCode, headers, ...response } = await world.app.inject({
        method: route.method,
        url: urlOf(route, { path: ownOf(route) }),
        headers: { ...(authorization !== undefined && { authorization }) },
      });
      expect({ authorization, statusCode }).toEqual({ authorization, statusCode: 401 });
      expect(headers['www-authenticate']).toBe('Bearer');
      expect(response.json()).toEqual({
        error: { code: 401, message: expect.stringContaining('API token') as string },
      });
    }
  });
});
