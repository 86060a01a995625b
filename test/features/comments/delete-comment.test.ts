import { beforeAll, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes, type Cast } from '../../support/cast.ts';
import { useWorld } from '../../support/use-world.ts';
import { createDiscussion, families, type Discussion } from './support.ts';

const world = useWorld();
let discussion: Discussion;
let cast: Cast;

beforeAll(async () => {
  discussion = await createDiscussion(world);
  cast = await world.cast(discussion.organizationId);
});

const deleteComment = /* GraphQL */ `
  mutation ($id: ID!) {
    deleteComment(input: { commentId: $id }) {
      deletedCommentId
    }
  }
`;

/** Only admins may; to those who do not see the comment, there was nothing to delete. */
const expected = {
  ...allowedFrom('admin'),
  guest: 'ok',
  disabled: 'ok',
  stranger: 'ok',
} as const;

describe.each(families)('deleting a comment on a %s', (family) => {
  const urlOf = (id: string) => `${discussion.url(family)}/${id}`;

  it('is for admins, and deletes nothing for those who do not see it', async () => {
    const posted: Record<string, string> = {};
    const rest = await restOutcomes(cast, async (client, kind) => {
      posted[kind] = await discussion.post(family, discussion.author);
      return client.delete(urlOf(posted[kind]));
    });
    expect(rest).toEqual(expected);
    for (const [kind, id] of Object.entries(posted)) {
      const { status } = await discussion.author.get(urlOf(id));
      expect({ kind, status }).toEqual({ kind, status: kind === 'admin' ? 404 : 200 });
    }
    const graph = await graphOutcomes(cast, async (client) =>
      client.errorCode(deleteComment, { id: await discussion.post(family, discussion.author) }),
    );
    expect(graph).toEqual(expected);
  });

  it('is for its author, and succeeds when it is gone already', async () => {
    const { author } = discussion;
    const id = await discussion.post(family, author);
    await discussion.reply(family, author, id);
    await author.put(urlOf(id), { addedReactions: ['👍'] });
    const first = await author.delete(urlOf(id));
    expect(first).toMatchObject({ status: 204, body: undefined });
    expect((await author.delete(urlOf(id))).status).toBe(204);
    expect(await author.query(deleteComment, { id })).toEqual({
      deleteComment: { deletedCommentId: id },
    });
    expect(await world.db.prisma.commentReply.count({ where: { commentId: id } })).toBe(0);
    expect(await world.db.prisma.reaction.count({ where: { commentId: id } })).toBe(0);
  });

  it('leaves either the reply that was first or a 404, when both come at once', async () => {
    const { author } = discussion;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const id = await discussion.post(family, author);
      const [replied, resolved, deleted] = await Promise.all([
        author.post(`${urlOf(id)}/replies`, { body: {} }),
        cast.edit.put(urlOf(id), { resolved: true, addedReactions: ['👍'] }),
        cast.admin.delete(urlOf(id)),
      ]);
      expect(deleted.status).toBe(204);
      // What was written before the comment was deleted has nothing left to show.
      expect([200, 204, 404]).toContain(replied.status);
      expect([200, 204, 404]).toContain(resolved.status);
      expect((await author.get(urlOf(id))).status).toBe(404);
    }
  });
});
