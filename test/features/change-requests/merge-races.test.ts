import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';

/** What the tests look at of an answer of `/v1`. */
interface Answer {
  status: number;
  body: { id: string; revision: string; error: { message: string } };
}

const world = useWorld();
let organizationId: string;
let admin: Client;
let author: Client;
let reviewer: Client;
let spaceId: string;
let pageId: string;
let changeRequestId: string;
/** Where the change request is on `/v1`. */
let path: string;

beforeAll(async () => {
  ({ id: organizationId, admin } = await world.organization());
});

beforeEach(async () => {
  author = await world.member(organizationId, 'edit', { displayName: 'Author' });
  reviewer = await world.member(organizationId, 'review');
  ({ id: spaceId } = await world.space(organizationId));
  const { ids } = await writePages(world, spaceId, [{ title: 'Guide' }]);
  pageId = ids['Guide'] ?? '';
  const requests = `/v1/spaces/${spaceId}/change-requests`;
  changeRequestId = (await author.post(requests, { subject: 'Reword' })).body.id;
  path = `${requests}/${changeRequestId}`;
  expect((await retitle('Manual')).status).toBe(200);
});

function retitle(title: string, client = author): Promise<Answer> {
  const changes = [{ operation: 'update_page', page: pageId, metadata: { title } }];
  return client.post(`${path}/content`, { changes });
}

const merge = () => reviewer.post(`${path}/merge`);
const review = () => admin.post(`${path}/reviews`, { status: 'approved' });
const requestReview = () =>
  author.post(`${path}/requested-reviewers`, { users: [reviewer.userId] });
const archive = () => author.patch(path, { status: 'archived' });
const remove = ({ userId }: Client) => admin.delete(`/v1/orgs/${organizationId}/members/${userId}`);

async function titleInSpace(): Promise<string> {
  return (await admin.get(`/v1/spaces/${spaceId}/content/page/${pageId}`)).body.title;
}

