import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writeVariable } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let organizationId: string;
let admin: Client;
let editor: Client;
let reader: Client;
let spaceId: string;
let space: string;

beforeAll(async () => {
  ({ id: organizationId, admin } = await world.organization());
  editor = await world.member(organizationId, 'edit', { displayName: 'Editor' });
  reader = await world.member(organizationId, 'read');
});

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organizationId));
  space = `/v1/spaces/${spaceId}`;
});

const historyFields = /* GraphQL */ `
  totalCount
  pageInfo {
    hasNextPage
    hasPreviousPage
    endCursor
  }
  nodes {
    id
    type
    pageCount
    fileCount
    createdAt
    createdBy {
      id
      displayName
    }
    parents {
      id
    }
    mergedFrom {
      id
    }
    changeRequest {
      id
    }
  }
`;

/** The history of the primary content. */
async function historyOf(client: Client, args = 'first: 30') {
  const { space: found } = await client.query(
    `query ($id: ID!) { space(id: $id) { revisions(${args}) { ${historyFields} } } }`,
    { id: spaceId },
  );
  return found.revisions;
}

const idsOf = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id);

async function insertPage(client: Client, path: string, title: string): Promise<string> {
  const changes = [{ operation: 'insert_page', metadata: { title } }];
  return (await client.post(`${path}/content`, { changes })).body.revision;
}

/** A change request of the editor with two edits, merged by the admin after one of the primary. */
async function mergeOne() {
  const { body } = await editor.post(`${space}/change-requests`, {});
  const proposal = `${space}/change-requests/${body.id}`;
  const edits = [await insertPage(editor, proposal, 'A'), await insertPage(editor, proposal, 'B')];
  const primary = await insertPage(admin, space, 'C');
  const { body: merge } = await admin.post(`${proposal}/merge`);
  return { id: body.id as string, edits, primary, merge: merge.revision as string };
}

