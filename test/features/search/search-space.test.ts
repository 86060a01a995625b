import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import type { Client } from '../../support/client.ts';
import { writePages, writeTexts } from '../../support/content.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { searchSpace, titlesFound } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
let admin: Client;
let spaceId: string;
let ids: Record<string, string>;

const install = `Read this first.

## On Linux

Install the **daemon** with a package manager & start it: \`systemctl start beacon\`.

## On Windows

Run the installer.

### On Windows

Twice <script>alert(1)</script> & once.
`;

beforeAll(async () => {
  ({ admin } = organization);
  ({ id: spaceId } = await world.space(organization.id, { title: 'Guides' }));
  const written = await writePages(world, spaceId, [
    { title: 'Overview', markdown: 'A beacon sends messages. The lantern is on-call.\n' },
    {
      title: 'Set-up',
      description: 'Everything about installation.',
      markdown: install,
      pages: [{ title: 'Café upgrades', markdown: 'Naïve upgrading of kubernetes clusters.\n' }],
    },
    { title: 'Beacon', markdown: 'What it is.\n' },
    { title: 'Other', markdown: '# Beacon settings\n\nmax_connections is 5. Call on nobody.\n' },
    { title: 'Part', type: 'group' },
    { title: 'Not to be found', noIndex: true, markdown: 'A beacon of secrets.\n' },
    { title: 'Unlisted', hidden: true, markdown: 'A hidden zeppelin.\n' },
  ]);
  ({ ids } = written);
});

const found = (query: string) => titlesFound(admin, spaceId, query);

