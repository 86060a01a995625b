import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sql } from '../../../src/database/database.ts';
import { indexSpaces } from '../../../src/features/spaces/index-spaces.ts';
import { writePages, writeReusableContents } from '../../support/content.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { jobContext } from '../purge/support.ts';
import { searchSpace } from './support.ts';
import { lawCount } from '../../support/law-count.ts';

// Whatever is done to content, what the search keeps of it is what would be made of it anew.

const world = useWorld();
const organization = useOrganization(world);

const operations = [
  ...(['write', 'insert', 'delete', 'retitle', 'index', 'move', 'rollback', 'merge'] as const),
  ...(['include', 'share', 'rewrite', 'withdraw', 'set', 'setOfPage'] as const),
] as const;

/** Something that is done to a page, or to what pages include, in primary or proposed content. */
interface Act {
  operation: (typeof operations)[number];
  proposed: boolean;
  page: number;
  words: string[];
}

const words = [
  ...['alpha', 'beta', 'gamma', 'delta', '語学', 'v2', '# epsilon\n', '\n\n'],
  ...['{{ space.vars.a }}', '{{ page.vars.a }}', '# {{ space.vars["b"] }}\n'],
  '<code class="expression">size(space.vars)</code>',
];

const acts = fc.array(
  fc.record<Act>({
    operation: fc.constantFrom(...operations),
    proposed: fc.boolean(),
    page: fc.nat({ max: 20 }),
    words: fc.array(fc.constantFrom(...words), { maxLength: 6 }),
  }),
  { minLength: 4, maxLength: 10 },
);

async function perform(spaceId: string, proposal: string, act: Act): Promise<void> {
  const { admin } = organization;
  const space = `/v1/spaces/${spaceId}`;
  const changeRequest = `${space}/change-requests/${proposal}`;
  const content = `${act.proposed ? changeRequest : space}/content`;
  const { body } = await admin.get<{ pages: { id: string }[] }>(`${content}/pages`);
  const page = body.pages[act.page % Math.max(1, body.pages.length)]?.id ?? 'page_none';
  const revision = await admin.get<{ reusableContents: { id: string }[] }>(content);
  const { reusableContents } = revision.body;
  const shared = reusableContents[act.page % Math.max(1, reusableContents.length)]?.id ?? 'rc_none';
  const text = act.words.join(' ');
  const document = { markdown: text };
  const values = [...act.words.map((word) => `Value ${word.trim()}`), null];
  const variables = { [act.page % 2 === 0 ? 'a' : 'b']: values[act.page % values.length] };
  const metadata = { title: `New ${act.words[0]?.trim() ?? ''}`, description: text.slice(0, 20) };
  const changes = {
    write: { operation: 'update_page', page, document },
    insert: { operation: 'insert_page', document, metadata },
    delete: { operation: 'delete_page', page },
    retitle: { operation: 'update_page', page, metadata },
    index: { operation: 'update_page', page, metadata: { noIndex: act.words.length % 2 === 0 } },
    move: { operation: 'move_page', page, at: 0 },
    include: {
      operation: 'update_page',
      page,
      document: { markdown: `${text}\n\n{% include "${shared}" %}\n` },
    },
    share: { operation: 'insert_reusable_content', title: 'Shared', document },
    rewrite: { operation: 'update_reusable_content', reusableContent: shared, document },
    set: { operation: 'set_variables', variables },
    setOfPage: { operation: 'update_page', page, metadata: { variables } },
    withdraw: { operation: 'delete_reusable_content', reusableContent: shared },
  };
  if (act.operation === 'merge') await admin.post(`${changeRequest}/merge`);
  else if (act.operation === 'rollback') {
    const first = await world.db.prisma.revision.findFirstOrThrow({
      where: { spaceId, generation: 1 },
    });
    await admin.post(`${content}/rollback`, { revision: first.id });
  } else await admin.post(content, { changes: [changes[act.operation]] });
}

