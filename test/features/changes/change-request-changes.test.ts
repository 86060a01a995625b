import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChangeRequest, makeChanges } from '../../support/content-changes.ts';
import { graphOutcomes, restOutcomes, type Cast } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';
import { createEditedSpace, rename } from './support.ts';

const world = useWorld();
let organizationId: string;
let cast: Cast;
let editor: Client;
let spaceId: string;
let space: string;
let ids: Record<string, string>;
let files: Record<string, string>;
let path: string;
let changeRequestId: string;

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  cast = await world.cast(organizationId);
  editor = cast.review;
});

beforeEach(async () => {
  ({ spaceId, space, ids, files, path, changeRequestId } = await createEditedSpace(
    world,
    organizationId,
    editor,
  ));
});

const newChangeRequest = () => createChangeRequest(editor, space);
const edit = (branch: string, ...edits: object[]) => makeChanges(editor, branch, edits);

/** The changes of the change request as the graph shows them. */
const changesQuery = /* GraphQL */ `
  query ($id: ID!, $first: Int, $after: String, $types: [ContentChangeType!], $pageId: ID) {
    changeRequest(id: $id) {
      changes(first: $first, after: $after, types: $types, pageId: $pageId) {
        totalCount
        more
        counts {
          type
          count
        }
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          type
          ... on PageChange {
            page {
              pageId
              title
              path
            }
          }
          ... on FileChange {
            file {
              name
            }
          }
        }
      }
    }
  }
`;

async function changes(variables: object = {}) {
  const data = await editor.query(changesQuery, { id: changeRequestId, ...variables });
  return data.changeRequest.changes;
}