describe('the search of a space', () => {
  it('puts titles first, then headings, then texts', async () => {
    expect(await found('beacon')).toEqual(['Beacon', 'Other', 'Overview', 'Set-up']);
  });

  it.each([
    ['another form of a word', 'installations', ['Set-up']],
    ['the beginning of the last word', 'kubern', ['Café upgrades']],
    ['the beginning of no other word', 'kubern clusters', []],
    ['all words, wherever they stand', 'linux windows', ['Set-up']],
    ['no page that lacks a word', 'linux zeppelin', []],
    ['words in any case, without accents', 'CAFE naïve', ['Café upgrades']],
    ['words with other accents', 'cafè', ['Café upgrades']],
    ['a word in which a letter is wrong', 'kubernates', ['Café upgrades']],
    ['a word in which a letter is missing', 'kuberntes', ['Café upgrades']],
    ['a word in which a letter is too much', 'kuberrnetes', ['Café upgrades']],
    ['a word in which letters changed places', 'kubenretes', ['Café upgrades']],
    ['no word in which two letters are wrong', 'kubarnates', []],
    ['no wrong word where the right one is there', 'call', ['Other', 'Overview']],
    ['a phrase', '"sends messages"', ['Overview']],
    ['no phrase in another order', '"messages sends"', []],
    ['no other form in a phrase', '"sending messages"', []],
    ['no phrase across paragraphs and titles', '"overview a"', []],
    ['words that are joined, one after the other', 'on-call', ['Overview']],
    ['parts of a name', 'max_connections', ['Other']],
    ['code', 'systemctl', ['Set-up']],
    ['descriptions', 'everything', ['Set-up']],
    ['words that are in every text', 'the', ['Overview', 'Set-up']],
    ['what is left out of the table of contents', 'zeppelin', ['Unlisted']],
    ['no page that is not to be found', 'secrets', []],
    ['no groups', 'part', []],
  ])('finds %s', async (_case, query, titles) => {
    expect((await found(query)).toSorted()).toEqual(titles);
  });

  it('shows the sections with the words, which are marked, and where they are', async () => {
    const { count, items } = await searchSpace(admin, spaceId, 'daemon package');
    const page = ids['Set-up'] ?? '';
    expect(count).toBe(1);
    const url = expect.stringMatching(`^${baseUrl}/o/${organization.id}/s/.*/set-up#on-linux$`);
    expect(items).toEqual([
      {
        id: page,
        title: 'Set-up',
        path: 'set-up',
        sections: [
          {
            id: `${page}/on-linux`,
            title: 'On Linux',
            path: 'set-up#on-linux',
            body:
              'Install the <mark>daemon</mark> with a <mark>package</mark> manager &#38; start it: ' +
              'systemctl start beacon.',
            urls: { app: url },
          },
        ],
        urls: { app: expect.stringMatching(/\/set-up$/) },
      },
    ]);
  });

  it('tells headings that say the same apart, and lets no markup of texts through', async () => {
    const { items } = await searchSpace(admin, spaceId, 'windows');
    expect(items[0]?.sections.map(({ path }) => path)).toEqual([
      'set-up#on-windows',
      'set-up#on-windows-1',
    ]);
    expect(items[0]?.sections[1]?.body).not.toContain('<script>');
  });

  it('shows the beginning of a page below its title, and the part with the words', async () => {
    const { id } = await world.space(organization.id);
    const filler = 'Lorem ipsum dolor sit amet. '.repeat(40);
    await writePages(world, id, [
      { title: 'Long', markdown: `${filler}\n\nThe needle is here.\n\n${filler}` },
    ]);
    const [section] = (await searchSpace(admin, id, 'needle')).items[0]?.sections ?? [];
    expect(section).toMatchObject({ title: 'Long', path: 'long' });
    expect(section?.body).toMatch(/^….*The <mark>needle<\/mark> is here\. .*…$/);
    expect(section?.body.length).toBeLessThan(300);
  });

  it('is the same in the graph, where it leads to pages, spaces and counts', async () => {
    const data = await admin.query(
      `query ($id: ID!) { space(id: $id) { search(query: "beacon", first: 1) {
        totalCount pageInfo { hasNextPage hasPreviousPage }
        nodes { title path space { id } page { pageId ... on DocumentPage { markdown } }
          sections { anchor } } } } }`,
      { id: spaceId },
    );
    expect(data.space.search).toEqual({
      totalCount: 4,
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
      nodes: [
        {
          title: 'Beacon',
          path: 'beacon',
          space: { id: spaceId },
          page: { pageId: ids['Beacon'], markdown: 'What it is.\n' },
          sections: [],
        },
      ],
    });
  });

  it('has exact pages, forwards and backwards', async () => {
    const ask = async (args: string) => {
      const document = `query ($id: ID!) { space(id: $id) { search(query: "beacon", ${args}) {
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { title } } } }`;
      const { search } = (await admin.query(document, { id: spaceId })).space;
      const { hasNextPage, hasPreviousPage, startCursor, endCursor } = search.pageInfo;
      const titles = search.nodes.map(({ title }: { title: string }) => title);
      return { titles, more: [hasPreviousPage, hasNextPage], startCursor, endCursor };
    };
    const first = await ask('first: 2');
    expect(first).toMatchObject({ titles: ['Beacon', 'Other'], more: [false, true] });
    const second = await ask(`first: 2, after: "${first.endCursor}"`);
    expect(second).toMatchObject({ titles: ['Overview', 'Set-up'], more: [true, false] });
    expect(await ask(`last: 1, before: "${second.startCursor}"`)).toMatchObject({
      titles: ['Other'],
      more: [true, true],
    });
    expect(await ask(`first: 2, after: "${second.endCursor}"`)).toMatchObject({
      titles: [],
      more: [true, false],
    });
    const other = await admin.graphql(
      `query ($id: ID!, $after: String) { space(id: $id) {
        search(query: "linux", after: $after) { totalCount } } }`,
      { id: spaceId, after: first.endCursor },
    );
    expect(other.errors?.[0]?.extensions?.['code']).toBe('INVALID_CURSOR');
  });
});

