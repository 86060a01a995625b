import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roles, type Role } from '../../src/auth/roles.ts';
import type { Route } from '../../src/rest/route.ts';
import type { Client } from '../support/client.ts';
import { bodyOf } from '../support/mutation-bodies.ts';
import { routes } from '../support/open-api.ts';
import type { Caller, Verdict } from '../support/role-rules.ts';
import { ruledOperations, ruleOf } from '../support/role-table.ts';
import {
  askGraph,
  askRest,
  parametersOf,
  queryOf,
  type RouteOutcome,
} from '../support/route-requests.ts';
import { createScene, writeContent, type Scene, type SceneContent } from '../support/scene.ts';
import { fillWithCopies, readRows, type TableRows } from '../support/table-rows.ts';
import { World } from '../support/world.ts';

/** Someone who tries, by what they are. */
interface Person extends Caller {
  client: Client;
}

/** An organization with one of everything and people of all kinds. */
interface Stage {
  defaultLevel: 'inherit' | null;
  world: World;
  people: Readonly<Record<string, Person>>;
  scene: Scene;
  content: Record<'space' | 'changeRequest', SceneContent>;
  rows: TableRows;
}

/** What somebody tries on a surface. */
interface Attempt {
  who: string;
  surface: 'REST' | 'GraphQL';
  verdict: Verdict;
}

const ask = { REST: askRest, GraphQL: askGraph };

async function createStage(defaultLevel: 'inherit' | null): Promise<Stage> {
  const world = await World.create();
  const { id: organizationId } = await world.organization();
  const author = await world.member(organizationId, 'comment');
  const scene = await createScene(world, organizationId, author.userId, { defaultLevel });
  const people: Record<string, Person> = {
    author: { client: author, role: 'comment', isAuthor: true },
  };
  const { guest, disabled, stranger, ...members } = await world.cast(organizationId);
  for (const [role, client] of Object.entries(members)) {
    people[role] = { client, role: role as Role };
  }
  people['guest'] = { client: guest, role: null };
  people['disabled'] = { client: disabled, role: undefined, isDisabled: true };
  people['stranger'] = { client: stranger, role: undefined };
  for (const grant of roles) {
    const client = await grantedGuest(world, scene, grant);
    people[`guest with ${grant}`] = { client, role: null, grant };
  }
  await letAllCreate(world, scene.otherOrganizationId, people);
  const content = await writeContent(world, scene);
  return { defaultLevel, world, people, scene, content, rows: await readRows(world) };
}

/** Makes all who are members of something members of another organization, too. */
async function letAllCreate(world: World, organizationId: string, people: Stage['people']) {
  const others = Object.values(people).filter(
    ({ role, isAuthor }) => role !== undefined && !isAuthor,
  );
  await world.db.prisma.member.createMany({
    data: others.map(({ client }) => ({ organizationId, userId: client.userId, role: 'create' })),
  });
}

/** A guest with a role on all spaces and collections of a scene. */
async function grantedGuest(world: World, scene: Scene, role: Role): Promise<Client> {
  const client = await world.member(scene.organizationId, null);
  for (const id of [scene.spaceId, scene.otherSpaceId, scene.spareSpaceId]) {
    await world.grant(id, client.userId, role);
  }
  for (const id of [scene.collectionId, scene.otherCollectionId]) {
    await world.grantOnCollection(id, client.userId, role);
  }
  return client;
}

/** Whether anybody's verdict depends on what spaces and collections give members. */
function dependsOnPlace({ operationId }: Route, { people }: Stage): boolean {
  const rule = ruleOf(operationId);
  return Object.values(people).some(
    (person) => rule(person, { defaultLevel: null }) !== rule(person, { defaultLevel: 'inherit' }),
  );
}

/** Whom the kinds of operations tell apart; those who differ from nobody else are left out. */
function isNeeded({ path }: Route, { defaultLevel }: Stage, who: string): boolean {
  if (who === 'author') return path.includes('/comments/');
  if (defaultLevel === null) return /^(read|create|admin|guest|guest with admin)$/.test(who);
  return /^\/v1\/(spaces|collections)/.test(path) || !/with (comment|edit|review|create)/.test(who);
}

/** All attempts at an operation. */
function attemptsAt(route: Route, stage: Stage): Attempt[] {
  if (stage.defaultLevel === null && !dependsOnPlace(route, stage)) return [];
  const rule = ruleOf(route.operationId);
  const people = Object.entries(stage.people).filter(([who]) => isNeeded(route, stage, who));
  return people.flatMap(([who, person]) =>
    (['REST', 'GraphQL'] as const).map((surface) => ({
      who,
      surface,
      verdict: rule(person, stage),
    })),
  );
}

/** Where an attempt is made: the scene of a stage, or a copy of it. */
type Setting = Pick<Stage, 'scene' | 'content'>;

async function attempt(
  stage: Stage,
  route: Route,
  { who, surface }: Attempt,
  setting: Setting | undefined,
) {
  const person = stage.people[who];
  if (!person || !setting) throw new Error(`There is no ${who} or no place for them.`);
  const { scene, content } = setting;
  return ask[surface](person.client, route, {
    path: parametersOf(route, scene, content),
    query: queryOf(route, scene),
    body: route.method === 'GET' ? undefined : bodyOf(route.operationId, scene),
  });
}

