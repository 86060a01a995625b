import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { makeChanges } from '../../support/content-changes.ts';
import { writeFiles, writePages, writeReusableContents } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let editor: Client;
let stranger: Client;
let spaceId: string;
let first: string;
let second: string;

const STATES = /* GraphQL */ `
  query ($space: ID!, $first: ID!, $second: ID!) {
    space(id: $space) {
      first: revision(id: $first) {
        ...Contents
      }
      second: revision(id: $second) {
        ...Contents
      }
    }
  }
  fragment Contents on Revision {
    pages {
      __typename
      id
      pageId
      title
      pages {
        __typename
        id
        pageId
        title
      }
    }
    files {
      nodes {
        __typename
        id
        fileId
        name
      }
    }
    reusableContents {
      nodes {
        __typename
        id
        reusableContentId
        title
      }
    }
  }
`;

interface ContentNode {
  __typename: string;
  id: string;
  [field: string]: unknown;
}

beforeAll(async () => {
  const { id: organizationId, admin } = await world.organization();
  editor = admin;
  stranger = (await world.organization()).admin;
  ({ id: spaceId } = await world.space(organizationId));
  const { ids } = await writePages(world, spaceId, [
    { title: 'Basics', type: 'group', pages: [{ title: 'Welcome', markdown: 'Hello.\n' }] },
    { title: 'Forum', type: 'link', target: { kind: 'url', url: 'https://forum.example.com/' } },
  ]);
  await writeFiles(world, spaceId, [{ name: 'a.txt', text: 'A' }]);
  await writeReusableContents(world, spaceId, [{ title: 'Note', markdown: 'Mind.\n' }]);
  first = await head();
  second = await makeChanges(editor, `/v1/spaces/${spaceId}`, [
    { operation: 'update_page', page: ids['Welcome'], metadata: { title: 'Renamed' } },
  ]);
});

async function head(): Promise<string> {
  return (await editor.get(`/v1/spaces/${spaceId}/content`)).body.id as string;
}

/** Reads all content of a revision, from both of the space. */
async function contents(of: 'first' | 'second'): Promise<ContentNode[]> {
  const { space } = await editor.query(STATES, { space: spaceId, first, second });
  const { pages, files, reusableContents } = space[of];
  const below = pages.flatMap((page: { pages: ContentNode[] }) => page.pages);
  return [...pages, ...below, ...files.nodes, ...reusableContents.nodes];
}

const nodes = async (client: Client, ids: readonly string[]) =>
  (
    await client.query(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id
        ... on Page { pageId title } ... on File { fileId name }
        ... on ReusableContent { reusableContentId title } } }`,
      { ids },
    )
  ).nodes as unknown[];

describe('the id of content', () => {
  it('names its state: no two revisions share one, while the lasting id stays', async () => {
    const [before, after] = [await contents('first'), await contents('second')];
    const ids = (list: readonly ContentNode[], field: string) => list.map((node) => node[field]);
    expect(before.map(({ __typename }) => __typename)).toEqual([
      ...['PageGroup', 'PageLink', 'DocumentPage', 'File', 'ReusableContent'],
    ]);
    expect(new Set([...ids(before, 'id'), ...ids(after, 'id')]).size).toBe(10);
    for (const field of ['pageId', 'fileId', 'reusableContentId']) {
      expect(ids(before, field)).toEqual(ids(after, field));
    }
    expect(before.every(({ id }) => id.endsWith(`@${first}`))).toBe(true);
    expect([before[2]?.['title'], after[2]?.['title']]).toEqual(['Welcome', 'Renamed']);
  });

  it('is taken by node and nodes, which show the state that it names', async () => {
    const all = [...(await contents('second')), ...(await contents('first'))];
    const shown = await nodes(
      editor,
      all.map(({ id }) => id),
    );
    expect(shown).toEqual(all.map(({ pages: _pages, ...node }) => node));
    const query = 'query ($id: ID!) { node(id: $id) { ... on DocumentPage { markdown } } }';
    const page = all.find(({ title }) => title === 'Welcome');
    expect(await editor.query(query, { id: page?.id })).toEqual({
      node: { markdown: 'Hello.\n' },
    });
  });

  it('leads nowhere for those who may not read the revision', async () => {
    const ids = (await contents('first')).map(({ id }) => id);
    expect(await nodes(stranger, ids)).toEqual(ids.map(() => null));
  });

  it('is unknown where it is malformed, of another kind, or a lasting id', async () => {
    const [group, , page, file] = await contents('first');
    const id = page?.id ?? '';
    const lasting = String(page?.['pageId']);
    const other = String(file?.['fileId']);
    const unknown = [
      ...[lasting, first, `${first}@${lasting}`, `${lasting}@`, `${lasting}@${spaceId}`],
      ...[`@${first}`, `page_@${first}`, `${id}@${first}`, `${id}.`, `${id}.source`, ` ${id}`],
      ...[`${other}@${lasting}`, id.toLowerCase(), `page_none@${first}`, `${lasting}@rev_none`],
      ...[`${id}${'x'.repeat(100_000)}`, '@', ''],
      ...[
        `${file?.id}.source`,
        `${group?.id}.source`,
        `${lasting.replace('page', 'file')}@${first}`,
      ],
    ];
    const shown = await nodes(editor, unknown);
    expect(shown.filter((_, index) => unknown[index] !== first)).toEqual(
      unknown.slice(1).map(() => null),
    );
  });

  it('is what /v1 calls id nowhere: there it is the lasting one', async () => {
    const lasting = (await contents('first')).map(
      ({ pageId, fileId, reusableContentId }) => pageId ?? fileId ?? reusableContentId,
    );
    const path = `/v1/spaces/${spaceId}/revisions/${first}`;
    const places = ['page', 'page', 'page', 'files', 'reusable-contents'];
    for (const [index, place] of places.entries()) {
      const { body } = await editor.get(`${path}/${place}/${String(lasting[index])}`);
      expect(body.id).toBe(lasting[index]);
    }
  });
});
