import { beforeAll, describe, expect, it } from 'vitest';
import { roles } from '../../src/auth/roles.ts';
import type { Route } from '../../src/rest/route.ts';
import type { Kind } from '../support/cast.ts';
import type { Client } from '../support/client.ts';
import { bodyOf, mutationBodies } from '../support/mutation-bodies.ts';
import { routes } from '../support/open-api.ts';
import type { Caller } from '../support/role-rules.ts';
import { ruleOf } from '../support/role-table.ts';
import {
  askGraph,
  askRest,
  parametersOf,
  queryOf,
  withoutIds,
  withoutSignatures,
} from '../support/route-requests.ts';
import {
  createScene,
  prepareScene,
  writeContent,
  type Scene,
  type SceneContent,
} from '../support/scene.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
let organizationId: string;
let scene: Scene;
let content: Record<'space' | 'changeRequest', SceneContent>;
let callers: Record<Kind | 'anonymous' | 'badToken', Client>;

const reads = routes.filter(({ method }) => method === 'GET');
const mutations = routes.filter(({ method }) => method !== 'GET');

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  const cast = await world.cast(organizationId);
  callers = { ...cast, anonymous: world.anonymous(), badToken: world.withToken('dg_unknown') };
  scene = await createScene(world, organizationId, cast.comment.userId);
  content = await writeContent(world, scene);
});

/** Statuses by who asked, for the messages of a failing test and for what must hold for some. */
type Statuses = Record<string, number>;

async function compareRead(route: Route): Promise<Statuses> {
  const statuses: Statuses = {};
  const request = { path: parametersOf(route, scene, content), query: queryOf(route, scene) };
  for (const [who, client] of Object.entries(callers)) {
    const rest = await askRest(client, route, request);
    const graph = await askGraph(client, route, request);
    expect({ who, ...withoutSignatures(rest) }).toEqual({ who, ...withoutSignatures(graph) });
    statuses[who] = rest.status;
  }
  return statuses;
}

/** Whom the table of roles knows; nobody else gets as far as a rule. */
const knownCallers: Readonly<Record<string, Caller>> = {
  ...Object.fromEntries(roles.map((role): [string, Caller] => [role, { role }])),
  guest: { role: null },
  disabled: { role: undefined, isDisabled: true },
  stranger: { role: undefined },
};

/** Whether somebody does what a mutation does, as far as the table of roles knows them. */
function mayDo({ operationId }: Route, who: string): boolean {
  const caller = knownCallers[who];
  return (
    caller !== undefined && ruleOf(operationId)(caller, { defaultLevel: 'inherit' }) === 'done'
  );
}

/**
 * Runs a mutation on twin scenes, one for each surface: of those who may, an admin does it, last;
 * all others are refused. What a refusal changes would show in what the admin leaves behind.
 */
async function compareMutation(route: Route): Promise<Statuses> {
  const statuses: Statuses = {};
  const twins: [Scene, Scene] = [await twinScene(), await twinScene()];
  const refused = Object.keys(callers).filter((who) => who !== 'admin' && !mayDo(route, who));
  for (const who of [...refused, 'admin'] as (keyof typeof callers)[]) {
    const client = callers[who];
    const rest = await attempt(askRest, client, route, twins[0]);
    const graph = await attempt(askGraph, client, route, twins[1]);
    expect({ who, ...withoutIds(rest) }).toEqual({ who, ...withoutIds(graph) });
    statuses[who] = rest.status;
  }
  return statuses;
}

const twinScene = () => createScene(world, organizationId, callers.admin.userId);

/** What a surface answers, and what it leaves behind. */
async function attempt(ask: typeof askRest, client: Client, route: Route, twin: Scene) {
  await prepareScene(world, route.operationId, twin);
  await makeRoom[route.operationId]?.();
  const body = bodyOf(route.operationId, twin);
  const outcome = await ask(client, route, { path: parametersOf(route, twin), body });
  return outcome.status < 300 ? { ...outcome, left: await whatIsLeft(twin) } : outcome;
}

/** Every scene adds to what an organization, and a person, can have only so many of. */
const makeRoom: Readonly<Record<string, () => Promise<unknown>>> = {
  createOrganization: () =>
    world.db.prisma.member.deleteMany({ where: { organizationId: { not: organizationId } } }),
  createOrganizationSAMLProvider: () =>
    world.db.prisma.samlProvider.deleteMany({ where: { organizationId } }),
};

/** What an admin sees of a scene after a mutation. */
async function whatIsLeft(twin: Scene): Promise<unknown> {
  const { space, changeRequest } = twin.threads;
  const ids = [
    ...[twin.siteId, twin.siteSectionId, twin.siteSpaceId, twin.spaceId, twin.changeRequestId],
    ...[twin.collectionId, twin.otherCollectionId, twin.teamId, twin.samlProviderId],
    ...[twin.translationId, twin.glossaryEntryId],
    ...[twin.specId, twin.versionId],
    ...[space.commentId, space.commentReplyId],
    ...[changeRequest.commentId, changeRequest.commentReplyId],
  ];
  const { nodes } = await callers.admin.query(
    'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }',
    { ids },
  );
  return nodes;
}

describe('a read answers the same on both surfaces, for everyone', () => {
  it.each(reads.map((route) => [route.operationId, route] as const))('%s', async (_, route) => {
    const statuses = await compareRead(route);
    expect(statuses).toMatchObject({ admin: 200, anonymous: 401, badToken: 401 });
  });
});

describe('a mutation does the same on both surfaces, and is refused with the same words', () => {
  it.each(mutations.map((route) => [route.operationId, route] as const))('%s', async (_, route) => {
    const statuses = await compareMutation(route);
    expect(statuses).toMatchObject({ admin: route.status, anonymous: 401, badToken: 401 });
  });
});

it('no row of the bodies is of an operation that is gone', () => {
  const known = new Set(mutations.map(({ operationId }) => operationId));
  expect(Object.keys(mutationBodies).filter((operationId) => !known.has(operationId))).toEqual([]);
});
