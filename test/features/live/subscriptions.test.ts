import { beforeAll, expect, it } from 'vitest';
import { kindOf, rowOf, start } from '../../jobs/support.ts';
import { purgeChangeLog } from '../../../src/features/live/purge-change-log.ts';
import type { JobContext } from '../../../src/jobs/scheduled-job.ts';
import { sql } from '../../../src/database/database.ts';
import { eventually } from '../../support/eventually.ts';
import { listen } from '../../support/listen.ts';
import { subscribe } from '../../support/subscribe.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let base: string;

beforeAll(async () => {
  base = await listen(world.app);
});

interface ChangeRequestData {
  changeRequest: {
    changedParts: string[];
    changeRequest: {
      subject: string;
      status: string;
      outdated: boolean;
      comments: { nodes: { body: { markdown: string } | null }[] };
      reviews: { nodes: { status: string }[] };
    };
  };
}

const watchChangeRequest = `
  subscription ($id: ID!, $parts: [ChangeRequestPart!]) {
    changeRequest(id: $id, parts: $parts) {
      changedParts
      changeRequest {
        subject
        status
        outdated
        comments(first: 1) { nodes { body { markdown } } }
        reviews(first: 1) { nodes { status } }
      }
    }
  }`;

const allParts = ['CONTENT', 'STATUS', 'COMMENTS', 'REVIEWS', 'PRIMARY_CONTENT'];

it('shows a change request at once, and after each change', async () => {
  const space = await world.space(organization.id);
  const { id } = await world.changeRequest(space.id, { createdById: cast.edit.userId });
  const events = subscribe<ChangeRequestData>(base, cast.read.token, watchChangeRequest, { id });
  const first = await events.next();
  expect(first?.data?.changeRequest.changedParts).toEqual(allParts);

  const path = `/v1/spaces/${space.id}/change-requests/${id}`;
  const part = async (name: string) => {
    const data = await events.until(({ changeRequest }) =>
      changeRequest.changedParts.includes(name),
    );
    expect(data.changeRequest.changedParts).toEqual([name]);
    return data.changeRequest.changeRequest;
  };
  await cast.edit.patch(path, { subject: 'New' });
  expect((await part('STATUS')).subject).toBe('New');
  await cast.comment.post(`${path}/comments`, { body: { markdown: 'A comment' } });
  expect((await part('COMMENTS')).comments.nodes[0]?.body?.markdown).toBe('A comment');
  await cast.review.post(`${path}/reviews`, { status: 'approved' });
  expect((await part('REVIEWS')).reviews.nodes[0]?.status).toBe('APPROVED');
  const page = { changes: [{ operation: 'insert_page', metadata: { title: 'Page' } }] };
  await cast.edit.post(`${path}/content`, page);
  await part('CONTENT');
  await cast.edit.post(`/v1/spaces/${space.id}/content`, page);
  expect((await part('PRIMARY_CONTENT')).outdated).toBe(true);
  events.close();
});

const watchSpace = `
  subscription ($id: ID!, $parts: [SpacePart!]) {
    space(id: $id, parts: $parts) {
      changedParts
      space { title revisionId comments(first: 1) { totalCount } }
    }
  }`;

interface SpaceData {
  space: {
    changedParts: string[];
    space: { title: string; revisionId: string; comments: { totalCount: number } };
  };
}

