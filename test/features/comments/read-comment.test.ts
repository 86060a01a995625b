import { beforeAll, describe, expect, it } from 'vitest';
import { restOutcomes, type Cast } from '../../support/cast.ts';
import { writePages } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';
import { createDiscussion, families, otherOf, type Discussion } from './support.ts';

const world = useWorld();
let discussion: Discussion;
let cast: Cast;

beforeAll(async () => {
  discussion = await createDiscussion(world);
  cast = await world.cast(discussion.organizationId);
});

const commentQuery = /* GraphQL */ `
  query ($id: ID!) {
    comment(id: $id) {
      body {
        markdown
        document
      }
    }
    node(id: $id) {
      id
      __typename
    }
  }
`;

describe.each(families)('reading a comment on a %s', (family) => {
  it('shows it to everybody who sees the space, on both surfaces', async () => {
    const id = await discussion.post(family, discussion.author);
    const rest = await restOutcomes(cast, (client) =>
      client.get(`${discussion.url(family)}/${id}`),
    );
    const hidden = new Set(['guest', 'disabled', 'stranger']);
    for (const [kind, client] of Object.entries(cast)) {
      const exists = !hidden.has(kind);
      expect({ kind, rest: rest[kind as keyof Cast] }).toEqual({ kind, rest: exists ? 'ok' : 404 });
      const data = await client.query(commentQuery, { id });
      expect({ kind, shown: data.comment !== null }).toEqual({ kind, shown: exists });
      expect(data.node).toEqual(exists ? { id, __typename: 'Comment' } : null);
    }
  });

  it('shows the text in the format that is asked for', async () => {
    const { author } = discussion;
    const id = await discussion.post(family, author, { body: { markdown: 'Some *text*.' } });
    const url = `${discussion.url(family)}/${id}`;
    expect((await author.get(url)).body.body).toEqual({ markdown: 'Some *text*.' });
    expect((await author.get(`${url}?format=markdown`)).body.body).toEqual({
      markdown: 'Some *text*.',
    });
    const { body } = await author.get(`${url}?format=document`);
    expect(body.body).toEqual({
      document: expect.objectContaining({
        object: 'document',
        nodes: [expect.objectContaining({ type: 'paragraph' })],
      }),
    });
    const empty = await discussion.post(family, author, { body: {} });
    const shown = await author.get(`${discussion.url(family)}/${empty}?format=document`);
    expect(shown.body.body).toEqual({});
  });

  it('shows what it has in common with a reply by the one interface', async () => {
    const { author } = discussion;
    const id = await discussion.post(family, author);
    const replyId = await discussion.reply(family, author, id, 'An answer.');
    await author.put(`${discussion.url(family)}/${id}`, { addedReactions: ['👍'] });
    await author.put(`${discussion.url(family)}/${id}/replies/${replyId}`, {
      addedReactions: ['🎉'],
    });
    const { nodes } = await author.query(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { id
        ... on Post { postedBy { id } reactions { emoji } permissions { edit } } } }`,
      { ids: [id, replyId] },
    );
    const common = { postedBy: { id: author.userId }, permissions: { edit: true } };
    expect(nodes).toEqual([
      { id, reactions: [{ emoji: '👍' }], ...common },
      { id: replyId, reactions: [{ emoji: '🎉' }], ...common },
    ]);
  });

  it('does not find a comment of the other family, of another space or with another id', async () => {
    const { author, url } = discussion;
    const other = await createDiscussion(world);
    const here = await discussion.post(family, author);
    const away = await other.post(family, other.author);
    const missing = [
      `${url(otherOf(family))}/${here}`,
      `${other.url(family)}/${here}`,
      `${url(family)}/${away}`,
      `${url(family)}/cmt_missing`,
      `${url(family)}/${discussion.spaceId}`,
    ];
    for (const path of missing) {
      expect({ path, status: (await author.get(path)).status }).toEqual({ path, status: 404 });
      expect((await author.put(path, { resolved: true })).status).toBe(404);
      expect((await author.post(`${path}/replies`, { body: {} })).status).toBe(404);
      expect((await author.get(`${path}/replies`)).status).toBe(404);
      expect((await author.delete(path)).status).toBe(204);
    }
    expect((await author.get(`${url(family)}/${here}`)).body.status).toBe('open');
  });

  it('tells what the viewer may do, as the gates do', async () => {
    const id = await discussion.post(family, cast.edit);
    const flags = async (kind: keyof Cast) =>
      (await cast[kind].get(`${discussion.url(family)}/${id}`)).body.permissions;
    expect(await flags('read')).toEqual({ view: true, edit: false, reply: false, delete: false });
    expect(await flags('comment')).toEqual({ view: true, edit: false, reply: true, delete: false });
    expect(await flags('edit')).toEqual({ view: true, edit: true, reply: true, delete: true });
    expect(await flags('admin')).toEqual({ view: true, edit: false, reply: true, delete: true });
  });

  it('still shows an author who left the organization', async () => {
    const leaver = await world.member(discussion.organizationId, 'comment', {
      displayName: 'Leaver',
    });
    const id = await discussion.post(family, leaver);
    await discussion.reply(family, leaver, id);
    await leaver.put(`${discussion.url(family)}/${id}`, { addedReactions: ['👋'], resolved: true });
    await world.db.prisma.member.deleteMany({ where: { userId: leaver.userId } });
    const { body } = await discussion.author.get(`${discussion.url(family)}/${id}`);
    const named = expect.objectContaining({ displayName: 'Leaver' });
    expect(body).toMatchObject({
      postedBy: named,
      resolvedBy: named,
      reactions: [{ emoji: '👋', count: 1, users: [{ user: named }] }],
    });
    const replies = await discussion.author.get(`${discussion.url(family)}/${id}/replies`);
    expect(replies.body.items).toMatchObject([{ postedBy: named }]);
    expect((await leaver.get(`${discussion.url(family)}/${id}`)).status).toBe(404);
  });
});

describe('what a comment is about', () => {
  it('stays as it was when the page is gone, which is then outdated', async () => {
    const { spaceId, url, author, pages, admin } = await createDiscussion(world);
    const posted = await author.post(url('space'), { page: pages['Guide'], body: {} });
    const { revision } = posted.body.target;
    const { id: empty } = await world.space(
      (await admin.get(`/v1/spaces/${spaceId}`)).body.organization,
    );
    const { revisionId } = await writePages(world, empty, [{ title: 'Other' }]);
    await world.db.prisma.space.update({ where: { id: spaceId }, data: { revisionId } });
    const { body } = await author.get(`${url('space')}/${posted.body.id}`);
    expect(body.target).toMatchObject({
      revision,
      page: { id: pages['Guide'], title: 'Guide', path: 'guide', outdated: true },
    });
  });

  it('is outdated by its change request alone, not by the space', async () => {
    const { spaceId, changeRequestId, url, author, pages } = await createDiscussion(world);
    const posted = await author.post(url('change request'), { page: pages['Guide'], body: {} });
    const { id } = posted.body;
    const { id: organizationId } = await world.organization();
    const empty = await world.space(organizationId);
    const data = { revisionId: empty.revisionId };
    await world.db.prisma.space.update({ where: { id: spaceId }, data });
    const outdated = async () =>
      (await author.get(`${url('change request')}/${id}`)).body.target.page.outdated;
    expect(await outdated()).toBe(false);
    await world.db.prisma.changeRequest.update({ where: { id: changeRequestId }, data });
    expect(await outdated()).toBe(true);
  });

  it('is outdated when the node was edited or its page deleted, but not when another was', async () => {
    const { spaceId, pages, url, post, reply, author, admin } = await createDiscussion(world);
    const page = pages['Guide'];
    const { body } = await author.get(`/v1/spaces/${spaceId}/content/page/${page}?format=document`);
    const { key: node } = body.document.nodes[1];
    const commentId = await post('space', author, { page, node, body: {} });
    const replyId = await reply('space', author, commentId);
    const outdated = async () => {
      const query = `query ($id: ID!) { node(id: $id) {
        ... on CommentReply { comment { target { outdated node { preview } } } } } }`;
      const { target } = (await author.query(query, { id: replyId })).node.comment;
      expect(target.node.preview).toBe('First paragraph.');
      return target.outdated;
    };
    const change = async (more: object) => {
      const changes = [{ page, ...more }];
      const { status } = await admin.post(`/v1/spaces/${spaceId}/content`, { changes });
      expect(status).toBe(200);
    };
    const write = (markdown: string) =>
      change({ operation: 'update_page', document: { markdown } });
    await write('# Start there\n\nFirst paragraph.\n');
    expect(await outdated()).toBe(false);
    await write('# Start there\n\nFirst sentence.\n');
    expect(await outdated()).toBe(true);
    await write('First paragraph.\n');
    expect(await outdated()).toBe(false);
    await change({ operation: 'delete_page' });
    expect(await outdated()).toBe(true);
    expect((await author.get(`${url('space')}/${commentId}`)).body.target.page.outdated).toBe(true);
  });

  it('previews long text in at most 100 characters', async () => {
    const { spaceId, url, author } = await createDiscussion(world);
    const { id: changeRequestId } = await world.changeRequest(spaceId);
    const { ids } = await writePages(world, changeRequestId, [
      { title: 'Long', markdown: 'word '.repeat(100) },
    ]);
    const family = `${url('space').replace('/comments', '')}/change-requests/${changeRequestId}`;
    const page = await author.get(`${family}/content/page/${ids['Long']}?format=document`);
    const node = page.body.document.nodes[0].key;
    const { body } = await author.post(`${family}/comments`, { page: ids['Long'], node, body: {} });
    const { preview } = body.target.node;
    expect(preview).toHaveLength(100);
    expect(preview.endsWith('…')).toBe(true);
  });
});
