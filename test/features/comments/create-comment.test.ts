import { beforeAll, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes, type Cast } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { createDiscussion, families, type Discussion } from './support.ts';

const world = useWorld();
let discussion: Discussion;
let cast: Cast;

beforeAll(async () => {
  discussion = await createDiscussion(world);
  cast = await world.cast(discussion.organizationId);
});

const createComment = /* GraphQL */ `
  mutation ($input: CreateCommentInput!) {
    createComment(input: $input) {
      comment {
        id
        body {
          markdown
        }
        target {
          changeRequestId
          spaceId
        }
      }
    }
  }
`;

const markdown = 'Is **this** right?';

/** The nodes of the page `Guide`, as its document shows them. */
async function guideNodes() {
  const { spaceId, pages, admin } = discussion;
  const url = `/v1/spaces/${spaceId}/content/page/${pages['Guide']}?format=document`;
  const { body } = await admin.get(url);
  return body.document.nodes as { key: string; type: string; data: never }[];
}

describe.each(families)('posting a comment on a %s', (family) => {
  const changeRequestId = () => (family === 'space' ? null : discussion.changeRequestId);

  it('answers 200 with all that the interface requires', async () => {
    const { author, spaceId } = discussion;
    const { status, body } = await author.post(discussion.url(family), { body: { markdown } });
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'comment',
      id: expect.stringMatching(/^cmt_/),
      postedBy: expect.objectContaining({ object: 'user', id: author.userId }),
      postedAt: expect.any(String),
      reactions: [],
      replies: 0,
      body: { markdown },
      target: {
        space: spaceId,
        revision: expect.stringMatching(/^rev_/),
        ...(family === 'change request' && { changeRequest: discussion.changeRequestId }),
      },
      urls: { location: `${baseUrl}${discussion.url(family)}/${body.id}` },
      permissions: { view: true, edit: true, reply: true, delete: true },
      status: 'open',
    });
  });

  it('needs the level comment, on both surfaces', async () => {
    const expected = allowedFrom('comment');
    const rest = await restOutcomes(cast, (client) =>
      client.post(discussion.url(family), { body: {} }),
    );
    expect(rest).toEqual(expected);
    const input = { spaceId: discussion.spaceId, changeRequestId: changeRequestId(), body: {} };
    const graph = await graphOutcomes(cast, (client) => client.errorCode(createComment, { input }));
    expect(graph).toEqual(expected);
  });

  it('takes a document, and stores it as markdown', async () => {
    const { author } = discussion;
    const leaf = { object: 'leaf', text: 'Well *said*', marks: [{ object: 'mark', type: 'bold' }] };
    const text = { object: 'text', leaves: [leaf] };
    const nodes = [{ object: 'block', type: 'paragraph', nodes: [text] }];
    const document = { object: 'document', data: { schemaVersion: 1 }, nodes };
    const { status, body } = await author.post(discussion.url(family), { body: { document } });
    expect(status).toBe(200);
    expect(body.body).toEqual({ markdown: '**Well \\*said\\***\n' });
    const url = `${discussion.url(family)}/${body.id}`;
    const answer = await author.put(url, { body: { document: { ...document, nodes: [] } } });
    expect(answer.body.body).toEqual({ markdown: '' });
  });

  it('takes an empty body, but not none, null or a document that is none', async () => {
    const { author } = discussion;
    const url = discussion.url(family);
    expect((await author.post(url, { body: {} })).body.body).toEqual({});
    for (const body of [{}, { body: null }, { body: 'text' }, { body: { document: {} } }]) {
      const answer = await author.post(url, body);
      expect({ body, status: answer.status }).toEqual({ body, status: 400 });
      expect(answer.body.error.message).toContain('"body');
    }
    expect((await author.post(url, { body: { markdown: null } })).status).toBe(400);
  });

  it('takes 100,000 characters and no more', async () => {
    const { author } = discussion;
    const url = discussion.url(family);
    const most = 'x'.repeat(100_000);
    expect((await author.post(url, { body: { markdown: most } })).status).toBe(200);
    const { status, body } = await author.post(url, { body: { markdown: `${most}x` } });
    expect(status).toBe(400);
    expect(body.error.message).toBe('"body.markdown" must have at most 100000 characters.');
  });

  it('points to a page, a node and a cell as they are now', async () => {
    const { author, pages } = discussion;
    const nodes = await guideNodes();
    const heading = nodes.find(({ type }) => type === 'heading-1');
    const table = nodes.find(({ type }) => type === 'table');
    const { records, definition } = table?.data ?? { records: {}, definition: {} };
    const tableCell = {
      record: Object.keys(records)[0],
      definition: Object.keys(definition)[0],
    };
    const page = pages['Guide'];
    const onNode = await author.post(discussion.url(family), {
      page,
      node: heading?.key,
      body: { markdown },
    });
    expect(onNode.body.target).toMatchObject({
      page: {
        id: page,
        title: 'Guide',
        emoji: '📘',
        path: 'guide',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        outdated: false,
      },
      node: { id: heading?.key, preview: 'Start here' },
    });
    const onCell = await author.post(discussion.url(family), {
      page,
      node: table?.key,
      tableCell,
      body: { markdown },
    });
    expect(onCell.body.target).toMatchObject({ node: { id: table?.key }, tableCell });
  });

  it('takes what a change request deletes, a page or a node, as outdated', async () => {
    if (family === 'space') return;
    const own = await createDiscussion(world);
    const { admin, author, spaceId, pages } = own;
    const content = `/v1/spaces/${spaceId}/content/page/${pages['Guide']}?format=document`;
    const [heading, paragraph] = (await admin.get(content)).body.document.nodes;
    const path = `/v1/spaces/${spaceId}/change-requests/${own.changeRequestId}`;
    const changes = [
      { operation: 'delete_page', page: pages['Reference'] },
      {
        operation: 'update_page',
        page: pages['Guide'],
        document: { markdown: '# Start here\n\nAnother paragraph.\n' },
      },
    ];
    expect((await admin.post(`${path}/content`, { changes })).status).toBe(200);
    const post = async (target: object) => {
      const { status, body } = await author.post(`${path}/comments`, {
        ...target,
        body: { markdown: 'Why?' },
      });
      expect(status).toBe(200);
      const { comment } = await author.query(
        'query ($id: ID!) { comment(id: $id) { target { outdated } } }',
        { id: body.id },
      );
      return { outdated: comment.target.outdated as boolean, target: body.target };
    };
    const onPage = await post({ page: pages['Reference'] });
    expect(onPage).toMatchObject({
      outdated: true,
      target: { page: { title: 'Reference', outdated: true } },
    });
    const onNode = await post({ page: pages['Guide'], node: paragraph.key });
    expect(onNode).toMatchObject({
      outdated: true,
      target: { page: { outdated: false }, node: { preview: 'First paragraph.' } },
    });
    const kept = await post({ page: pages['Guide'], node: heading.key });
    expect(kept.outdated).toBe(false);
    const nowhere = { page: pages['Guide'], node: 'missing', body: { markdown: 'Why?' } };
    expect((await author.post(`${path}/comments`, nowhere)).status).toBe(400);
    const primary = `/v1/spaces/${spaceId}/content`;
    const deletion = { changes: [{ operation: 'delete_page', page: pages['Reference'] }] };
    expect((await admin.post(primary, deletion)).status).toBe(200);
    const gone = { page: pages['Reference'], body: { markdown: 'Why?' } };
    expect((await author.post(own.url('space'), gone)).status).toBe(400);
  });

  it('refuses a target that the content does not have, and names it', async () => {
    const { author, pages } = discussion;
    const page = pages['Guide'];
    const [heading] = await guideNodes();
    const cell = { record: 'none', definition: 'none' };
    const refusals: [object, string][] = [
      [{ page: 'page_missing' }, '"page" is not a page of the content.'],
      [{ node: heading?.key }, '"node" needs "page", the page that the node is on.'],
      [{ page, node: 'missing' }, '"node" is not a node of the page.'],
      [{ page: pages['Reference'], node: heading?.key }, '"node" is not a node of the page.'],
      [{ page, tableCell: cell }, '"tableCell" needs "node", the table that the cell is in.'],
      [
        { page, node: heading?.key, tableCell: cell },
        '"tableCell" is not a cell of the node, which must be a table.',
      ],
    ];
    for (const [target, message] of refusals) {
      const answer = await author.post(discussion.url(family), { ...target, body: {} });
      expect(answer).toMatchObject({ status: 400, body: { error: { message } } });
    }
  });

  it('is refused while the space is deleted, to those who still see it', async () => {
    const other = await createDiscussion(world);
    const id = await other.post(family, other.admin);
    await world.db.prisma.space.update({
      where: { id: other.spaceId },
      data: { deletedAt: new Date() },
    });
    const url = other.url(family);
    expect((await other.admin.post(url, { body: {} })).status).toBe(409);
    expect((await other.admin.put(`${url}/${id}`, { resolved: true })).status).toBe(409);
    expect((await other.admin.post(`${url}/${id}/replies`, { body: {} })).status).toBe(409);
    expect((await other.admin.delete(`${url}/${id}`)).status).toBe(409);
    expect((await other.author.post(url, { body: {} })).status).toBe(404);
    expect((await other.author.delete(`${url}/${id}`)).status).toBe(204);
    expect(await world.db.prisma.comment.count({ where: { id } })).toBe(1);
  });
});

