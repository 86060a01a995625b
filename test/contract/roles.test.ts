import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roles, type Role } from '../../src/auth/roles.ts';
import type { Route } from '../../src/rest/route.ts';
import type { Client } from '../support/client.ts';
import { isFull } from '../support/law-count.ts';
import { bodyOf, mutationBodies } from '../support/mutation-bodies.ts';
import { routes } from '../support/open-api.ts';
import type { Caller, Verdict } from '../support/role-rules.ts';
import { ruledOperations, ruleOf } from '../support/role-table.ts';
import {
  askGraph,
  askRest,
  parametersOf,
  queryOf,
  withoutIds,
  withoutSignatures,
  type RouteOutcome,
} from '../support/route-requests.ts';
import { createScene, prepareScene, writeContent, type Scene } from '../support/scene.ts';
import { keepRows, readVersions } from '../support/table-rows.ts';
import { useWorld } from '../support/use-world.ts';

/** A user or an invalid token. */
interface Person extends Caller {
  client: Client;
  isUnknown?: boolean;
}

/** A scene with its content. */
interface Setting {
  scene: Scene;
  content: Awaited<ReturnType<typeof writeContent>>;
}

/** An organization with one of everything and people of all kinds. */
interface Stage {
  defaultLevel: 'inherit' | null;
  people: Readonly<Record<string, Person>>;
  /** The scene of attempts that change nothing; undefined after others. */
  still: Setting | undefined;
  /** Replaces the rows of the stage with copies, and returns these. */
  copy: (count: number) => Promise<Setting[]>;
}

const world = useWorld();

/** The surfaces, on which every attempt has the same outcome. */
const surfaces = [askRest, askGraph];

/** A person's attempt at an operation. */
interface Attempt {
  who: string;
  /** The expected outcome; undefined for an invalid token. */
  verdict: Verdict | undefined;
}

async function createStage(defaultLevel: 'inherit' | null): Promise<Stage> {
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
  people['anonymous'] = { client: world.anonymous(), role: undefined, isUnknown: true };
  const badToken = world.withToken('dg_unknown');
  people['bad token'] = { client: badToken, role: undefined, isUnknown: true };
  for (const grant of roles) {
    const client = await grantedGuest(scene, grant);
    people[`guest with ${grant}`] = { client, role: null, grant };
  }
  await letAllCreate(scene.otherOrganizationId, people);
  const still = { scene, content: await writeContent(world, scene) };
  return { defaultLevel, people, still, copy: await keepRows(world, still) };
}

/** Makes all who are members of something members of another organization, too. */
async function letAllCreate(organizationId: string, people: Stage['people']) {
  const others = Object.values(people).filter(
    ({ role, isAuthor }) => role !== undefined && !isAuthor,
  );
  await world.db.prisma.member.createMany({
    data: others.map(({ client }) => ({ organizationId, userId: client.userId, role: 'create' })),
  });
}

/** A guest with a role on all spaces and collections of a scene. */
async function grantedGuest(scene: Scene, role: Role): Promise<Client> {
  const client = await world.member(scene.organizationId, null);
  for (const id of [scene.spaceId, scene.otherSpaceId, scene.spareSpaceId]) {
    await world.grant(id, client.userId, role);
  }
  for (const id of [scene.collectionId, scene.otherCollectionId]) {
    await world.grantOnCollection(id, client.userId, role);
  }
  return client;
}

/** Checks whether anybody's verdict depends on the default access of spaces and collections. */
function dependsOnPlace({ operationId }: Route, { people }: Stage): boolean {
  const rule = ruleOf(operationId);
  return Object.values(people).some(
    (person) => rule(person, { defaultLevel: null }) !== rule(person, { defaultLevel: 'inherit' }),
  );
}

/** Omits people who differ from nobody else for operations of a kind. */
function isNeeded({ path }: Route, { defaultLevel }: Stage, who: string): boolean {
  if (who === 'author') return path.includes('/comments/') || path.startsWith('/v1/users/');
  if (defaultLevel === null) return /^(read|create|admin|guest|guest with admin)$/.test(who);
  return /^\/v1\/(spaces|collections)/.test(path) || !/with (comment|edit|review|create)/.test(who);
}

/** Returns all attempts at an operation. */
function attemptsAt(route: Route, stage: Stage): Attempt[] {
  if (stage.defaultLevel === null && !dependsOnPlace(route, stage)) return [];
  const rule = ruleOf(route.operationId);
  const people = Object.entries(stage.people).filter(([who]) => isNeeded(route, stage, who));
  return people.map(([who, person]) => ({
    who,
    verdict:
      person.isUnknown && !(route.open && who === 'anonymous') ? undefined : rule(person, stage),
  }));
}

/** Returns the status that a verdict means. */
function statusOf(route: Route, verdict: Verdict | undefined): number {
  if (verdict === undefined) return 401;
  if (verdict === 'done') return route.status;
  if (verdict === 'forbidden') return 403;
  if (verdict === 'unknown') return 400;
  return route.method === 'DELETE' ? 204 : 404;
}

type Surface = (typeof surfaces)[number];

function ask(surface: Surface, { people }: Stage, who: string, route: Route, setting: Setting) {
  const person = people[who];
  if (!person) throw new Error(`There is no ${who}.`);
  const { scene, content } = setting;
  return surface(person.client, route, {
    path: parametersOf(route, scene, content),
    query: queryOf(route, scene),
    body: route.method === 'GET' ? undefined : bodyOf(route.operationId, scene),
  });
}