/** Runs work while a statement of another transaction holds what it locks. */
async function whileHeld(statement: string, work: () => Promise<void>): Promise<void> {
  const holder = await world.db.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(statement);
    await work();
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

/** Holds the space, for which all that changes a change request waits. */
function whileSpaceIsHeld(work: () => Promise<void>): Promise<void> {
  return whileHeld(`SELECT FROM spaces WHERE id = '${spaceId}' FOR NO KEY UPDATE`, work);
}

/** The answers to two requests that are there at once, of which the first came first. */
async function mapConcurrent(
  first: () => Promise<Answer>,
  second: () => Promise<Answer>,
): Promise<[Answer, Answer]> {
  let answers: Promise<Answer>[] = [];
  await whileSpaceIsHeld(async () => {
    const one = first();
    await world.untilBlocked(1);
    answers = [one, second()];
    await world.untilBlocked(2);
  });
  const [one, other] = await Promise.all(answers);
  if (!one || !other) throw new Error('Both must answer.');
  return [one, other];
}

/** What a merge that came first refuses. */
const latecomers: [string, () => Promise<Answer>][] = [
  ['a review', review],
  ['an archival', archive],
  ['an edit', () => retitle('Handbook')],
  ['a request for a review', requestReview],
  ['an update from the primary content', () => author.post(`${path}/update`)],
  ['another merge', () => admin.post(`${path}/merge`)],
];

describe('a merge', () => {
  it.each(latecomers)(
    'that comes before %s refuses it by name, and stands',
    async (_what, other) => {
      const [merged, refused] = await mapConcurrent(merge, other);
      expect(merged).toMatchObject({ status: 200, body: { result: 'merge' } });
      expect(refused.status).toBe(409);
      expect(refused.body.error.message).toContain('is merged');
      expect(await titleInSpace()).toBe('Manual');
      expect((await admin.get(path)).body.status).toBe('merged');
    },
  );

  it('that comes after a review is of the content that was reviewed', async () => {
    const [reviewed, merged] = await mapConcurrent(review, merge);
    expect([reviewed.status, merged.status]).toEqual([201, 200]);
    expect(reviewed.body.revision).toBe((await admin.get(path)).body.revision);
  });

  it('that comes after an edit has it', async () => {
    const [edited, merged] = await mapConcurrent(() => retitle('Handbook'), merge);
    expect([edited.status, merged.status]).toEqual([200, 200]);
    expect(await titleInSpace()).toBe('Handbook');
  });

  it('that comes after an archival is refused, and changes nothing', async () => {
    const [archived, refused] = await mapConcurrent(archive, merge);
    expect([archived.status, refused.status]).toEqual([200, 409]);
    expect(await titleInSpace()).toBe('Guide');
    expect((await admin.get(path)).body).toMatchObject({ status: 'archived' });
  });

  it('keeps no comment waiting, which stays with what was merged', async () => {
    let merged: Promise<Answer> | undefined;
    let comment: Answer | undefined;
    await whileHeld('LOCK TABLE revisions IN EXCLUSIVE MODE', async () => {
      merged = merge();
      await world.untilBlocked();
      comment = await author.post(`${path}/comments`, { body: { markdown: 'Wait.' } });
    });
    expect(comment?.status).toBe(200);
    expect((await merged)?.status).toBe(200);
    const { body } = await admin.get(`${path}/comments/${comment?.body.id}?format=markdown`);
    expect(body.body).toEqual({ markdown: 'Wait.' });
    expect((await author.post(`${path}/comments`, { body: { markdown: 'After.' } })).status).toBe(
      200,
    );
  });

  it.each([
    ['left', async () => expect((await remove(author)).status).toBe(204), 'Author'],
    ['was deleted', () => world.db.prisma.user.delete({ where: { id: author.userId } }), undefined],
  ])('goes through when its author %s meanwhile, and history stays', async (_how, go, name) => {
    let merged: Promise<Answer> | undefined;
    await whileSpaceIsHeld(async () => {
      merged = merge();
      await world.untilBlocked();
      await go();
    });
    expect(await merged).toMatchObject({ status: 200, body: { result: 'merge' } });
    expect(await titleInSpace()).toBe('Manual');
    const { body } = await admin.get(path);
    expect([body.status, body.createdBy?.displayName]).toEqual(['merged', name]);
    const query = `query ($id: ID!) { changeRequest(id: $id) {
      content { createdBy { displayName } } contributors { nodes { editCount user { displayName } } } } }`;
    const { changeRequest } = await admin.query(query, { id: changeRequestId });
    const user = name === undefined ? null : { displayName: name };
    expect(changeRequest).toEqual({
      content: { createdBy: user },
      contributors: { nodes: [{ editCount: 1, user }] },
    });
  });
});

describe('who is removed', () => {
  it('before a merge of theirs could begin merges nothing', async () => {
    let merged: Promise<Answer> | undefined;
    await whileSpaceIsHeld(async () => {
      merged = merge();
      await world.untilBlocked();
      expect((await remove(reviewer)).status).toBe(204);
    });
    expect((await merged)?.status).toBe(404);
    expect(await titleInSpace()).toBe('Guide');
  });

  it('is there until a merge of theirs is done, and keeps others and own writes from waiting', async () => {
    let merged: Promise<Answer> | undefined;
    let removed: Promise<Answer> | undefined;
    await whileHeld('LOCK TABLE revisions IN EXCLUSIVE MODE', async () => {
      merged = merge();
      await world.untilBlocked(1);
      removed = remove(reviewer);
      await world.untilBlocked(2);
      const remark = { body: { markdown: 'A remark.' } };
      const comments = [reviewer, author].map((by) => by.post(`${path}/comments`, remark));
      expect((await Promise.all(comments)).map(({ status }) => status)).toEqual([200, 200]);
      expect((await admin.get(path)).body.status).toBe('draft');
    });
    expect((await merged)?.status).toBe(200);
    expect((await removed)?.status).toBe(204);
    expect(await titleInSpace()).toBe('Manual');
  });

  it('or demoted resolves no conflicts any more', async () => {
    const where = { organizationId_userId: { organizationId, userId: author.userId } };
    let code: Promise<string | undefined> | undefined;
    await whileSpaceIsHeld(async () => {
      code = author.errorCode(
        `mutation ($input: ResolveConflictsInput!) { resolveConflicts(input: $input) {
          changeRequest { id } } }`,
        { input: { spaceId, changeRequestId, side: 'OURS' } },
      );
      await world.untilBlocked();
      await world.db.prisma.member.update({ where, data: { role: 'comment' } });
    });
    expect(await code).toBe('FORBIDDEN');
  });
});

it('writes while rights change, in every order, are done or refused', async () => {
  const members = `/v1/orgs/${organizationId}/members/${author.userId}`;
  const grants = `/v1/spaces/${spaceId}/permissions/users/${author.userId}`;
  await world.grant(spaceId, author.userId, 'edit');
  const rounds = Array.from({ length: 6 }, (_, round) => [
    retitle(`Title ${round}`),
    author.post(`${path}/comments`, { body: { markdown: `Remark ${round}.` } }),
    admin.patch(members, { role: round % 2 === 0 ? 'read' : 'edit' }),
    admin.patch(grants, { role: round % 2 === 0 ? 'edit' : 'read' }),
  ]);
  const statuses = await Promise.all(rounds.flat().map(async (answer) => (await answer).status));
  const [edits, comments, ...changes] = [0, 1, 2, 3].map((at) =>
    statuses.filter((_status, index) => index % 4 === at),
  );
  expect(new Set([...(edits ?? []), ...(comments ?? [])])).toSatisfy((found: Set<number>) =>
    [...found].every((status) => status === 200 || status === 403),
  );
  expect(new Set(changes.flat())).toEqual(new Set([200, 204]));
  const { edits: counted } = await world.db.prisma.changeRequestContributor.findFirstOrThrow({
    where: { changeRequestId, userId: author.userId },
  });
  // The first was made before.
  expect(counted).toBe(1 + (edits ?? []).filter((status) => status === 200).length);
});
