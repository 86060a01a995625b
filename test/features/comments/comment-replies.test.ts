import { beforeAll, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes, type Cast } from '../../support/cast.ts';
import { useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { createDiscussion, families, otherOf, type Discussion } from './support.ts';

const world = useWorld();
let discussion: Discussion;
let cast: Cast;

beforeAll(async () => {
  discussion = await createDiscussion(world);
  cast = await world.cast(discussion.organizationId);
});

const createCommentReply = /* GraphQL */ `
  mutation ($input: CreateCommentReplyInput!) {
    createCommentReply(input: $input) {
      commentReply {
        id
      }
    }
  }
`;

const updateCommentReply = /* GraphQL */ `
  mutation ($input: UpdateCommentReplyInput!) {
    updateCommentReply(input: $input) {
      commentReply {
        editedAt
        body {
          markdown
        }
      }
    }
  }
`;

const deleteCommentReply = /* GraphQL */ `
  mutation ($input: DeleteCommentReplyInput!) {
    deleteCommentReply(input: $input) {
      deletedCommentReplyId
    }
  }
`;

/** A document of paragraphs. */
const documentOf = (...texts: string[]) => ({
  object: 'document',
  nodes: texts.map((text) => ({
    object: 'block',
    type: 'paragraph',
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  })),
});

describe.each(families)('replies to a comment on a %s', (family) => {
  let commentId: string;
  const base = () => `${discussion.url(family)}/${commentId}/replies`;

  beforeAll(async () => {
    commentId = await discussion.post(family, discussion.author);
  });

  it('take a document, which keeps the text of what was not edited, on both surfaces', async () => {
    const { author, spaceId } = discussion;
    const posted = await author.post(base(), { body: { document: documentOf('Well *said*') } });
    expect(posted.body.body).toEqual({ markdown: 'Well \\*said\\*\n' });
    const url = `${base()}/${posted.body.id}`;
    await author.put(url, { body: { markdown: '__Old__ text.\n\nLast.\n' } });
    const { body: shown } = await author.get(`${url}?format=document`);
    const { document } = shown.body;
    document.nodes[1] = documentOf('New.').nodes[0];
    const edited = await author.put(url, { body: { document } });
    expect(edited.body.body).toEqual({ markdown: '__Old__ text.\n\nNew.\n' });
    const { changeRequestId } = discussion;
    const place = family === 'change request' ? { spaceId, changeRequestId } : { spaceId };
    const input = { ...place, commentId };
    const created = await author.query(createCommentReply, {
      input: { ...input, body: { document: documentOf('One') } },
    });
    const { id } = created.createCommentReply.commentReply;
    const updated = await author.query(updateCommentReply, {
      input: { ...input, commentReplyId: id, body: { document: documentOf('One', 'Two') } },
    });
    expect(updated.updateCommentReply.commentReply.body.markdown).toBe('One\n\nTwo\n');
  });

  it('take no tree that is no document, and none beside markdown', async () => {
    const { author } = discussion;
    const [block] = documentOf('x').nodes;
    const bodies: [object, string][] = [
      [{ document: {} }, '"body.document.object" must be'],
      [{ document: null }, '"body.document" must not be null'],
      [
        { document: { object: 'document', nodes: [{ ...block, type: 'marquee' }] } },
        '"body.document.nodes.0.type" must be one of',
      ],
      [{ markdown: 'x', document: documentOf('x') }, 'not both'],
    ];
    for (const [body, message] of bodies) {
      const answer = await author.post(base(), { body });
      expect({ status: answer.status, message: answer.body.error?.message }).toEqual({
        status: 400,
        message: expect.stringContaining(message),
      });
    }
  });

  it('are posted with 200 and shown as the interface says, in either format', async () => {
    const { author } = discussion;
    const { status, body } = await author.post(base(), { body: { markdown: 'Yes.' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'comment-reply',
      id: expect.stringMatching(/^rep_/),
      postedBy: expect.objectContaining({ object: 'user', id: author.userId }),
      postedAt: expect.any(String),
      reactions: [],
      body: { markdown: 'Yes.' },
      urls: { location: `${baseUrl}${base()}/${body.id}` },
      permissions: { view: true, edit: true, reply: true, delete: true },
    });
    expect((await author.get(`${base()}/${body.id}`)).body).toEqual(body);
    const document = { body: { document: expect.objectContaining({ object: 'document' }) } };
    expect((await author.get(`${base()}/${body.id}?format=document`)).body).toMatchObject(document);
    const posted = await author.post(`${base()}?format=document`, { body: { markdown: 'No.' } });
    expect(posted.body).toMatchObject(document);
    expect((await author.post(base(), {})).status).toBe(400);
    expect((await author.post(base(), { body: { markdown: 'x'.repeat(100_001) } })).status).toBe(
      400,
    );
  });

  it('are listed with the oldest first, and counted on the comment', async () => {
    const { author } = discussion;
    const id = await discussion.post(family, author);
    const url = `${discussion.url(family)}/${id}`;
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      ids.push(await discussion.reply(family, author, id));
    }
    const first = await author.get(`${url}/replies?limit=2`);
    const rest = await author.get(`${url}/replies?limit=2&page=${first.body.next.page}`);
    const listed = [...first.body.items, ...rest.body.items];
    expect(listed.map((reply: { id: string }) => reply.id)).toEqual(ids);
    expect(rest.body).not.toHaveProperty('next');
    expect((await author.get(url)).body.replies).toBe(4);
  });

  it('need the level comment, on both surfaces', async () => {
    const rest = await restOutcomes(cast, (client) => client.post(base(), { body: {} }));
    expect(rest).toEqual(allowedFrom('comment'));
    const graph = await graphOutcomes(cast, (client) =>
      client.errorCode(createCommentReply, { input: { commentId, body: {} } }),
    );
    expect(graph).toEqual(allowedFrom('comment'));
  });

  it('are seen by those who see the comment', async () => {
    const id = await discussion.reply(family, discussion.author, commentId);
    const rest = await restOutcomes(cast, (client) => client.get(`${base()}/${id}`));
    expect(rest).toEqual({ ...allowedFrom('read') });
  });

  it('are changed by their author alone; reactions are for all who may comment', async () => {
    const id = await discussion.reply(family, discussion.author, commentId);
    const url = `${base()}/${id}`;
    const change = { body: { markdown: 'Changed' } };
    const expected = { ...allowedFrom('admin'), admin: 403 };
    expect(await restOutcomes(cast, (client) => client.put(url, change))).toEqual(expected);
    const graph = await graphOutcomes(cast, (client) =>
      client.errorCode(updateCommentReply, { input: { commentReplyId: id, ...change } }),
    );
    expect(graph).toEqual(expected);
    const own = await discussion.author.put(url, change);
    expect(own.body).toMatchObject({ body: change.body, editedAt: expect.any(String) });
    const reacted = await restOutcomes(cast, (client) =>
      client.put(url, { addedReactions: ['👍'] }),
    );
    expect(reacted).toEqual(allowedFrom('comment'));
    const { body } = await discussion.author.get(url);
    expect(body.reactions).toMatchObject([{ emoji: '👍', count: 5 }]);
    expect(body.reactions[0].users).toHaveLength(5);
    const { body: comment } = await discussion.author.get(`${discussion.url(family)}/${commentId}`);
    expect(comment.reactions).toEqual([]);
  });

  it('are deleted by their author and by admins', async () => {
    const { author } = discussion;
    const expected = {
      ...allowedFrom('admin'),
      guest: 'ok',
      disabled: 'ok',
      stranger: 'ok',
    } as const;
    const rest = await restOutcomes(cast, async (client) =>
      client.delete(`${base()}/${await discussion.reply(family, author, commentId)}`),
    );
    expect(rest).toEqual(expected);
    const graph = await graphOutcomes(cast, async (client) => {
      const commentReplyId = await discussion.reply(family, author, commentId);
      return client.errorCode(deleteCommentReply, { input: { commentReplyId } });
    });
    expect(graph).toEqual(expected);
    const id = await discussion.reply(family, author, commentId);
    expect((await author.delete(`${base()}/${id}`)).status).toBe(204);
    expect((await author.delete(`${base()}/${id}`)).status).toBe(204);
    expect((await author.get(`${base()}/${id}`)).status).toBe(404);
  });

  it('are not found below another comment, in the other family or in another space', async () => {
    const { author } = discussion;
    const id = await discussion.reply(family, author, commentId);
    const otherComment = await discussion.post(family, author);
    const otherFamily = otherOf(family);
    const other = await createDiscussion(world);
    const missing = [
      `${discussion.url(family)}/${otherComment}/replies/${id}`,
      `${discussion.url(otherFamily)}/${commentId}/replies/${id}`,
      `${other.url(family)}/${commentId}/replies/${id}`,
      `${base()}/${commentId}`,
      `${base()}/rep_missing`,
    ];
    for (const path of missing) {
      expect({ path, status: (await author.get(path)).status }).toEqual({ path, status: 404 });
      expect((await author.put(path, { body: {} })).status).toBe(404);
      expect((await author.delete(path)).status).toBe(204);
    }
    expect((await author.get(`${base()}/${id}`)).status).toBe(200);
    const code = await author.errorCode(updateCommentReply, {
      input: { commentReplyId: id, commentId: otherComment },
    });
    expect(code).toBe('NOT_FOUND');
  });
});

describe('resolving with a reply', () => {
  it('resolves the comment of a change request that it replies to', async () => {
    const { author } = discussion;
    const url = discussion.url('change request');
    const commentId = await discussion.post('change request', author);
    const id = await discussion.reply('change request', author, commentId);
    const { status, body } = await author.put(`${url}/${commentId}/replies/${id}`, {
      resolved: true,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'comment-reply', id });
    expect((await author.get(`${url}/${commentId}`)).body).toMatchObject({
      status: 'resolved',
      resolvedBy: { id: author.userId },
    });
    const reader = await cast.read.put(`${url}/${commentId}/replies/${id}`, { resolved: false });
    expect(reader.status).toBe(403);
  });

  it('is not known on the replies of a space', async () => {
    const { author } = discussion;
    const commentId = await discussion.post('space', author);
    const id = await discussion.reply('space', author, commentId);
    const { status, body } = await author.put(
      `${discussion.url('space')}/${commentId}/replies/${id}`,
      { resolved: true },
    );
    expect(status).toBe(400);
    expect(body.error.message).toBe('"resolved" is not known here.');
  });
});
