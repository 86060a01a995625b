import { getNullableType, isEnumType } from 'graphql';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { CompiledOperations } from '../../src/plan/compiled-operations.ts';
import type { QueryParameter, Route } from '../../src/rest/route.ts';
import type { Client } from '../support/client.ts';
import { KnownParameters } from '../support/known-parameters.ts';
import { lawCount } from '../support/law-count.ts';
import { routes } from '../support/open-api.ts';
import { withoutSignatures } from '../support/route-requests.ts';
import { createScene } from '../support/scene.ts';
import { useWorld } from '../support/use-world.ts';
import { createWholeOrganization } from '../support/whole-organization.ts';

const SEED = Number(process.env.PLANNED_SEED ?? 1);
/** Number of random requests to each read. */
const REQUESTS = lawCount(30, 'PLANNED_REQUESTS');

const world = useWorld();
const known = new KnownParameters();
const viewers: [name: string, client: Client][] = [];
const cursors: string[] = ['nonsense'];
const urls: string[] = [];
const reads = routes.filter(({ method }) => method === 'GET');
/** An address of each read at which the admin finds something. */
const addresses = new Map<Route, string>();
const planned = new Set<string>();

let seed = SEED;
function random(): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return seed / 2 ** 32;
}

function pick<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

beforeAll(async () => {
  const { parameters, id, admin } = await createWholeOrganization(world);
  for (const [parameter, value] of parameters) known.learn(parameter, value);
  const other = await world.organization();
  await createScene(world, other.id, other.admin.userId);
  const guest = await world.member(id, null);
  const space = await world.db.prisma.space.findFirst({ where: { organizationId: id } });
  await world.grant(space?.id ?? '', guest.userId, 'comment');
  const cast = await world.cast(id);
  viewers.push(['admin', admin], ['guest', guest], ['stranger', other.admin]);
  viewers.push(...Object.entries(cast));
  await findAddresses(admin);
  // A blocked organization invites nobody.
  await world.db.prisma.organization.update({ where: { id }, data: { blockedReason: null } });
  await findAddresses(admin);
});

function textOf({ name, type }: QueryParameter): string | undefined {
  const nullable = getNullableType(type);
  if (isEnumType(nullable)) return String(pick(nullable.getValues())?.value);
  if (name === 'limit') return String(Math.floor(random() * 4));
  if (name === 'page') return pick(cursors);
  if (name === 'query') return 'guide';
  if (name === 'source') return '/old';
  if (name === 'url') return pick(urls);
  return String(nullable) === 'Boolean' ? String(random() < 0.5) : undefined;
}

/** Returns the address of a read with a share of its optional parameters. */
function withQuery(url: string, { queryParameters }: Route, share: number): string {
  const query = new URLSearchParams();
  for (const parameter of queryParameters) {
    const isRequired = String(parameter.type).endsWith('!');
    const value = isRequired || random() < share ? textOf(parameter) : undefined;
    if (value !== undefined) query.set(parameter.name, value);
  }
  return `${url}?${query.toString()}`;
}

interface Outcome {
  status: number;
  body: string;
  tag: string | undefined;
}

/** The outcome of a read. The tag is a hash of the bytes, some of which contain the time. */
async function outcomeOf(client: Client, url: string): Promise<Outcome & { parsed: unknown }> {
  const { status, body, headers } = await client.get(url);
  const text = JSON.stringify(withoutSignatures(body));
  const isStable = text === JSON.stringify(body);
  const { etag } = headers;
  const tag = isStable ? etag : /^W\/"(\w+)\./.exec(etag ?? '')?.[1];
  return { status, body: text, tag, parsed: body };
}

/** Compares a read by its plan, by a token and by a viewer, with its execution. */
async function compare(route: Route, url: string): Promise<void> {
  const [name, client] = (random() < 0.4 ? viewers[0] : pick(viewers)) ?? [];
  if (!client) throw new Error('There is no viewer.');
  const run = vi.spyOn(CompiledOperations.prototype, 'run');
  const first = await outcomeOf(client, url);
  const second = await outcomeOf(client, url);
  const results = await Promise.all(run.mock.results.map(({ value }) => value as unknown));
  if (results.some((result) => result !== undefined)) {
    planned.add(route.operationId);
  }
  run.mockResolvedValue(undefined);
  const { parsed, ...executed } = await outcomeOf(client, url);
  run.mockRestore();
  const label = `${name} reads ${url}`;
  for (const { status, body, tag } of [first, second]) {
    expect({ label, status, body, tag }).toEqual({ label, ...executed });
  }
  known.learnFrom(parsed);
  const { next } = parsed as { next?: { page: string } };
  if (next) cursors.push(next.page);
}

/** Finds addresses of reads, and ids in their bodies, until no more are found. */
async function findAddresses(admin: Client): Promise<void> {
  const missing = new Set<string>();
  let before: number;
  do {
    before = addresses.size;
    for (const route of reads.filter((read) => !addresses.has(read))) {
      for (const address of known.addressesOf(route.path)) {
        if ([...missing].some((url) => address.startsWith(`${url}/`))) continue;
        const { status, body } = await admin.get(withQuery(address, route, 0));
        if (status !== 200) {
          missing.add(address);
          continue;
        }
        known.learnFrom(body);
        for (const [, url = ''] of JSON.stringify(body).matchAll(/"app":"([^"]+)"/g))
          urls.push(url);
        addresses.set(route, address);
        break;
      }
    }
  } while (addresses.size > before);
}

describe('a body that a plan writes', () => {
  it(`has the bytes of one that is executed and serialized (seed ${SEED})`, async () => {
    for (let index = 0; index < REQUESTS; index++) {
      for (const route of reads) {
        const address =
          random() < 0.75 ? addresses.get(route) : pick(known.addressesOf(route.path));
        await compare(route, withQuery(address ?? '', route, 0.3));
      }
    }
    expect(addresses.size).toBe(reads.length);
    expect(planned.size).toBeGreaterThan(reads.length / 2);
  });
});
