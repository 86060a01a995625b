import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
const ids: Record<string, string> = {};

const accented = 'RÉSUMÉ, Straße: Ёлка שָׁלוֹם ﬁle 東京案内 Łódź';

beforeAll(async () => {
  const own = organization.id;
  const add = async (name: string, made: Promise<{ id: string }>) => {
    ids[name] = (await made).id;
  };
  await add('space', world.space(own, { title: 'Narwhal guides' }));
  await add('accented', world.space(own, { title: accented }));
  await add('hidden', world.space(own, { title: 'Narwhal secrets', defaultLevel: null }));
  await add('deleted', world.space(own, { title: 'Narwhal', deletedAt: new Date() }));
  await add('collection', world.collection(own, { title: 'All narwhals' }));
  await add('secret', world.collection(own, { title: 'Secret narwhals', defaultLevel: null }));
  const other = await world.organization();
  await add('foreign', world.space(other.id, { title: 'Foreign narwhal' }));
  await world.publish(ids['foreign'] ?? '');
  ids['site'] = (await world.publish(ids['space'] ?? '', 'visitor-auth')).siteId;
  const data = { title: 'The narwhal site' };
  await world.db.prisma.site.update({ where: { id: ids['site'] }, data });
  for (const name of ['space', 'hidden', 'foreign']) {
    await writePages(world, ids[name] ?? '', [{ title: `Tusks, ${name}`, markdown: 'A narwhal.' }]);
  }
});

const document = `query ($query: String!, $types: [SearchResultType!], $first: Int, $after: String) {
  search(query: $query, types: $types, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor }
    nodes { __typename
      ... on PageSearchResult { title path space { id } sections { body } }
      ... on Space { id title } ... on Collection { id title } ... on Site { id title } } } }`;

interface Result {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string };
  nodes: { __typename: string; title: string; id?: string }[];
}

async function search(client: Client, variables: Record<string, unknown>): Promise<Result> {
  return (await client.query(document, variables)).search;
}

const titlesOf = ({ nodes }: Result) => nodes.map(({ title }) => title);

describe('the search of the graph', () => {
  it('finds what has a title of all words, and pages, that the viewer may see', async () => {
    const found = await search(cast.read, { query: 'narwhal' });
    expect(found.nodes).toEqual([
      { __typename: 'Collection', id: ids['collection'], title: 'All narwhals' },
      { __typename: 'Space', id: ids['space'], title: 'Narwhal guides' },
      { __typename: 'Site', id: ids['site'], title: 'The narwhal site' },
      {
        __typename: 'PageSearchResult',
        title: 'Tusks, space',
        path: 'tusks-space',
        space: { id: ids['space'] },
        sections: [{ body: 'A <mark>narwhal</mark>.' }],
      },
    ]);
    expect(found.totalCount).toBe(4);
    const ofAdmin = await search(cast.admin, { query: 'narwhal' });
    expect(ofAdmin.totalCount).toBe(7);
    expect(titlesOf(ofAdmin)).toEqual(
      expect.arrayContaining(['Narwhal secrets', 'Secret narwhals', 'Tusks, hidden']),
    );
    for (const client of [cast.guest, cast.disabled, cast.stranger]) {
      expect(await search(client, { query: 'narwhal' })).toMatchObject({
        totalCount: 0,
        nodes: [],
      });
    }
  });

  it('finds only what it is asked for', async () => {
    const of = async (types: string[]) =>
      titlesOf(await search(cast.read, { query: 'narwhal', types }));
    expect(await of(['PAGE'])).toEqual(['Tusks, space']);
    expect(await of(['SITE', 'COLLECTION'])).toEqual(['All narwhals', 'The narwhal site']);
    expect(await of(['SPACE'])).toEqual(['Narwhal guides']);
    const all = await search(cast.read, { query: 'guides NARW' });
    expect(titlesOf(all)).toEqual(['Narwhal guides']);
  });

  it.each([
    ['RÉSUMÉ', 'resume strasse'],
    ['straße', 'résumé straß'],
    ['Ёлка', 'елка'],
    ['שָׁלוֹם', 'שלום'],
    ['ﬁle', 'file'],
    ['東京案内', '京案'],
    ['Łódź', 'lodz'],
  ])('finds the title with %s for %s', async (_word, query) => {
    expect(titlesOf(await search(cast.read, { query, types: ['SPACE'] }))).toEqual([accented]);
  });

  it('finds words of titles by their beginnings alone, and no parts of them', async () => {
    const of = async (query: string) =>
      titlesOf(await search(cast.read, { query, types: ['SPACE'] }));
    expect(await of('guid narw')).toEqual(['Narwhal guides']);
    expect(await of('uides')).toEqual([]);
    expect(await of('on-call')).toEqual([]);
  });

  it('finds nothing without words or types', async () => {
    for (const variables of [{ query: ' - ' }, { query: '%' }, { query: 'narwhal', types: [] }]) {
      expect(await search(cast.admin, variables)).toMatchObject({ totalCount: 0, nodes: [] });
    }
  });

  it('goes on where a page ended', async () => {
    const whole = await search(cast.read, { query: 'narwhal' });
    const seen: string[] = [];
    let after: string | null = null;
    for (let isMore = true; isMore;) {
      const { nodes, pageInfo, totalCount }: Result = await search(cast.read, {
        query: 'narwhal',
        first: 1,
        after,
      });
      expect(totalCount).toBe(4);
      seen.push(...nodes.map(({ title }) => title));
      [after, isMore] = [pageInfo.endCursor, pageInfo.hasNextPage];
    }
    expect(seen).toEqual(titlesOf(whole));
  });

  it('needs a token', async () => {
    const { errors } = await world.anonymous().graphql(document, { query: 'narwhal' });
    expect(errors?.[0]?.extensions?.['code']).toBe('UNAUTHENTICATED');
  });
});