describe('the changes of a change request', () => {
  it('are listed with the values that differ, and nothing that was not touched', async () => {
    await edit(
      path,
      { operation: 'update_page', page: ids.Guide, metadata: { title: 'Manual', slug: 'manual' } },
      { operation: 'move_page', page: ids.FAQ, into: ids.Guide, at: 0 },
      { operation: 'delete_page', page: ids.Old },
      { operation: 'update_file', file: files['a.txt'], name: 'c.txt' },
      { operation: 'delete_file', file: files['b.txt'] },
      { operation: 'set_variables', variables: { version: '2' } },
    );
    const { status, body } = await editor.get(`${path}/changes`);
    expect(status).toBe(200);
    expect(body).toEqual({
      changes: [
        {
          type: 'page_edited',
          page: { id: ids.Guide, type: 'document', title: 'Manual', path: 'manual' },
          attributes: {
            title: { before: 'Guide', after: 'Manual' },
            slug: { before: 'guide', after: 'manual' },
            path: { before: 'guide', after: 'manual' },
          },
        },
        {
          type: 'page_moved',
          page: { id: ids.FAQ, type: 'document', title: 'FAQ', path: 'manual/faq' },
          attributes: {
            parent: { after: ids.Guide },
            position: { before: expect.any(String), after: expect.any(String) },
            path: { before: 'faq', after: 'manual/faq' },
          },
        },
        {
          type: 'page_deleted',
          page: { id: ids.Old, type: 'document', title: 'Old', path: 'old' },
          attributes: {
            type: { before: 'document' },
            title: { before: 'Old' },
            slug: { before: 'old' },
            document: { before: expect.any(String) },
            position: { before: expect.any(String) },
          },
        },
        {
          type: 'file_edited',
          file: expect.objectContaining({ id: files['a.txt'], name: 'c.txt' }),
          attributes: { name: { before: 'a.txt', after: 'c.txt' } },
        },
        {
          type: 'file_deleted',
          file: expect.objectContaining({ id: files['b.txt'], name: 'b.txt' }),
          attributes: expect.objectContaining({ name: { before: 'b.txt' }, size: { before: 1 } }),
        },
        { type: 'variables_edited', attributes: { version: { after: '2' } } },
      ],
    });
  });

  it('are two of a page that is both edited and moved, and one of a page that is new', async () => {
    await edit(
      path,
      { operation: 'update_page', page: ids.FAQ, metadata: { title: 'Help' }, at: 0, into: null },
      { operation: 'insert_page', metadata: { title: 'New' }, into: ids.Guide },
      { operation: 'insert_files', files: [{ name: 'd.txt', content: 'RA==' }] },
    );
    expect((await changes()).nodes).toEqual([
      { type: 'PAGE_EDITED', page: { pageId: ids.FAQ, title: 'Help', path: 'faq' } },
      { type: 'PAGE_MOVED', page: { pageId: ids.FAQ, title: 'Help', path: 'faq' } },
      {
        type: 'PAGE_CREATED',
        page: { pageId: expect.any(String), title: 'New', path: 'guide/new' },
      },
      { type: 'FILE_CREATED', file: { name: 'd.txt' } },
    ]);
  });

  it('do not count what came in from the primary content, before the merge and after it', async () => {
    await edit(path, rename(ids.FAQ, 'Help'));
    await edit(space, rename(ids.Guide, 'Manual'), { operation: 'delete_page', page: ids.Old });
    const own = [{ type: 'PAGE_EDITED', page: { pageId: ids.FAQ, title: 'Help', path: 'faq' } }];
    expect((await changes()).nodes).toEqual(own);
    expect((await editor.post(`${path}/update`)).status).toBe(200);
    expect((await changes()).nodes).toEqual(own);
    await edit(space, rename(ids.Inside, 'Within'));
    expect((await editor.post(`${path}/merge`)).body.result).toBe('merge');
    expect((await changes()).nodes).toEqual(own);
    const { body } = await editor.get(`${path}/changes`);
    expect(body.mergedFrom).toMatchObject({ object: 'change-request', id: changeRequestId });
  });

  it('tell of reusable contents, and what differs in their texts', async () => {
    await edit(path, {
      operation: 'insert_reusable_content',
      title: 'Note',
      document: { markdown: 'Mind the gap.\n' },
    });
    const { body } = await editor.get(`${path}/changes`);
    const [{ reusableContent }] = body.changes;
    expect(body.changes).toEqual([
      {
        type: 'reusable_content_created',
        reusableContent: {
          ...{ id: expect.any(String), title: 'Note' },
          ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
        },
        attributes: { title: { after: 'Note' }, document: { after: expect.any(String) } },
      },
    ]);
    const query = `query ($id: ID!, $content: ID) { changeRequest(id: $id) {
      changes(reusableContentId: $content) { nodes { ... on ReusableContentChange {
        before { id } after { markdown } textDiff { unified } } } } } }`;
    const data = await editor.query(query, { id: changeRequestId, content: reusableContent.id });
    expect(data.changeRequest.changes.nodes).toEqual([
      {
        before: null,
        after: { markdown: 'Mind the gap.\n' },
        textDiff: { unified: '--- /dev/null\n+++ Note\n@@ -0,0 +1,1 @@\n+Mind the gap.\n' },
      },
    ]);
  });

  it('of a merge that brought nothing new are none', async () => {
    await edit(path, rename(ids.FAQ, 'Help'));
    await edit(space, rename(ids.FAQ, 'Help'));
    expect((await changes()).totalCount).toBe(1);
    await editor.post(`${path}/merge`);
    expect(await changes()).toMatchObject({ totalCount: 0, more: null, counts: [], nodes: [] });
  });

  it('are counted and filtered by type and by page', async () => {
    await edit(path, rename(ids.FAQ, 'Help'), rename(ids.Old, 'Older'), {
      operation: 'move_page',
      page: ids.FAQ,
      into: null,
      at: 0,
    });
    expect(await changes()).toMatchObject({
      totalCount: 3,
      counts: [
        { type: 'PAGE_EDITED', count: 2 },
        { type: 'PAGE_MOVED', count: 1 },
      ],
    });
    expect(await changes({ types: ['PAGE_MOVED'] })).toMatchObject({
      totalCount: 1,
      counts: [{ type: 'PAGE_MOVED', count: 1 }],
      nodes: [{ type: 'PAGE_MOVED', page: { pageId: ids.FAQ } }],
    });
    expect((await changes({ pageId: ids.FAQ })).totalCount).toBe(2);
    const { body } = await editor.get(`${path}/changes?types=page_moved&types=page_deleted`);
    expect(body.changes).toHaveLength(1);
    expect((await editor.get(`${path}/changes?pageId=${ids.Old}`)).body.changes).toHaveLength(1);
    expect((await editor.get(`${path}/changes?types=renamed`)).status).toBe(400);
  });

  it('come ten at a time on /v1, with an exact number of those that follow', async () => {
    await writePages(
      world,
      changeRequestId,
      Array.from({ length: 23 }, (_, index) => ({ title: `New ${index}`, markdown: 'New.\n' })),
    );
    const first = await editor.get(`${path}/changes`);
    expect([first.body.changes.length, first.body.more]).toEqual([10, 13]);
    const second = await editor.get(`${path}/changes?limit=12&page=${first.body.next.page}`);
    expect([second.body.changes.length, second.body.more]).toEqual([12, 1]);
    const third = await editor.get(`${path}/changes?page=${second.body.next.page}`);
    expect(third.body.changes).toHaveLength(1);
    expect(Object.keys(third.body)).toEqual(['changes']);
    const titles = [first, second, third].flatMap(({ body }) =>
      (body.changes as { page: { title: string } }[]).map(({ page }) => page.title),
    );
    expect(new Set(titles).size).toBe(23);
    const none = await editor.get(`${path}/changes?limit=0`);
    expect([none.body.changes, none.body.more]).toEqual([[], 23]);
    expect((await editor.get(`${path}/changes?limit=1001`)).status).toBe(400);
    expect((await editor.get(`${path}/changes?page=nowhere`)).status).toBe(400);
  });

  it('go on where a page ended, although the content has changed since', async () => {
    await edit(path, rename(ids.Guide, 'A'), rename(ids.Inside, 'B'), rename(ids.Old, 'C'));
    const { pageInfo } = await changes({ first: 2 });
    await edit(path, rename(ids.Inside, 'Inside'), rename(ids.FAQ, 'D'));
    const rest = await changes({ after: pageInfo.endCursor });
    expect(rest.nodes.map(({ page }: { page: { title: string } }) => page.title)).toEqual([
      'D',
      'C',
    ]);
  });

  it('leave out where content came from when no metadata is asked for', async () => {
    const git = { oid: 'a'.repeat(40), path: 'new.md' };
    await writePages(world, changeRequestId, [{ title: 'New', markdown: 'New.\n', git }]);
    const [shown] = (await editor.get(`${path}/changes`)).body.changes;
    expect(shown.attributes.git).toEqual({ after: git });
    const [hidden] = (await editor.get(`${path}/changes?metadata=false`)).body.changes;
    expect(hidden.attributes.git).toBeUndefined();
  });

  it('are read by who has a level on the space, and do not exist for others', async () => {
    const expected = {
      ...Object.fromEntries(
        ['read', 'comment', 'edit', 'review', 'create', 'admin'].map((role) => [role, 'ok']),
      ),
      ...{ guest: 404, disabled: 404, stranger: 404 },
    };
    expect(await restOutcomes(cast, (client) => client.get(`${path}/changes`))).toEqual(expected);
    const query = `query ($id: ID!) { space(id: $id) { changeRequests {
      nodes { changes { totalCount } } } } }`;
    const outcomes = await graphOutcomes(cast, async (client) => {
      const { data, errors } = await client.graphql(query, { id: spaceId });
      return errors?.[0]?.extensions.code ?? (data.space === null ? 'NOT_FOUND' : undefined);
    });
    expect(outcomes).toEqual(expected);
    await world.publish(spaceId);
    expect((await cast.stranger.get(`${path}/changes`)).status).toBe(404);
    expect((await editor.get(`${space}/change-requests/none/changes`)).status).toBe(404);
  });

  it('stay readable when their author and the page are gone', async () => {
    const author = await world.member(organizationId, 'edit');
    const { body } = await author.post(`${space}/change-requests`, {});
    const own = `${space}/change-requests/${body.id}`;
    await author.post(`${own}/content`, { changes: [rename(ids.FAQ, 'Help')] });
    await editor.post(`${own}/merge`);
    await edit(space, { operation: 'delete_page', page: ids.FAQ });
    await world.db.prisma.member.delete({
      where: { organizationId_userId: { organizationId, userId: author.userId } },
    });
    const answer = await editor.get(`${own}/changes`);
    expect(answer.body).toMatchObject({
      mergedFrom: { createdBy: { id: author.userId } },
      changes: [{ page: { title: 'Help' }, attributes: { title: { before: 'FAQ' } } }],
    });
  });

  it('take as many statements for many changes and many change requests as for one', async () => {
    const query = `query ($id: ID!) { space(id: $id) { changeRequests(first: 20) { nodes {
      changes(first: 50) { totalCount counts { count } nodes { attributes { name }
        ... on PageChange { page { path } before { title } textDiff { unified }
          comments { totalCount } } } } } } } }`;
    const count = async () => {
      const statements = await world.plannedStatements(() => editor.query(query, { id: spaceId }));
      return statements.length;
    };
    await edit(path, rename(ids.FAQ, 'Help'), {
      operation: 'update_page',
      page: ids.Guide,
      document: { markdown: 'Other.\n' },
      metadata: { slug: 'other' },
    });
    await newChangeRequest();
    const one = await count();
    for (const title of ['A', 'B', 'C', 'D', 'E']) {
      const other = await newChangeRequest();
      await edit(
        other.path,
        rename(ids.Old, title),
        { operation: 'move_page', page: ids.Old, into: ids.FAQ },
        { operation: 'update_page', page: ids.Guide, document: { markdown: `${title}\n` } },
        { operation: 'update_page', page: ids.FAQ, document: { markdown: `${title}!\n` } },
      );
    }
    expect(await count()).toBe(one);
  });

  it('of a large content read what differs, and no text', async () => {
    const pages = Array.from({ length: 12 }, (_, part) => ({
      title: `Part ${part}`,
      pages: Array.from({ length: 50 }, (_unused, index) => ({
        title: `Page ${part}-${index}`,
        markdown: `Text ${part}-${index}.\n`,
      })),
    }));
    const large = await world.space(organizationId);
    const written = await writePages(world, large.id, pages);
    const branch = await editor.post(`/v1/spaces/${large.id}/change-requests`, {});
    const own = `/v1/spaces/${large.id}/change-requests/${branch.body.id}`;
    await edit(own, rename(written.ids['Page 3-7'], 'Renamed'));
    let answer: { status: number; body: { changes: unknown[] } } | undefined;
    const statements = await world.statements(async () => {
      answer = await editor.get(`${own}/changes`);
    });
    expect(answer?.body.changes).toHaveLength(1);
    const ofContent = statements.filter((text) => /content_chunks|blobs/.test(text));
    // The way from the root of both tries to the page, and to its path; no list of all pages.
    expect(ofContent.length).toBeLessThan(6);
    expect(ofContent.filter((text) => /blobs|unnest\(below/.test(text))).toEqual([]);
    const everything = await editor.get(`/v1/spaces/${large.id}/change-requests/1/changes?limit=0`);
    expect(everything.body.more).toBe(1);
  });
});