it('shows a space and its comments, and names what changed', async () => {
  const { id, revisionId } = await world.space(organization.id);
  const { admin, comment, edit, read } = cast;
  const all = subscribe<SpaceData>(base, read.token, watchSpace, { id });
  const comments = subscribe<SpaceData>(base, read.token, watchSpace, { id, parts: ['COMMENTS'] });
  const first = (await all.next())?.data?.space.changedParts;
  expect(first).toEqual(['CONTENT', 'COMMENTS', 'SETTINGS']);
  expect((await comments.next())?.data?.space.changedParts).toEqual(['COMMENTS']);

  await edit.post(`/v1/spaces/${id}/content`, {
    changes: [{ operation: 'insert_page', metadata: { title: 'Page' } }],
  });
  const content = await all.until(({ space }) => space.changedParts.includes('CONTENT'));
  expect(content.space.space.revisionId).not.toBe(revisionId);
  await admin.patch(`/v1/spaces/${id}`, { title: 'Renamed' });
  const settings = await all.until(({ space }) => space.changedParts.includes('SETTINGS'));
  expect(settings.space.space.title).toBe('Renamed');

  const { body } = await comment.post(`/v1/spaces/${id}/comments`, { body: { markdown: 'One' } });
  const thread = `/v1/spaces/${id}/comments/${body.id}`;
  const wasTold = () => all.until(({ space }) => space.changedParts.includes('COMMENTS'));
  expect((await wasTold()).space.space.comments.totalCount).toBe(1);
  await comment.post(`${thread}/replies`, { body: { markdown: 'Two' } });
  await wasTold();
  await comment.put(thread, { addedReactions: ['👍'] });
  await wasTold();
  await comment.delete(thread);
  expect((await wasTold()).space.space.comments.totalCount).toBe(0);

  // Nothing but comments was told here, and the end of the space is told to all.
  await admin.delete(`/v1/spaces/${id}`);
  for (const stream of [all, comments]) {
    for (;;) {
      const event = await stream.next();
      if (event?.data) {
        if (stream === comments) expect(event.data.space.changedParts).toEqual(['COMMENTS']);
        continue;
      }
      expect(event?.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
      expect(await stream.next()).toBeUndefined();
      break;
    }
  }
});

it('shows the progress of a job', async () => {
  interface JobData {
    job: { job: { state: string; progress: number; results: { totalCount: number } } };
  }
  const id = await start(
    world,
    kindOf(() => undefined),
    organization.id,
  );
  const query = `subscription ($id: ID!) {
    job(id: $id) { job { state progress results { totalCount } } } }`;
  const events = subscribe<JobData>(base, organization.admin.token, query, { id });
  expect((await events.next())?.data?.job.job.state).toBe('PENDING');
  await world.db.prisma.job.update({ where: { id }, data: { state: 'running', progress: 0.5 } });
  await events.until(({ job }) => job.job.state === 'RUNNING' && job.job.progress === 0.5);
  await world.db.prisma.jobResult.createMany({
    data: [0, 1].map((ordinal) => ({ jobId: id, ordinal, path: 'a', outcome: 'written' })),
  });
  await events.until(({ job }) => job.job.results.totalCount === 2);
  await world.db.prisma.job.update({ where: { id }, data: { state: 'done', endedAt: new Date() } });
  await events.until(({ job }) => job.job.state === 'DONE');
  expect((await rowOf(world, id)).state).toBe('done');
  events.close();
});

it('asks for permission again at each event', async () => {
  const space = await world.space(organization.id, { defaultLevel: null });
  const { id } = await world.changeRequest(space.id);
  const [removed, revoked] = [
    await world.member(organization.id, null),
    await world.member(organization.id, null),
  ];
  for (const { userId } of [removed, revoked]) await world.grant(space.id, userId, 'read');
  const streams = [removed, revoked].map(({ token }) =>
    subscribe<ChangeRequestData>(base, token, watchChangeRequest, { id }),
  );
  for (const stream of streams) expect((await stream.next())?.data).toBeDefined();
  await world.db.prisma.grant.deleteMany({ where: { userId: removed.userId } });
  await world.db.prisma.apiToken.updateMany({
    where: { userId: revoked.userId },
    data: { revokedAt: new Date() },
  });
  await organization.admin.patch(`/v1/spaces/${space.id}/change-requests/${id}`, { subject: 'X' });
  const ends = await Promise.all(streams.map((stream) => stream.next()));
  expect(ends.map((end) => end?.data ?? null)).toEqual([null, null]);
  const codes = ends.map((end) => end?.errors?.[0]?.extensions?.code);
  expect(codes).toEqual(['NOT_FOUND', 'UNAUTHENTICATED']);
  for (const stream of streams) expect(await stream.next()).toBeUndefined();
});

it.each([
  ['revoked', sql`UPDATE api_tokens SET revoked_at = now() WHERE user_id = `],
  ['deleted', sql`DELETE FROM api_tokens WHERE user_id = `],
])('ends the streams of a token that is %s, though nothing else changes', async (_, statement) => {
  const { id } = await world.space(organization.id);
  const { token, userId } = await world.member(organization.id, 'read');
  const stream = subscribe<SpaceData>(base, token, watchSpace, { id });
  const other = subscribe<SpaceData>(base, organization.admin.token, watchSpace, { id });
  for (const one of [stream, other]) expect((await one.next())?.data).toBeDefined();
  await world.db.query(sql`${statement}${userId}`);
  expect((await stream.next())?.errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  expect(await stream.next()).toBeUndefined();
  // The next event of the other one is that of this change.
  await organization.admin.patch(`/v1/spaces/${id}`, { title: 'Renamed' });
  expect((await other.next())?.data?.space.changedParts).toEqual(['SETTINGS']);
  other.close();
});

it('keeps a change for as long as others do, however long its transaction takes', async () => {
  const { id } = await world.space(organization.id);
  await world.db.prisma.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT pg_sleep(0.2)`;
    await transaction.$executeRaw`UPDATE spaces SET title = 'Late' WHERE id = ${id}`;
    const rows = await transaction.$queryRaw<{ late: boolean }[]>`
      SELECT logged_at - now() >= interval '0.2 s' AS late FROM change_log WHERE subject_id = ${id}`;
    expect(rows).toEqual([{ late: true }]);
  });
});

it('shows nothing to those who may not see it', async () => {
  const space = await world.space(organization.id);
  const { id } = await world.changeRequest(space.id);
  const jobId = await start(
    world,
    kindOf(() => undefined),
    organization.id,
  );
  // Readers of published content see the space, but no change request.
  await world.publish(space.id);
  const codeOf = async (query: string, variables: object, token = cast.stranger.token) => {
    const stream = subscribe(base, token, query, { ...variables });
    const event = await stream.next();
    stream.close();
    return event?.errors?.[0]?.extensions?.code;
  };
  const watchJob = 'subscription ($id: ID!) { job(id: $id) { job { state } } }';
  expect(await codeOf(watchChangeRequest, { id })).toBe('NOT_FOUND');
  expect(await codeOf(watchJob, { id: jobId })).toBe('NOT_FOUND');
  expect(await codeOf(watchJob, { id: jobId }, cast.read.token)).toBe('NOT_FOUND');
  expect(await codeOf(watchSpace, { id: space.id })).toBeUndefined();
});

it('refuses what other operations refuse, and clients that read no stream', async () => {
  const { id } = await world.space(organization.id);
  const post = (query: string, variables: object, headers: Record<string, string> = {}) =>
    fetch(`${base}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
      body: JSON.stringify({ query, variables }),
    });
  const authorization = `Bearer ${cast.read.token}`;
  const anonymous = await post(watchSpace, { id });
  expect(anonymous.status).toBe(401);
  expect(await anonymous.text()).toContain('"code":"UNAUTHENTICATED"');
  const plain = await post(watchSpace, { id }, { authorization, accept: 'application/json' });
  expect(plain.status).toBe(400);
  expect(await plain.text()).toContain('text/event-stream');
  const nested = (depth: number): string =>
    depth === 0 ? 'id' : `organization { spaces(first: 100) { nodes { ${nested(depth - 1)} } } }`;
  const large = `subscription { space(id: "${id}") { space { ${nested(4)} } } }`;
  const costly = await post(large, {}, { authorization });
  expect(await costly.text()).toContain('"code":"QUERY_TOO_COMPLEX"');
  const none = await post(watchSpace, { id, parts: [] }, { authorization });
  expect(await none.text()).toContain('"code":"BAD_USER_INPUT"');
  const nul = await post(watchSpace, { id: 'sp_\u0000' }, { authorization });
  expect(await nul.text()).toContain('"code":"BAD_USER_INPUT"');
});