/** The status that a verdict means. */
function statusOf(route: Route, verdict: Verdict): number {
  if (verdict === 'done') return route.status;
  if (verdict === 'forbidden') return 403;
  if (verdict === 'unknown') return 400;
  return route.method === 'DELETE' ? 204 : 404;
}

/** Brings scenes into the state that an operation asks for. */
async function prepare({ world }: Stage, route: Route, settings: readonly Setting[]) {
  const spaceIds = settings.map(({ scene }) => scene.spaceId);
  const { prisma } = world.db;
  if (route.operationId === 'restoreSpace') {
    const data = { deletedAt: new Date() };
    await prisma.space.updateMany({ where: { id: { in: spaceIds } }, data });
  }
  if (route.operationId === 'transferSpace') {
    await prisma.siteSpace.deleteMany({ where: { spaceId: { in: spaceIds } } });
  }
}

/** Makes attempts that must change nothing, all on the one scene; tells the other outcomes. */
async function tryInVain(stage: Stage, route: Route, attempts: readonly Attempt[]) {
  if (route.operationId === 'restoreSpace') await prepare(stage, route, [stage]);
  const all = () => Promise.all(attempts.map((each) => attempt(stage, route, each, stage)));
  // Some things are made when somebody first looks at them.
  const outcomes = route.method === 'GET' ? await all() : await withoutTrace(stage, all);
  if (route.operationId === 'restoreSpace') await undelete(stage);
  return surprises(route, attempts, outcomes);
}

/** Does something that must leave the database as it was. */
async function withoutTrace<Result>({ world }: Stage, work: () => Promise<Result>) {
  const before = await readRows(world);
  const result = await work();
  expect(await readRows(world)).toEqual(before);
  return result;
}

async function undelete({ world, scene }: Stage): Promise<void> {
  await world.db.prisma.space.update({ where: { id: scene.spaceId }, data: { deletedAt: null } });
}

/** Makes attempts that must succeed, each on a copy of its own; tells those that do not. */
async function tryForReal(stage: Stage, route: Route, attempts: readonly Attempt[]) {
  const copies = await fillWithCopies(stage.world, stage.rows, attempts.length);
  const settings = copies.map((translate): Setting =>
    JSON.parse(translate(JSON.stringify({ scene: stage.scene, content: stage.content }))),
  );
  await prepare(stage, route, settings);
  const work = attempts.map((each, index) => () => attempt(stage, route, each, settings[index]));
  const outcomes =
    route.method === 'DELETE' ? await eachInTurn(stage, work) : await Promise.all(work.map(run));
  return surprises(route, attempts, outcomes);
}

const run = (work: () => Promise<RouteOutcome>) => work();

/** Runs deletions one after the other, to see that each of them deletes something. */
async function eachInTurn({ world }: Stage, deletions: readonly (() => Promise<RouteOutcome>)[]) {
  const outcomes: RouteOutcome[] = [];
  let before = await readRows(world);
  for (const deletion of deletions) {
    outcomes.push(await deletion());
    const after = await readRows(world);
    expect(isDeepStrictEqual(before, after), 'a deletion that changes nothing').toBe(false);
    before = after;
  }
  return outcomes;
}

function surprises(route: Route, attempts: readonly Attempt[], outcomes: readonly RouteOutcome[]) {
  return attempts.flatMap(({ who, surface, verdict }, index) => {
    const { status, message } = outcomes[index] ?? {};
    const expected = statusOf(route, verdict);
    if (status === expected) return [];
    return [
      `${who} on ${surface}: ${status} instead of ${expected}, ${message ?? 'without an error'}`,
    ];
  });
}

describe.each([
  ['members have their role on spaces and collections', 'inherit'],
  ['spaces and collections give members nothing', null],
] as const)('where %s', (_where, defaultLevel) => {
  let still: Stage;
  let moving: Stage;

  beforeAll(async () => {
    [still, moving] = await Promise.all([createStage(defaultLevel), createStage(defaultLevel)]);
  });

  afterAll(async () => {
    await still.world.destroy();
    await moving.world.destroy();
  });

  it.each(routes.map((route) => [route.operationId, route] as const))(
    '%s is done by those who may, and by nobody else',
    async (_operationId, route) => {
      const attempts = attemptsAt(route, still);
      const isVain = ({ verdict }: Attempt) => route.method === 'GET' || verdict !== 'done';
      expect(await tryInVain(still, route, attempts.filter(isVain))).toEqual([]);
      const real = attempts.filter((each) => !isVain(each));
      if (real.length > 0) expect(await tryForReal(moving, route, real)).toEqual([]);
    },
  );
});

it('no rule is of an operation that is gone', () => {
  const known = new Set(routes.map(({ operationId }) => operationId));
  expect(ruledOperations.filter((operationId) => !known.has(operationId))).toEqual([]);
});