describe('the history of a space', () => {
  it('says what was written, by whom, how, and from what', async () => {
    const { id, edits, primary, merge } = await mergeOne();
    const { nodes, totalCount } = await historyOf(reader);
    expect(totalCount).toBe(3);
    const [newest, edit, first] = nodes;
    expect(newest).toMatchObject({
      id: merge,
      type: 'MERGE',
      pageCount: 3,
      fileCount: 0,
      createdBy: { id: admin.userId },
      parents: [{ id: primary }, { id: edits[1] }],
      mergedFrom: { id },
      changeRequest: null,
    });
    expect(edit).toMatchObject({
      id: primary,
      type: 'EDITS',
      parents: [{ id: first.id }],
      mergedFrom: null,
    });
    expect(first).toMatchObject({ type: 'EDITS', parents: [], createdBy: null });
  });

  it('has what was written in a change request there, newest first', async () => {
    const { id, edits } = await mergeOne();
    const { changeRequest } = await reader.query(
      `query ($id: ID!) { changeRequest(id: $id) { revisions { ${historyFields} } } }`,
      { id },
    );
    expect(idsOf(changeRequest.revisions)).toEqual(edits.toReversed());
    expect(changeRequest.revisions.nodes[0].changeRequest).toEqual({ id });
  });

  it('is filtered by author, type and time, and read in either direction', async () => {
    const { primary, merge } = await mergeOne();
    const again = await insertPage(editor, space, 'D');
    const all = idsOf(await historyOf(reader));
    expect(idsOf(await historyOf(reader, 'order: ASC'))).toEqual(all.toReversed());
    expect(idsOf(await historyOf(reader, `author: "${editor.userId}"`))).toEqual([again]);
    expect(idsOf(await historyOf(reader, `author: "${admin.userId}"`))).toEqual([merge, primary]);
    expect(idsOf(await historyOf(reader, 'type: MERGE'))).toEqual([merge]);
    const { createdAt } = await world.db.prisma.revision.findUniqueOrThrow({
      where: { id: merge },
    });
    const time = createdAt.toISOString();
    const since = idsOf(await historyOf(reader, `since: "${time}"`));
    const until = idsOf(await historyOf(reader, `until: "${time}"`));
    expect(since).toContain(merge);
    expect([...since, ...until]).toEqual(all);
    expect(await historyOf(reader, 'since: "9999-01-01T00:00:00Z"')).toMatchObject({
      totalCount: 0,
      nodes: [],
    });
  });

  it('is paged in both directions, also over revisions of one millisecond', async () => {
    for (let index = 0; index < 4; index += 1) await insertPage(editor, space, `Page ${index}`);
    const createdAt = new Date('2026-03-01T00:00:00Z');
    await world.db.prisma.revision.updateMany({
      where: { branchId: spaceId },
      data: { createdAt },
    });
    const all = idsOf(await historyOf(reader));
    expect(all).toHaveLength(5);
    const first = await historyOf(reader, 'first: 2');
    const cursor = first.pageInfo.endCursor;
    const second = await historyOf(reader, `first: 3, after: "${cursor}"`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(all);
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(idsOf(await historyOf(reader, 'last: 2'))).toEqual(all.slice(-2));
    const other = await reader.graphql(
      `query ($id: ID!) { space(id: $id) { revisions(order: ASC, after: "${cursor}") { totalCount } } }`,
      { id: spaceId },
    );
    expect(other.errors?.[0]?.extensions.code).toBe('INVALID_CURSOR');
  });

  it('holds for readers of what is published the head only', async () => {
    await mergeOne();
    await world.publish(spaceId);
    const stranger = await world.user();
    const { totalCount, nodes } = await historyOf(stranger);
    expect(totalCount).toBe(1);
    expect(nodes).toMatchObject([{ parents: [], mergedFrom: null }]);
    const { body } = await stranger.get(`${space}/content`);
    expect(body).not.toHaveProperty('mergedFrom');
  });

  it('costs the same number of statements for any number of revisions', async () => {
    await mergeOne();
    const few = await world.statements(() => historyOf(reader, 'first: 2'));
    await mergeOne();
    await mergeOne();
    const many = await world.statements(() => historyOf(reader, 'first: 30'));
    expect(many).toHaveLength(few.length);
  });
});

describe('a history after its people and pages are gone', () => {
  it('still shows who wrote it when they left, and all content when they were deleted', async () => {
    const leaver = await world.member(organizationId, 'admin', { displayName: 'Leaver' });
    const edit = await insertPage(leaver, space, 'Kept');
    const { body } = await leaver.post(`${space}/change-requests`, { subject: 'Reword' });
    const proposal = `${space}/change-requests/${body.id}`;
    await insertPage(leaver, proposal, 'Merged');
    const { body: merge } = await leaver.post(`${proposal}/merge`);
    await world.db.prisma.member.deleteMany({ where: { userId: leaver.userId } });
    const left = await historyOf(reader);
    expect(left.nodes[0].createdBy).toEqual({ id: leaver.userId, displayName: 'Leaver' });

    await world.db.prisma.user.delete({ where: { id: leaver.userId } });
    const { nodes } = await historyOf(reader);
    expect(nodes).toMatchObject([
      { id: merge.revision, createdBy: null, mergedFrom: { id: body.id } },
      { id: edit, createdBy: null },
      {},
    ]);
    const answer = await reader.get(`${space}/revisions/${merge.revision}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      type: 'merge',
      mergedFrom: { object: 'change-request', id: body.id, subject: 'Reword', status: 'merged' },
    });
    expect(answer.body.mergedFrom).not.toHaveProperty('createdBy');
    expect(idsOf(await historyOf(reader, `author: "${leaver.userId}"`))).toHaveLength(2);
  });

  it('shows what was read when the page is gone, and when the change request is', async () => {
    const { id, merge } = await mergeOne();
    const { body } = await reader.get(`${space}/content`);
    const changes = body.pages.map((page: { id: string }) => ({
      operation: 'delete_page',
      page: page.id,
    }));
    await editor.post(`${space}/content`, { changes });
    await world.db.prisma.changeRequest.delete({ where: { id } });
    const { body: earlier } = await reader.get(`${space}/revisions/${merge}`);
    expect(earlier.pages).toEqual(body.pages);
    expect(earlier).not.toHaveProperty('mergedFrom');
    const page = `${space}/revisions/${merge}/page/${body.pages[0].id}`;
    expect((await reader.get(page)).body.title).toBe(body.pages[0].title);
  });
});

describe('the branch of a revision', () => {
  it('has room for one revision at each place, whoever writes', async () => {
    await writeVariable(world, spaceId);
    const { prisma } = world.db;
    const { id: _id, ...head } = await prisma.revision.findFirstOrThrow({
      where: { branchId: spaceId },
      orderBy: { generation: 'desc' },
    });
    const { variables, redirects, git: _git, ...data } = head;
    const twin = {
      ...data,
      id: 'rev_twin',
      variables: variables ?? {},
      redirects: redirects ?? {},
    };
    await expect(prisma.revision.create({ data: twin })).rejects.toMatchObject({ code: 'P2002' });
  });
});