it.each([
  'space(id: $id) { changedParts }',
  'space(id: $id) { __typename }',
  '...Parts } fragment Parts on Subscription { parts: space(id: $id) { changedParts }',
])('shows events without a row: %s', async (selection) => {
  const { id } = await world.space(organization.id, { defaultLevel: null });
  const guest = await world.member(organization.id, null);
  await world.grant(id, guest.userId, 'read');
  const listening = world.db.changes.size;
  const events = subscribe(base, guest.token, `subscription ($id: ID!) { ${selection} }`, { id });
  const change = (title: string) => organization.admin.patch(`/v1/spaces/${id}`, { title });
  expect((await events.next())?.data).toBeDefined();
  await change('One');
  expect((await events.next())?.data).toBeDefined();
  // An event begins no subscription of its own: the space and the token are listened to.
  expect(world.db.changes.size).toBe(listening + 2);
  await world.db.prisma.grant.deleteMany({ where: { userId: guest.userId } });
  await change('Two');
  expect((await events.next())?.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  expect(await events.next()).toBeUndefined();
  await eventually(() => expect(world.db.changes.size).toBe(listening));
});

it.each([
  'space(id: $id) @skip(if: true) { changedParts }',
  'space(id: $id) @include(if: true) { changedParts }',
  '... @include(if: false) { space(id: $id) { changedParts } }',
  '...Parts } fragment Parts on Subscription { space(id: $id) @skip(if: true) { changedParts }',
])('refuses a subscription whose field may be missing: %s', async (selection) => {
  const { id } = await world.space(organization.id);
  const query = `subscription ($id: ID!) { ${selection} }`;
  const events = subscribe(base, organization.admin.token, query, { id });
  const [error] = (await events.next())?.errors ?? [];
  expect(error?.extensions?.code).toBe('BAD_USER_INPUT');
  expect(error?.message).toMatch(/@skip or @include/);
});

it('reads each event by one statement', async () => {
  const { id } = await world.space(organization.id);
  const query = 'subscription ($id: ID!) { space(id: $id) { changedParts space { title } } }';
  const events = subscribe<SpaceData>(base, organization.admin.token, query, { id });
  await events.next();
  const statements = await world.statements(async () => {
    await world.db.query(sql`UPDATE spaces SET title = 'New' WHERE id = ${id}`);
    expect((await events.next())?.data?.space.space.title).toBe('New');
  });
  const reads = statements.filter((text) => !/change_log|^UPDATE/.test(text));
  expect(reads.length).toBe(1);
  events.close();
});

it.each([
  'space(id: $id) { changedParts space { title } }',
  'space(id: $id) { changedParts }',
  'space(id: $id) { space { title comments(first: 1) { nodes { body { markdown } } } } }',
])('reads an event once for subscribers who may not differ: %s', async (selection) => {
  const { id } = await world.space(organization.id, { defaultLevel: null });
  const people = await Promise.all(
    Array.from({ length: 6 }, () => world.member(organization.id, null)),
  );
  for (const { userId } of people) await world.grant(id, userId, 'read');
  const query = `subscription ($id: ID!) { ${selection} }`;
  const streams = people.map(({ token }) => subscribe<SpaceData>(base, token, query, { id }));
  for (const stream of streams) expect((await stream.next())?.data).toBeDefined();
  await world.db.query(sql`DELETE FROM grants WHERE user_id = ${people[0]?.userId}`);
  const statements = await world.statements(async () => {
    await world.db.query(sql`UPDATE spaces SET title = 'New' WHERE id = ${id}`);
    const [removed, ...others] = await Promise.all(streams.map((stream) => stream.next()));
    expect(removed?.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    const [first] = others;
    expect(first?.data?.space).toBeDefined();
    expect(others).toEqual(others.map(() => first));
  });
  const reads = statements.filter((text) => /holders AS MATERIALIZED/.test(text));
  expect(reads.length).toBe(1);
  // The others are those of the subscriber who may not see it any more.
  expect(statements.filter((text) => !/change_log|^UPDATE/.test(text)).length).toBeLessThan(8);
  for (const stream of streams) stream.close();
});

it('forgets changes that every gateway has read', async () => {
  const { id } = await world.space(organization.id);
  await world.db.query(sql`UPDATE spaces SET title = 'Old' WHERE id = ${id}`);
  await world.db.query(sql`UPDATE change_log SET logged_at = logged_at - interval '1 day'`);
  await world.db.query(sql`UPDATE spaces SET title = 'New' WHERE id = ${id}`);
  await purgeChangeLog({ db: world.db } as JobContext);
  expect(await world.db.query(sql`SELECT subject_id, part FROM change_log`)).toEqual([
    [id, 'settings'],
  ]);
});