describe('posting a comment', () => {
  it('finds a change request by its number, too', async () => {
    const { author, spaceId, changeRequestId } = discussion;
    const { status, body } = await author.post(`/v1/spaces/${spaceId}/change-requests/1/comments`, {
      body: {},
    });
    expect({ status, target: body.target.changeRequest }).toEqual({
      status: 200,
      target: changeRequestId,
    });
    const data = await author.query(createComment, {
      input: { spaceId, changeRequestId: '1', body: {} },
    });
    expect(data.createComment.comment.target).toEqual({ changeRequestId, spaceId });
  });

  it('does not take an empty change request for none', async () => {
    const { author, spaceId } = discussion;
    const input = { spaceId, changeRequestId: '', body: {} };
    expect(await author.errorCode(createComment, { input })).toBe('NOT_FOUND');
  });

  it('does not find the change request of another space', async () => {
    const other = await createDiscussion(world);
    const { author, spaceId } = discussion;
    const url = `/v1/spaces/${spaceId}/change-requests/${other.changeRequestId}/comments`;
    expect((await author.post(url, { body: {} })).status).toBe(404);
  });

  it.each(families)(
    'in a space that is deleted at the same time is refused as in one deleted before (%s)',
    async (family) => {
      const { admin, author, spaceId, url } = await createDiscussion(world);
      const remover = await world.db.pool.connect();
      try {
        await remover.query('BEGIN');
        await remover.query('SELECT FROM spaces WHERE id = $1 FOR UPDATE', [spaceId]);
        await remover.query('UPDATE spaces SET deleted_at = now() WHERE id = $1', [spaceId]);
        const post = (client: Client) => client.post(url(family), { body: { markdown } });
        const posts = [post(admin), post(author)];
        await world.untilBlocked(2);
        await remover.query('COMMIT');
        const messages = (await Promise.all(posts)).map(({ body }) => body.error.message);
        const later = [await post(admin), await post(author)];
        expect(messages).toEqual(later.map(({ body }) => body.error.message));
        expect(messages).toEqual([
          expect.stringMatching(/^The space ".+" is deleted; restore it first\.$/),
          `No space with the id "${spaceId}" was found: check the id, and that you have access.`,
        ]);
      } finally {
        remover.release();
      }
    },
  );
});
