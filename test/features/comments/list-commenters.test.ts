import { describe, expect, it } from 'vitest';
import { useWorld } from '../../support/use-world.ts';
import { createDiscussion, families, otherOf } from './support.ts';

const world = useWorld();

describe.each(families)('listing who commented on a %s', (family) => {
  it('shows each member once who commented or replied there, and nobody else', async () => {
    const discussion = await createDiscussion(world);
    const { author, organizationId } = discussion;
    const otherFamily = otherOf(family);
    const replier = await world.member(organizationId, 'comment');
    const leaver = await world.member(organizationId, 'comment');
    const elsewhere = await world.member(organizationId, 'comment');
    const silent = await world.member(organizationId, 'edit');
    const commentId = await discussion.post(family, author);
    await discussion.post(family, author);
    await discussion.reply(family, author, commentId);
    await discussion.reply(family, replier, commentId);
    await discussion.post(family, leaver);
    await discussion.post(otherFamily, elsewhere);
    await world.db.prisma.member.deleteMany({ where: { userId: leaver.userId } });

    const url = discussion.url(family).replace(/comments$/, 'commenters');
    const { status, body } = await silent.get(url);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      count: 2,
      items: [
        { object: 'member', id: author.userId, role: 'comment', user: { displayName: 'Author' } },
        { object: 'member', id: replier.userId },
      ],
    });

    const first = await silent.get(`${url}?limit=1`);
    const second = await silent.get(`${url}?limit=1&page=${first.body.next.page}`);
    expect(second.body.items).toMatchObject([{ id: replier.userId }]);
    expect(second.body).not.toHaveProperty('next');

    const data = await silent.query(
      /* GraphQL */ `
        query ($spaceId: ID!, $changeRequestId: ID!) {
          space(id: $spaceId) {
            commenters {
              nodes {
                userId
              }
            }
            changeRequest(id: $changeRequestId) {
              commenters {
                nodes {
                  userId
                }
              }
            }
          }
        }
      `,
      { spaceId: discussion.spaceId, changeRequestId: discussion.changeRequestId },
    );
    const shown = family === 'space' ? data.space : data.space.changeRequest;
    expect(shown.commenters.nodes).toEqual([author, replier].map(({ userId }) => ({ userId })));
  });

  it('shows a guest at most themselves, and strangers nothing', async () => {
    const discussion = await createDiscussion(world);
    const guest = await world.member(discussion.organizationId, null);
    await world.grant(discussion.spaceId, guest.userId, 'comment');
    const url = discussion.url(family).replace(/comments$/, 'commenters');
    await discussion.post(family, discussion.author);
    expect((await guest.get(url)).body).toEqual({ count: 0, items: [] });
    await discussion.post(family, guest);
    expect((await guest.get(url)).body).toMatchObject({ count: 1, items: [{ id: guest.userId }] });
    expect((await (await world.user()).get(url)).status).toBe(404);
  });
});
