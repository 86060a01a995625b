import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Route } from '../../src/rest/route.ts';
import type { Client } from '../support/client.ts';
import { bodyOf } from '../support/mutation-bodies.ts';
import { routes } from '../support/open-api.ts';
import { parametersOf, urlOf } from '../support/route-requests.ts';
import { createScene, prepareScene, type Scene } from '../support/scene.ts';
import { keepRows, readVersions } from '../support/table-rows.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
let admin: Client;
/** Replaces all rows with copies of a scene. */
let copyScene: (count: number) => Promise<Scene[]>;

/** Within a day of UTC: the addresses of files are the same for a day. */
const NOON = new Date().setUTCHours(12, 0, 0, 0);
const LATER = NOON + 90 * 60 * 1000;

const mutations = routes.filter(({ method }) => method !== 'GET');

beforeAll(async () => {
  const organization = await world.organization();
  ({ admin } = organization);
  copyScene = await keepRows(world, await createScene(world, organization.id, admin.userId));
});

afterEach(() => {
  vi.useRealTimers();
});

async function send(client: Client, route: Route, scene: Scene, key: string) {
  const url = urlOf(route, { path: parametersOf(route, scene) });
  const sent = { 'idempotency-key': key };
  const method = route.method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete';
  const { status, body, headers } = await (method === 'delete'
    ? client.delete(url, sent)
    : client[method](url, bodyOf(route.operationId, scene), sent));
  return { status, body, location: headers['location'] };
}

/** Returns the versions of all tables except tokens, which change with their use. */
const versions = () => readVersions(world, ['api_tokens']);

/** Makes the admin a reader of the organization. */
async function demote({ organizationId }: Scene): Promise<void> {
  const where = { organizationId_userId: { organizationId, userId: admin.userId } };
  await world.db.prisma.member.update({ where, data: { role: 'read' } });
}

it.each(mutations.map((route) => [route.operationId, route] as const))(
  '%s does nothing when it is sent again with its key later, and answers the same',
  async (operationId, route) => {
    const [scene] = await copyScene(1);
    if (!scene) throw new Error('There is no copy.');
    await prepareScene(world, operationId, scene);
    const key = randomUUID();
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
    const first = await send(admin, route, scene, key);
    expect(first.status).toBe(route.status);
    const before = await versions();
    vi.setSystemTime(LATER);
    expect(await send(admin, route, scene, key)).toEqual(first);
    expect(await versions()).toEqual(before);
    // The same when the right to do it is gone, but for those who no longer see what it is about.
    await demote(scene);
    const demoted = await versions();
    const { status } = await send(admin, route, scene, key);
    expect([first.status, 404]).toContain(status);
    expect(await versions()).toEqual(demoted);
  },
);