/** Checks that an attempt had the expected outcome, the same on all surfaces. */
function checkOutcomes(
  route: Route,
  { who, verdict }: Attempt,
  outcomes: readonly RouteOutcome[],
): void {
  const [first] = outcomes;
  expect({ who, ...first }).toMatchObject({ who, status: statusOf(route, verdict) });
  for (const outcome of outcomes) expect({ who, ...outcome }).toEqual({ who, ...first });
}

/**
 * Returns the surfaces on which a person tries an operation: both for an admin, and if laws are
 * tried in full. Otherwise people and operations take turns on them.
 */
function surfacesFor(route: Route, { who }: Attempt, index: number): Surface[] {
  if (isFull || who === 'admin') return surfaces;
  const turn = index + routes.indexOf(route);
  return surfaces.filter((_, at) => at === turn % surfaces.length);
}

/** Makes attempts that change nothing, all on one scene. */
async function tryInVain(stage: Stage, route: Route, attempts: readonly Attempt[]) {
  stage.still ??= (await stage.copy(1))[0];
  if (!stage.still) throw new Error('There is no copy.');
  const { still } = stage;
  const { scene } = still;
  const isRead = route.method === 'GET';
  const isOnDeleted = route.operationId === 'restoreSpace';
  if (isOnDeleted) await prepareScene(world, route.operationId, scene);
  // Some things are made when somebody first reads them.
  if (isRead) await ask(askRest, stage, 'admin', route, still);
  const before = isRead ? [] : await readVersions(world);
  const outcomes: RouteOutcome[][] = [];
  // One after the other: each connection to the database plans its statements itself.
  for (const [index, attempt] of attempts.entries()) {
    const ofAttempt = [];
    for (const surface of surfacesFor(route, attempt, index)) {
      ofAttempt.push(await ask(surface, stage, attempt.who, route, still));
    }
    outcomes.push(ofAttempt);
  }
  expect(isRead ? [] : await readVersions(world)).toEqual(before);
  for (const [index, attempt] of attempts.entries()) {
    checkOutcomes(route, attempt, (outcomes[index] ?? []).map(withoutSignatures));
  }
  if (isOnDeleted) await undelete(scene);
}

async function undelete({ spaceId: id }: Scene): Promise<void> {
  await world.db.prisma.space.update({ where: { id }, data: { deletedAt: null } });
}

/** Makes attempts that succeed, each on a copy of its own. */
async function tryForReal(stage: Stage, route: Route, attempts: readonly Attempt[]) {
  const tries = attempts.flatMap((attempt, index) => surfacesFor(route, attempt, index));
  stage.still = undefined;
  const settings = await stage.copy(tries.length);
  for (const { scene } of settings) await prepareScene(world, route.operationId, scene);
  const askAll = async (attempt: Attempt, index: number) => {
    const outcomes = [];
    for (const surface of surfacesFor(route, attempt, index)) {
      const setting = settings.pop();
      if (!setting) throw new Error('There are too few copies.');
      const before = route.method === 'DELETE' ? await readVersions(world) : undefined;
      const outcome = await ask(surface, stage, attempt.who, route, setting);
      if (before) expect(await readVersions(world), attempt.who).not.toEqual(before);
      const left = attempt.who === 'admin' ? await whatIsLeft(stage, setting) : undefined;
      outcomes.push(withoutIds({ ...outcome, left }));
    }
    checkOutcomes(route, attempt, outcomes);
  };
  for (const [index, attempt] of attempts.entries()) await askAll(attempt, index);
}

/** Returns what an admin sees of a scene after a mutation. */
async function whatIsLeft({ people }: Stage, { scene }: Setting): Promise<unknown> {
  const { space, changeRequest } = scene.threads;
  const ids = [
    ...[scene.siteId, scene.siteSectionId, scene.siteSpaceId, scene.spaceId],
    ...[scene.changeRequestId, scene.collectionId, scene.otherCollectionId, scene.teamId],
    ...[scene.samlProviderId, scene.translationId, scene.glossaryEntryId],
    ...[scene.specId, scene.versionId],
    ...[space.commentId, space.commentReplyId],
    ...[changeRequest.commentId, changeRequest.commentReplyId],
  ];
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
  return await people['admin']?.client.query(query, { ids });
}

describe.each([
  ['members have their role on spaces and collections', 'inherit'],
  ['spaces and collections give members nothing', null],
] as const)('where %s', (_where, defaultLevel) => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await createStage(defaultLevel);
  });

  afterAll(() => stage.copy(0));

  it.each(routes.map((route) => [route.operationId, route] as const))(
    '%s is done by those who may, and by nobody else, on both surfaces alike',
    async (_operationId, route) => {
      const attempts = attemptsAt(route, stage);
      const isVain = ({ verdict }: Attempt) => route.method === 'GET' || verdict !== 'done';
      const [vain, real] = [attempts.filter(isVain), attempts.filter((each) => !isVain(each))];
      if (vain.length > 0) await tryInVain(stage, route, vain);
      if (real.length > 0) await tryForReal(stage, route, real);
    },
  );
});

it('every operation has a rule, every writing one a body, and no other has', () => {
  const writing = routes.filter(({ method }) => method !== 'GET');
  const ids = (some: readonly Route[]) => some.map(({ operationId }) => operationId).toSorted();
  expect(ruledOperations.toSorted()).toEqual(ids(routes));
  expect(Object.keys(mutationBodies).toSorted()).toEqual(ids(writing));
});
