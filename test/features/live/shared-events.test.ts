import { parse, type DocumentNode } from 'graphql';
import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { beforeAll, expect, it, vi } from 'vitest';
import { createGraphQL, type GraphQLServer } from '../../../src/http/graphql.ts';
import type { Subscription } from '../../../src/http/operation-errors.ts';
import { createRequestContext, tokenHolderOf } from '../../../src/http/request-context.ts';
import { graphqlFormat } from '../../../src/plan/graphql-format.ts';
import { CompiledOperations } from '../../../src/plan/compiled-operations.ts';
import { schema } from '../../../src/schema.ts';
import { lawCount } from '../../support/law-count.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { randomSubscription } from '../../support/random-operation.ts';
import { expectSameResponse } from '../../support/same-response.ts';
import { useWorld } from '../../support/use-world.ts';
import { createWholeOrganization } from '../../support/whole-organization.ts';
import { addresses } from '../../support/world.ts';

/** How many random events are compared; a failure prints its seed. */
const EVENTS = lawCount(600, 'SHARED_EVENTS');
const SEED = Number(process.env.SHARED_SEED ?? 1);

/** Fields whose values change by themselves or with each read, and those that take seconds. */
const leftOut = new Set([
  ...['pdf', 'downloadURL', 'downloadUrl', 'lastUsedAt', 'lastSeenAt', 'heartbeatAt'],
]);

const world = useWorld();
const tokens: string[] = [];
const subjects: [field: string, id: string][] = [];
let graphql: GraphQLServer;

beforeAll(async () => {
  graphql = createGraphQL(schema, { production: false, connections: 8 });
  const own = await createWholeOrganization(world);
  const other = await world.organization();
  const cast = await world.cast(own.id);
  const members = await Promise.all(
    (['read', 'read', 'edit', 'admin', null] as const).map((role) => world.member(own.id, role)),
  );
  const { prisma } = world.db;
  const spaces = await prisma.space.findMany({ take: 5 });
  for (const [index, { userId }] of members.entries()) {
    await world.grant(spaces[index % spaces.length]?.id ?? '', userId, 'comment');
  }
  const clients = [...Object.values(cast), own.admin, other.admin, ...members];
  // The same token twice: two tabs of a browser.
  tokens.push(...[...clients, ...clients.slice(-1)].flatMap(({ token }) => token ?? []));
  tokens.push('dg_unknown');
  const changeRequests = await prisma.changeRequest.findMany({ take: 5 });
  const jobs = await prisma.job.findMany({ take: 3 });
  subjects.push(
    ...spaces.map(({ id }): [string, string] => ['space', id]),
    ...changeRequests.map(({ id }): [string, string] => ['changeRequest', id]),
    ...jobs.map(({ id }): [string, string] => ['job', id]),
    ['space', 'sp_unknown'],
  );
});

function subscriptionOf(document: DocumentNode, variables: Record<string, unknown>): Subscription {
  return {
    events: { next: () => Promise.reject(new Error('Nobody asks for it.')) },
    args: { schema, document, variableValues: variables },
    request: { document, variables, format: graphqlFormat },
    cost: 1,
  };
}

/** Reads the response to an event for the holder of a token. Returns what is sent to them. */
async function read(subscription: Subscription, event: object, token: string): Promise<string> {
  const request = {
    headers: { authorization: `Bearer ${token}` },
    log: pino({ level: 'silent' }),
  } as unknown as FastifyRequest;
  const options = {
    db: world.db,
    web: world.web,
    addresses,
    mailer: null,
    translator: null,
  };
  const message = await graphql.eventReader.read(subscription, event, {
    holder: () => tokenHolderOf(request, options),
    server: async () => ({
      requestContext: await createRequestContext(request, options),
      requestId: 'test',
    }),
  });
  return `${message?.bytes.toString()}${message?.isLast}`;
}

/** Changes at random who may see what, and whose tokens are valid. */
async function changeAccess(): Promise<void> {
  for (const statement of [
    `UPDATE members SET disabled = random() < 0.15`,
    `UPDATE grants SET role = (ARRAY['read', 'edit', 'admin'])[1 + floor(random() * 3)::int]
     WHERE random() < 0.3`,
    `UPDATE spaces SET default_level = (ARRAY[NULL, 'read', 'inherit'])[1 + floor(random() * 3)::int],
       deleted_at = CASE WHEN random() < 0.1 THEN now() END`,
    `UPDATE api_tokens SET revoked_at = CASE WHEN random() < 0.1 THEN now() END,
       expires_at = CASE WHEN random() < 0.1 THEN now() - interval '1 s' END`,
  ]) {
    await world.db.pool.query(statement);
  }
}

it(`are the same to the byte for each subscriber alone (seed ${SEED})`, async () => {
  const random = randomNumbers(SEED);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const shared = vi.spyOn(CompiledOperations.prototype, 'runSharedEvent');
  const ids = subjects.map(([, id]) => id);
  for (let index = 0; index < EVENTS; index += 1) {
    await changeAccess();
    const [field, id] = pick(subjects);
    const options = { schema, random, ids, cursors: ['nonsense'], leftOut };
    const { query, variables } = randomSubscription(options, field, id);
    const subscription = subscriptionOf(parse(query), variables);
    const event = { id, changedParts: ['content', 'comments'] };
    const label = `${index}: ${JSON.stringify([query, variables])}`;
    const together = await Promise.all(tokens.map((token) => read(subscription, event, token)));
    for (const [number, token] of tokens.entries()) {
      const alone = await read(subscription, event, token);
      const [message, expected] = [together[number] ?? '', alone].map(
        (text) => /data: (?<json>.*)\n\n(?<end>[^]*)$/.exec(text)?.groups ?? {},
      ) as [Record<string, string>, Record<string, string>];
      expectSameResponse(message['json'] ?? '', expected['json'] ?? '', `${label} for ${number}`);
      expect(message['end'], label).toBe(expected['end']);
    }
  }
  const responses = await Promise.all(shared.mock.results.map(({ value }) => value as unknown));
  const count = responses.filter((response) => response !== undefined).length;
  // Both kinds must occur, or the comparison proves nothing.
  expect(count).toBeGreaterThan(EVENTS / 20);
  expect(count).toBeLessThan(EVENTS);
});