/** What the search keeps of a space. */
async function kept(spaceId: string) {
  const pages = await world.db.query(sql`
    SELECT page, part, title, source, source_start, includes, included,
      variables, expression_values, names::text, words::text
    FROM search_pages
    WHERE space_id = ${spaceId} ORDER BY page, part`);
  const vocabulary = await world.db.query(sql`
    SELECT word, written, reversed, pages FROM search_words
    WHERE space_id = ${spaceId} ORDER BY word, written`);
  return { pages, vocabulary };
}

async function spaceWithPages(): Promise<string> {
  const { id } = await world.space(organization.id);
  const contents = [{ title: 'Shared', markdown: 'zeta\n' }];
  const { Shared: shared } = await writeReusableContents(world, id, contents);
  const pages = [0, 1, 2].map((index) => ({
    title: `Page ${index}`,
    markdown: `${words[index]} ${words[index + 3]}\n\n{% include "${shared}" %}\n`,
  }));
  await writePages(world, id, pages);
  return id;
}

it('is what it would be if it were made anew, after any edits', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (performed) => {
      const spaceId = await spaceWithPages();
      const { id: proposal } = await world.changeRequest(spaceId);
      for (const act of performed) await perform(spaceId, proposal, act);
      const before = await kept(spaceId);
      await world.db.prisma.contentIndexState.deleteMany({ where: { spaceId } });
      await indexSpaces(jobContext(world));
      expect(await kept(spaceId)).toEqual(before);
    }),
    { numRuns: lawCount(8) },
  );
});

it('is the same for a copy of a space', async () => {
  const spaceId = await spaceWithPages();
  const { admin } = organization;
  const { status, body } = await admin.post<{ id: string }>(`/v1/spaces/${spaceId}/duplicate`);
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  expect(await kept(body.id)).toEqual(await kept(spaceId));
});

it('finds each page by every sentence of it, in order and as words', async () => {
  const word = fc.oneof(
    fc.stringMatching(/^[a-z]{1,12}$/),
    fc.constantFrom('Straße', 'naïve', 'C++', '容器', 'ค้นหา', 'on-call', '3.14', 'x_y', 'Ünïcödé'),
  );
  const sentence = fc.array(word, { minLength: 1, maxLength: 12 }).map((all) => all.join(' '));
  await fc.assert(
    fc.asyncProperty(fc.array(sentence, { minLength: 1, maxLength: 6 }), async (sentences) => {
      const { id } = await world.space(organization.id);
      await writePages(world, id, [
        { title: 'Text', markdown: sentences.map((one) => `Say ${one}.\n`).join('\n') },
        { title: 'Empty' },
      ]);
      for (const one of sentences) {
        for (const query of [one, `"${one}"`]) {
          const { items } = await searchSpace(organization.admin, id, query);
          expect({ query, titles: items.map(({ title }) => title) }).toMatchObject({
            titles: ['Text'],
          });
        }
      }
    }),
    { numRuns: lawCount(15) },
  );
});

it('finds words and phrases anywhere in a very long page', async () => {
  const { id } = await world.space(organization.id);
  const long = Array.from({ length: 40_000 }, (_, n) => `w${n}`).join(' ');
  await writePages(world, id, [{ title: 'Long page', markdown: `${long} verylastword.\n` }]);
  for (const query of ['verylastword', 'long w39999', '"w3999 w4000 w4001"', 'w20000 w20001']) {
    const { count, items } = await searchSpace(organization.admin, id, query);
    expect({ query, count, title: items[0]?.title }).toEqual({
      query,
      count: 1,
      title: 'Long page',
    });
  }
});

it('answers at once for many words in a long text that repeats them', async () => {
  const { id } = await world.space(organization.id);
  await writePages(world, id, [
    { title: 'Letters', markdown: `${'東'.repeat(100_000)}\n` },
    { title: 'Words', markdown: `${'ping pong '.repeat(30_000)}\n` },
  ]);
  for (const [query, title] of [
    ['東'.repeat(64), 'Letters'],
    [`"${'ping pong '.repeat(32)}"`, 'Words'],
  ] as const) {
    const { items } = await searchSpace(organization.admin, id, query);
    expect(items.map((item) => item.title)).toEqual([title]);
  }
});
