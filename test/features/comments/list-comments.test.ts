import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';
import { createDiscussion, families, otherOf, type Discussion } from './support.ts';

const world = useWorld();

/** The ids that a list on /v1 shows. */
async function idsOf(client: Client, url: string): Promise<string[]> {
  const { status, body } = await client.get(url);
  expect(status).toBe(200);
  return body.items.map(({ id }: { id: string }) => id);
}

const commentsQuery = /* GraphQL */ `
  query ($spaceId: ID!, $changeRequestId: ID!, $status: CommentStatusFilter, $authors: [ID!]) {
    space(id: $spaceId) {
      commentCount
      open: commentCount(status: OPEN)
      comments(status: $status, authors: $authors) {
        totalCount
        nodes {
          id
        }
      }
      changeRequest(id: $changeRequestId) {
        commentCount
        open: commentCount(status: OPEN)
        comments(status: $status, authors: $authors) {
          totalCount
          nodes {
            id
          }
        }
      }
    }
  }
`;

describe.each(families)('listing the comments on a %s', (family) => {
  let discussion: Discussion;
  let colleague: Client;
  let first: string;
  let second: string;
  let third: string;
  let elsewhere: string;

  beforeAll(async () => {
    discussion = await createDiscussion(world);
    const { author, pages } = discussion;
    colleague = await world.member(discussion.organizationId, 'edit');
    first = await discussion.post(family, author);
    second = await discussion.post(family, colleague, { page: pages['Guide'], body: {} });
    third = await discussion.post(family, author, { page: pages['Reference'], body: {} });
    elsewhere = await discussion.post(otherOf(family), author);
    await author.put(`${discussion.url(family)}/${second}`, { resolved: true });
  });

  it('shows the newest first, and the other way round on demand', async () => {
    const url = discussion.url(family);
    expect(await idsOf(colleague, url)).toEqual([third, second, first]);
    expect(await idsOf(colleague, `${url}?order=desc`)).toEqual([third, second, first]);
    expect(await idsOf(colleague, `${url}?order=asc`)).toEqual([first, second, third]);
  });

  it('filters by status, page and authors', async () => {
    const url = discussion.url(family);
    const { author, pages } = discussion;
    expect(await idsOf(colleague, `${url}?status=all`)).toHaveLength(3);
    expect(await idsOf(colleague, `${url}?status=open`)).toEqual([third, first]);
    expect(await idsOf(colleague, `${url}?status=resolved`)).toEqual([second]);
    expect(await idsOf(colleague, `${url}?targetPage=${pages['Guide']}`)).toEqual([second]);
    expect(await idsOf(colleague, `${url}?targetPage=`)).toEqual([]);
    expect(await idsOf(colleague, `${url}?authors=${author.userId}`)).toEqual([third, first]);
    const both = `authors=${author.userId}&authors=${colleague.userId}`;
    expect(await idsOf(colleague, `${url}?${both}`)).toEqual([third, second, first]);
    expect(await idsOf(colleague, `${url}?${both}&status=resolved`)).toEqual([second]);
  });

  it('shows the same in the graph', async () => {
    const { spaceId, changeRequestId, author } = discussion;
    const data = await colleague.query(commentsQuery, {
      spaceId,
      changeRequestId,
      status: 'OPEN',
      authors: [author.userId],
    });
    const shown = family === 'space' ? data.space : data.space.changeRequest;
    expect(shown).toMatchObject({
      commentCount: 3,
      open: 2,
      comments: { totalCount: 2, nodes: [{ id: third }, { id: first }] },
    });
    const other = family === 'space' ? data.space.changeRequest : data.space;
    expect(other).toMatchObject({ commentCount: 1, comments: { nodes: [{ id: elsewhere }] } });
  });

  it('counts open comments on the space and on the change request', async () => {
    const { spaceId, changeRequestId } = discussion;
    const space = await colleague.get(`/v1/spaces/${spaceId}`);
    const changeRequest = await colleague.get(
      `/v1/spaces/${spaceId}/change-requests/${changeRequestId}`,
    );
    expect([space.body.comments, changeRequest.body.comments]).toEqual(
      family === 'space' ? [2, 1] : [1, 2],
    );
  });

  it('refuses filters that are wrong, and names them', async () => {
    const url = discussion.url(family);
    for (const query of ['status=done', 'order=newest', 'format=html', 'limit=1001', 'author=x']) {
      const { status, body } = await colleague.get(`${url}?${query}`);
      expect({ query, status }).toEqual({ query, status: 400 });
      expect(body.error.message).toContain(`"${query.split('=')[0]}"`);
    }
    const many = Array.from({ length: 101 }, (_, index) => `authors=usr_${index}`).join('&');
    const { status, body } = await colleague.get(`${url}?${many}`);
    expect(status).toBe(400);
    expect(body.error.message).toBe('"authors" must have at most 100 items.');
  });

  it('does not exist for those who do not see the space', async () => {
    const stranger = await world.user();
    const guest = await world.member(discussion.organizationId, null);
    for (const client of [stranger, guest]) {
      expect((await client.get(discussion.url(family))).status).toBe(404);
    }
    expect((await world.anonymous().get(discussion.url(family))).status).toBe(401);
  });

  it('pages without skipping or repeating, while comments come and go', async () => {
    const { author } = discussion;
    const url = `${discussion.url(family)}?order=asc&limit=2`;
    const page = await author.get(url);
    const last = page.body.items.at(-1).id;
    await discussion.admin.delete(`${discussion.url(family)}/${last}`);
    const fourth = await discussion.post(family, author);
    const rest = await author.get(`${url}&page=${page.body.next.page}`);
    expect(rest.body.items.map(({ id }: { id: string }) => id)).toEqual([third, fourth]);
    expect(rest.body).not.toHaveProperty('next');
  });
});