describe('what was written a moment ago', () => {
  it('is found at once, and what was removed is not', async () => {
    const { id } = await world.space(organization.id);
    const pages = await writePages(world, id, [{ title: 'Page', markdown: 'Old walrus.\n' }]);
    const page = pages.ids['Page'];
    const change = (one: object, path = 'content') =>
      admin.post(`/v1/spaces/${id}/${path}`, { changes: [one] });
    const titles = (query: string) => titlesFound(admin, id, query);
    await change({ operation: 'update_page', page, document: { markdown: 'New narwhal.' } });
    expect([await titles('walrus'), await titles('narwhal')]).toEqual([[], ['Page']]);
    await change({ operation: 'update_page', page, metadata: { title: 'Whale' } });
    expect(await titles('whale narwhal')).toEqual(['Whale']);

    const { id: proposal } = await world.changeRequest(id);
    const proposed = `change-requests/${proposal}`;
    await change(
      { operation: 'update_page', page, document: { markdown: 'Proposed dolphin.' } },
      `${proposed}/content`,
    );
    expect([await titles('dolphin'), await titles('narwhal')]).toEqual([[], ['Whale']]);
    await admin.post(`/v1/spaces/${id}/${proposed}/merge`);
    expect([await titles('dolphin'), await titles('narwhal')]).toEqual([['Whale'], []]);
    await change({ operation: 'update_page', page, metadata: { noIndex: true } });
    expect(await titles('dolphin')).toEqual([]);
    await change({ operation: 'update_page', page, metadata: { noIndex: false } });
    expect(await titles('dolphin')).toEqual(['Whale']);
    await change({ operation: 'delete_page', page });
    expect(await titles('dolphin')).toEqual([]);
  });

  it('is mistaken for nothing that is not there any more', async () => {
    const { id } = await world.space(organization.id);
    const { ids: pages } = await writePages(world, id, [
      { title: 'Page', markdown: 'A lighthouse.\n' },
      { title: 'Other', markdown: 'A lighthause.\n' },
    ]);
    expect(await titlesFound(admin, id, 'lighthouse')).toEqual(['Page']);
    await writeTexts(world, id, { [pages['Page'] ?? '']: 'Gone.\n' });
    expect(await titlesFound(admin, id, 'lighthouse')).toEqual(['Other']);
  });
});

describe('a query', () => {
  it.each([
    ['empty', ''],
    ['of spaces', ' \t\n'],
    ['of punctuation', `!&|()<->:*'"\\"''""%_;--/*{}[]`],
    ['of emoji', '🎉🎉'],
    ['of marks', '\u0301\u0301'],
    ['of an unpaired half of a character', '\uD800'],
  ])('finds nothing when it is %s', async (_case, query) => {
    expect(await searchSpace(admin, spaceId, query)).toEqual({ count: 0, items: [] });
  });

  it.each([
    ['operators', "beacon & !messages | (sends <-> 'messages':*A"],
    ['an open quote', '"beacon sends messages'],
    ['quotes in quotes', `'"beacon'" "'sends'"`],
    ['SQL', `beacon'; DROP TABLE spaces; --`],
  ])('takes no %s', async (_case, query) => {
    expect((await searchSpace(admin, spaceId, query)).count).toBeLessThanOrEqual(4);
  });

  it('is refused when it is too long, has too many words or U+0000', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join(' ');
    for (const [query, message] of [
      ['x'.repeat(513), '512 characters'],
      ['x'.repeat(10_000), '512 characters'],
      [words(65), 'at most 64 words, but has 65'],
      ['語'.repeat(100), 'at most 64 words'],
      ['a\0b', 'U+0000'],
    ] as const) {
      const rest = await admin.get(
        `/v1/spaces/${spaceId}/search?${new URLSearchParams({ query })}`,
      );
      expect(rest.status).toBe(400);
      expect(rest.body.error.message).toContain('query');
      expect(rest.body.error.message).toContain(message);
      const graph = await admin.graphql(
        'query ($id: ID!, $query: String!) { space(id: $id) { search(query: $query) { totalCount } } }',
        { id: spaceId, query },
      );
      expect(graph.errors?.[0]?.extensions?.['code']).toBe('BAD_USER_INPUT');
      expect(graph.errors?.[0]?.message).toContain(message);
    }
    expect((await searchSpace(admin, spaceId, words(64))).count).toBe(0);
    expect((await admin.get(`/v1/spaces/${spaceId}/search`)).body.error.message).toContain('query');
    const missing = await admin.get(`/v1/spaces/${newId('Space')}/search?query=x`);
    expect(missing.status).toBe(404);
  });

  it('can be any text', async () => {
    const { id } = await world.space(organization.id);
    await writePages(world, id, [{ title: 'Any', markdown: 'Any text.\n' }]);
    const parts = ['any', '"', 'ﷺ', '½', 'ß', '\u200D', '日', 'ก็', "'", '\\', ':*', 'x'.repeat(99)];
    for (const left of parts) {
      for (const right of parts) await searchSpace(admin, id, `${left}${right} ${left}`);
    }
    expect(await titlesFound(admin, id, 'any')).toEqual(['Any']);
  });
});
