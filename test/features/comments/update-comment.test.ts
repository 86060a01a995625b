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

const updateComment = /* GraphQL */ `
  mutation ($input: UpdateCommentInput!) {
    updateComment(input: $input) {
      comment {
        status
        editedAt
        body {
          markdown
        }
        reactions {
          emoji
          count
        }
      }
    }
  }
`;

describe.each(families)('changing a comment on a %s', (family) => {
  const urlOf = (id: string) => `${discussion.url(family)}/${id}`;

  it('lets its author change the text, and says when it changed', async () => {
    const { author } = discussion;
    const id = await discussion.post(family, author, { body: { markdown: 'Old' } });
    const same = await author.put(urlOf(id), { body: { markdown: 'Old' } });
    expect(same).toMatchObject({ status: 200, body: { body: { markdown: 'Old' } } });
    expect(same.body).not.toHaveProperty('editedAt');
    const changed = await author.put(urlOf(id), { body: { markdown: 'New' } });
    expect(changed.body).toMatchObject({
      body: { markdown: 'New' },
      editedAt: expect.any(String),
    });
  });

  it('keeps the text apart: omitted leaves it, empty clears it, null is refused', async () => {
    const { author } = discussion;
    const id = await discussion.post(family, author, { body: { markdown: 'Kept' } });
    expect((await author.put(urlOf(id), {})).body.body).toEqual({ markdown: 'Kept' });
    expect((await author.put(urlOf(id), { body: null })).status).toBe(400);
    expect((await author.put(urlOf(id), { resolved: null })).status).toBe(400);
    expect((await author.put(urlOf(id), { addedReactions: null })).status).toBe(400);
    const code = await author.errorCode(updateComment, { input: { commentId: id, body: null } });
    expect(code).toBe('BAD_USER_INPUT');
    expect((await author.get(urlOf(id))).body.body).toEqual({ markdown: 'Kept' });
    expect((await author.put(urlOf(id), { body: {} })).body.body).toEqual({});
  });

  it('lets nobody else change the text, whatever their role', async () => {
    const id = await discussion.post(family, discussion.author);
    const change = { body: { markdown: 'Taken over' } };
    const expected = { ...allowedFrom('admin'), admin: 403 };
    expect(await restOutcomes(cast, (client) => client.put(urlOf(id), change))).toEqual(expected);
    const graph = await graphOutcomes(cast, (client) =>
      client.errorCode(updateComment, { input: { commentId: id, ...change } }),
    );
    expect(graph).toEqual(expected);
    const { body } = await cast.admin.put(urlOf(id), change);
    expect(body.error.message).toBe('Only its author can edit what somebody wrote.');
  });

  it('refuses the author who may no longer comment', async () => {
    const author = await world.member(discussion.organizationId, 'comment');
    const id = await discussion.post(family, author);
    await world.db.prisma.member.updateMany({
      where: { userId: author.userId },
      data: { role: 'read' },
    });
    const { status, body } = await author.put(urlOf(id), { body: {} });
    expect(status).toBe(403);
    expect(body.error.message).toContain('"comment"');
    expect((await author.get(urlOf(id))).body.permissions).toMatchObject({
      edit: false,
      delete: true,
    });
  });

  it('resolves and opens again for all who may comment', async () => {
    const rest = await restOutcomes(cast, async (client) => {
      const id = await discussion.post(family, discussion.author);
      return client.put(urlOf(id), { resolved: true });
    });
    expect(rest).toEqual(allowedFrom('comment'));
    const graph = await graphOutcomes(cast, async (client) => {
      const commentId = await discussion.post(family, discussion.author);
      return client.errorCode(updateComment, { input: { commentId, resolved: true } });
    });
    expect(graph).toEqual(allowedFrom('comment'));
  });

  it('says who resolved it first, and forgets it when it is opened', async () => {
    const id = await discussion.post(family, discussion.author);
    const resolved = await cast.edit.put(urlOf(id), { resolved: true });
    expect(resolved.body).toMatchObject({
      status: 'resolved',
      resolvedAt: expect.any(String),
      resolvedBy: { object: 'user', id: cast.edit.userId },
    });
    const again = await cast.review.put(urlOf(id), { resolved: true });
    expect(again.body).toEqual({ ...resolved.body, permissions: again.body.permissions });
    const opened = await cast.review.put(urlOf(id), { resolved: false });
    expect(opened.body.status).toBe('open');
    expect(opened.body).not.toHaveProperty('resolvedAt');
    expect(opened.body).not.toHaveProperty('resolvedBy');
  });

  it('adds and removes the reactions of the viewer, and nobody else’s', async () => {
    const id = await discussion.post(family, discussion.author);
    await cast.comment.put(urlOf(id), { addedReactions: ['👍', '🎉', '👍'] });
    const both = await cast.edit.put(urlOf(id), { addedReactions: ['👍'] });
    expect(both.body.reactions).toEqual([
      {
        emoji: '👍',
        count: 2,
        users: [cast.comment, cast.edit].map(({ userId }) => ({
          user: expect.objectContaining({ id: userId }),
          reactedAt: expect.any(String),
        })),
      },
      { emoji: '🎉', count: 1, users: [expect.anything()] },
    ]);
    const repeated = await cast.edit.put(urlOf(id), { addedReactions: ['👍'] });
    expect(repeated.body.reactions).toEqual(both.body.reactions);
    const removed = await cast.edit.put(urlOf(id), { removedReactions: ['👍', '🎉', '💡'] });
    expect(removed.body.reactions).toMatchObject([
      { emoji: '👍', count: 1, users: [{ user: { id: cast.comment.userId } }] },
      { emoji: '🎉', count: 1 },
    ]);
    expect(removed.body).not.toHaveProperty('editedAt');
  });

  it('lets only those react who may comment', async () => {
    const id = await discussion.post(family, discussion.author);
    const change = { addedReactions: ['👀'] };
    const rest = await restOutcomes(cast, (client) => client.put(urlOf(id), change));
    expect(rest).toEqual(allowedFrom('comment'));
  });

  it('keeps one reaction of many that come at once', async () => {
    const { author } = discussion;
    const id = await discussion.post(family, author);
    const change = { addedReactions: ['🚀'] };
    const answers = await Promise.all([
      author.put(urlOf(id), change),
      author.put(urlOf(id), change),
      cast.edit.put(urlOf(id), change),
      cast.edit.put(urlOf(id), { addedReactions: ['🚀', '🎯'] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await author.get(urlOf(id));
    expect(body.reactions).toMatchObject([
      { emoji: '🚀', count: 2 },
      { emoji: '🎯', count: 1 },
    ]);
  });

  it.each([
    ['❤', '❤️'],
    ['☺︎', '☺️'],
    ['1⃣', '1️⃣'],
    ['👁‍🗨', '👁️‍🗨️'],
    ['🏳‍🌈', '🏳️‍🌈'],
  ])('counts %s and %s as one reaction, and removes either by the other', async (bare, full) => {
    const { author } = discussion;
    const id = await discussion.post(family, author, { body: { markdown: 'Fine' } });
    await author.put(urlOf(id), { addedReactions: [bare, full] });
    const both = await cast.edit.put(urlOf(id), { addedReactions: [bare] });
    expect(both.body.reactions).toMatchObject([{ emoji: full, count: 2 }]);
    await author.put(urlOf(id), { removedReactions: [full] });
    const none = await cast.edit.put(urlOf(id), { removedReactions: [bare] });
    expect(none.body.reactions).toEqual([]);
  });

  it('tells skin tones, families and flags apart', async () => {
    const { author } = discussion;
    const id = await discussion.post(family, author, { body: { markdown: 'Fine' } });
    const emoji = ['👍', '👍🏽', '👍🏿', '👩‍👩‍👧', '👩‍👩‍👦', '🇫🇷', '🇩🇪', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🕵🏻‍♂️'];
    const { body } = await author.put(urlOf(id), { addedReactions: emoji });
    expect(body.reactions.map((item: { emoji: string }) => item.emoji)).toEqual(emoji);
  });

  it.each([' ', '\u200B', '<b>', 'a', '1', '👍👍', '👍 ', '🇫', ':+1:', '\uFE0F'])(
    'refuses %j as a reaction',
    async (emoji) => {
      const { author } = discussion;
      const id = await discussion.post(family, author, { body: { markdown: 'Fine' } });
      for (const change of [{ addedReactions: ['🎉', emoji] }, { removedReactions: [emoji] }]) {
        const answer = await author.put(urlOf(id), change);
        expect(answer.status).toBe(400);
        expect(answer.body.error.message).toMatch(
          /"\w+Reactions(\.1|\.0|\[\d\])?" must be one emoji/,
        );
      }
      expect((await author.get(urlOf(id))).body.reactions).toEqual([]);
    },
  );

  it('limits reactions: their length, how many at once and how many kinds', async () => {
    const { author } = discussion;
    const id = await discussion.post(family, author);
    const faces = (count: number, first: number) =>
      Array.from({ length: count }, (_, index) => String.fromCodePoint(first + index));
    const add = (addedReactions: string[]) => author.put(urlOf(id), { addedReactions });
    expect((await add([''])).status).toBe(400);
    const women = (size: number) => Array.from({ length: size }, () => '👩').join('\u200D');
    expect((await add([women(25)])).status).toBe(200);
    expect((await add([women(26)])).status).toBe(400);
    expect((await add(faces(21, 0x1f600))).status).toBe(400);
    expect((await add(faces(19, 0x1f600))).status).toBe(200);
    expect((await add(faces(20, 0x1f400))).status).toBe(200);
    const tooMany = await add(faces(11, 0x1f34a));
    expect(tooMany.status).toBe(409);
    expect(tooMany.body.error.message).toContain('50');
    expect((await add(faces(10, 0x1f34a))).status).toBe(200);
    expect((await author.get(urlOf(id))).body.reactions).toHaveLength(50);
  });
});

describe('naming a comment in the graph', () => {
  it('needs its id alone, but what else is given must be right', async () => {
    const { author, spaceId, changeRequestId } = discussion;
    const onSpace = await discussion.post('space', author);
    const onChange = await discussion.post('change request', author);
    const codeOf = (input: object) => author.errorCode(updateComment, { input });
    expect(await codeOf({ commentId: onSpace })).toBeUndefined();
    expect(await codeOf({ commentId: onSpace, spaceId })).toBeUndefined();
    expect(await codeOf({ commentId: onChange })).toBeUndefined();
    expect(await codeOf({ commentId: onChange, changeRequestId })).toBeUndefined();
    expect(await codeOf({ commentId: onChange, spaceId, changeRequestId: '1' })).toBeUndefined();
    expect(await codeOf({ commentId: onChange, spaceId })).toBe('NOT_FOUND');
    expect(await codeOf({ commentId: onSpace, spaceId, changeRequestId })).toBe('NOT_FOUND');
    expect(await codeOf({ commentId: onSpace, spaceId: 'sp_other' })).toBe('NOT_FOUND');
    expect(await codeOf({ commentId: onSpace, spaceId: '' })).toBe('NOT_FOUND');
    expect(await codeOf({ commentId: onSpace, changeRequestId: '' })).toBe('NOT_FOUND');
  });
});