describe('listing comments', () => {
  it('shows readers of a published space those on its content, not those on proposals', async () => {
    const discussion = await createDiscussion(world);
    const { organizationId, spaceId, author } = discussion;
    const id = await discussion.post('space', author);
    const hidden = await discussion.post('change request', author);
    await world.db.prisma.site.create({
      data: {
        id: newId('Site'),
        organizationId,
        title: 'Docs',
        published: true,
        siteSpaces: {
          create: { id: newId('SiteSpace'), spaceId, path: 'docs', position: 'a0' },
        },
      },
    });
    const reader = await world.user();
    expect(await idsOf(reader, discussion.url('space'))).toEqual([id]);
    expect((await reader.get(discussion.url('change request'))).status).toBe(404);
    expect((await reader.post(discussion.url('space'), { body: {} })).status).toBe(403);
    const query = 'query ($id: ID!) { comment(id: $id) { id } }';
    expect(await reader.query(query, { id })).toEqual({ comment: { id } });
    expect(await reader.query(query, { id: hidden })).toEqual({ comment: null });
  });

  it('takes a fixed number of statements, with authors, replies, reactions and targets', async () => {
    const discussion = await createDiscussion(world);
    const { pages, spaceId } = discussion;
    const talk = async () => {
      const member = await world.member(discussion.organizationId, 'comment');
      const id = await discussion.post('space', member, { page: pages['Guide'], body: {} });
      await discussion.reply('space', member, id);
      await member.put(`${discussion.url('space')}/${id}`, {
        addedReactions: ['👍', '🎉'],
        resolved: true,
      });
    };
    const statements = async (limit: number) => {
      const url = `/v1/spaces/${spaceId}/comments?limit=${limit}`;
      const texts = await world.plannedStatements(async () => {
        const { status, body } = await discussion.author.get(url);
        expect({ status, items: body.items.length }).toEqual({ status: 200, items: limit });
        expect(body.items[0]).toMatchObject({ replies: 1, target: { page: { title: 'Guide' } } });
      });
      return texts.length;
    };
    await talk();
    await talk();
    const few = await statements(1);
    for (let count = 0; count < 4; count += 1) await talk();
    expect(await statements(6)).toBe(few);
  });

  it('walks to replies in the graph with one statement a level', async () => {
    const discussion = await createDiscussion(world);
    const { author, spaceId } = discussion;
    for (let count = 0; count < 3; count += 1) {
      const id = await discussion.post('space', author);
      await discussion.reply('space', author, id);
      await discussion.reply('space', author, id);
    }
    const query = /* GraphQL */ `
      query ($id: ID!, $first: Int) {
        space(id: $id) {
          comments(first: $first) {
            nodes {
              postedBy {
                displayName
              }
              replies(first: 5) {
                totalCount
                nodes {
                  postedBy {
                    displayName
                  }
                  body {
                    markdown
                  }
                }
              }
            }
          }
        }
      }
    `;
    const count = async (first: number) => {
      const texts = await world.plannedStatements(async () => {
        const data = await author.query(query, { id: spaceId, first });
        expect(data.space.comments.nodes).toHaveLength(first);
        expect(data.space.comments.nodes[0].replies).toMatchObject({
          totalCount: 2,
          nodes: [{ postedBy: { displayName: 'Author' } }, { body: { markdown: 'An answer.' } }],
        });
      });
      return texts.length;
    };
    expect(await count(3)).toBe(await count(1));
  });
});
