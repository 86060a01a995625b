import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, type Sql } from '../../src/database/database.ts';
import type { Client } from '../support/client.ts';
import { World } from '../support/world.ts';

/** Writes at once. */
const COUNT = 150;

/** A wait for a connection that is over while many write, in milliseconds. */
const SHORT_WAIT_MS = 400;

const PATIENCE_MS = 600_000;

const numbers = Array.from({ length: COUNT }, (_, n) => n);

/** What a write was answered: whether it is done, and why not. */
interface Answer {
  isDone: boolean;
  status: number;
  problem: unknown;
}

interface Kind {
  name: string;
  write: (n: number) => Promise<Answer>;
  /** Selects the text `<name> <n>` of each write that is in the database. */
  stored: Sql | (() => Promise<unknown[]>);
}

async function rest(answer: ReturnType<Client['post']>): Promise<Answer> {
  const { status, body } = await answer;
  return { isDone: status < 300, status, problem: body };
}

async function graph(answer: ReturnType<Client['graphql']>): Promise<Answer> {
  const { status, errors } = await answer;
  const code = errors?.[0]?.extensions.code;
  const isDone = !errors || code === 'RESULT_UNAVAILABLE';
  return { isDone, status: code === 'SERVICE_UNAVAILABLE' ? 503 : status, problem: errors };
}

describe.each([4, 16])('with a pool of %i', (poolSize) => {
  let world: World;
  let kinds: Kind[];

  beforeAll(async () => {
    world = await World.create({ poolSize });
    kinds = await makeKinds(world);
    world.db.pool.options.connectionTimeoutMillis = SHORT_WAIT_MS;
  });

  afterAll(() => world.destroy());

  it(
    `${COUNT} writes of a kind at once are answered as done exactly if they are`,
    async () => {
      for (const { name, write, stored } of kinds) {
        const answers = await Promise.all(numbers.map(write));
        const failures = answers.filter(({ isDone, status }) => !isDone && status !== 503);
        expect(failures, name).toEqual([]);
        const found = await (typeof stored === 'function'
          ? stored()
          : world.db.query(stored).then((rows) => rows.flat()));
        const done = numbers.filter((n) => found.includes(`${name} ${n}`));
        expect(
          numbers.filter((n) => answers[n]?.isDone),
          name,
        ).toEqual(done);
        expect(done.length, name).toBeGreaterThan(0);
      }
    },
    PATIENCE_MS,
  );
});

async function makeKinds(world: World): Promise<Kind[]> {
  const { id: organizationId, admin } = await world.organization();
  const { id: spaceId } = await world.space(organizationId);
  const { id: commented } = await world.space(organizationId);
  const { siteId } = await world.publish(spaceId);
  const space = `/v1/spaces/${spaceId}`;
  const change = await admin.post(`${space}/change-requests`, { subject: 'Any' });
  const branch = `${space}/change-requests/${change.body.number}`;
  const prisma = world.db.prisma;
  const { revisionId } = await prisma.space.findUniqueOrThrow({ where: { id: commented } });
  await prisma.comment.createMany({
    data: numbers.map((n) => ({ id: `cmt_${n}`, spaceId: commented, revisionId })),
  });
  const members: Client[] = [];
  const merged: number[] = [];
  for (const n of numbers) {
    members.push(await world.member(organizationId, 'read', { displayName: `member ${n}` }));
    const { number } = await world.changeRequest(spaceId, { subject: `merge ${n}` });
    merged.push(number);
  }
  const places = { admin, organizationId, spaceId, commented, siteId, branch, merged, members };
  return [...contentKinds(places), ...otherKinds(places)];
}

interface Places {
  admin: Client;
  organizationId: string;
  spaceId: string;
  /** A space with a comment for each deletion. */
  commented: string;
  siteId: string;
  /** The address of a change request of the space. */
  branch: string;
  /** Numbers of change requests that are merged. */
  merged: number[];
  members: Client[];
}

function contentKinds({ admin, spaceId, branch, merged }: Places): Kind[] {
  const space = `/v1/spaces/${spaceId}`;
  const page = (title: string) => [{ operation: 'insert_page', metadata: { title } }];
  const titles = async (url: string) => {
    const { body } = await admin.get(`${url}/content/pages`);
    return body.pages.map(({ title }: { title: string }) => title);
  };
  return [
    {
      name: 'page',
      write: (n) => rest(admin.post(`${space}/content`, { changes: page(`page ${n}`) })),
      stored: () => titles(space),
    },
    {
      name: 'page of a branch',
      write: (n) =>
        rest(admin.post(`${branch}/content`, { changes: page(`page of a branch ${n}`) })),
      stored: () => titles(branch),
    },
    {
      name: 'page of the graph',
      write: (n) =>
        graph(
          admin.graphql(
            `mutation ($input: ChangeContentInput!) { changeContent(input: $input) {
              revision { id createdBy { displayName } } } }`,
            {
              input: {
                spaceId,
                changes: [{ insertPage: { metadata: { title: `page of the graph ${n}` } } }],
              },
            },
          ),
        ),
      stored: () => titles(space),
    },
    {
      name: 'merge',
      write: (n) => rest(admin.post(`${space}/change-requests/${merged[n]}/merge`)),
      stored: sql`SELECT subject FROM change_requests WHERE status = 'merged'`,
    },
  ];
}

function otherKinds(places: Places): Kind[] {
  const { admin, organizationId, spaceId, commented, siteId, members } = places;
  const org = `/v1/orgs/${organizationId}`;
  const space = `/v1/spaces/${spaceId}`;
  return [
    {
      name: 'comment',
      write: (n) => rest(admin.post(`${space}/comments`, { body: { markdown: `comment ${n}` } })),
      stored: sql`SELECT markdown FROM comments WHERE space_id = ${spaceId}`,
    },
    {
      name: 'deletion',
      write: (n) => rest(admin.delete(`/v1/spaces/${commented}/comments/cmt_${n}`)),
      stored: sql`SELECT 'deletion ' || n FROM generate_series(0, ${COUNT - 1}::int) n
        WHERE NOT EXISTS (SELECT FROM comments WHERE id = 'cmt_' || n)`,
    },
    {
      name: 'change request',
      write: (n) =>
        rest(admin.post(`${space}/change-requests`, { subject: `change request ${n}` })),
      stored: sql`SELECT subject FROM change_requests WHERE space_id = ${spaceId}`,
    },
    {
      name: 'member',
      write: (n) => rest(admin.patch(`${org}/members/${members[n]?.userId}`, { role: 'edit' })),
      stored: sql`SELECT u.display_name FROM members m JOIN users u ON u.id = m.user_id
        WHERE m.role = 'edit'`,
    },
    {
      name: 'space',
      write: (n) => rest(admin.post(`${org}/spaces`, { title: `space ${n}` })),
      stored: sql`SELECT title FROM spaces`,
    },
    {
      name: 'share link',
      write: (n) =>
        rest(admin.post(`${org}/sites/${siteId}/share-links`, { name: `share link ${n}` })),
      stored: sql`SELECT name FROM share_links`,
    },
    {
      name: 'team',
      write: (n) =>
        graph(
          admin.graphql(
            `mutation ($input: CreateTeamInput!) { createTeam(input: $input) {
              team { id members(first: 5) { totalCount nodes { userId } } } } }`,
            { input: { organizationId, title: `team ${n}` } },
          ),
        ),
      stored: sql`SELECT title FROM teams`,
    },
  ];
}
