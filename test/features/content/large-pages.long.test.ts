import { describe, expect, it } from 'vitest';
import { makeChanges } from '../../support/content-changes.ts';
import { longestBlock } from '../../support/longest-block.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const COUNT = 10_000;
/** Longest time that others may wait on a calm machine, in milliseconds of CPU. */
const BLOCK_MAX_MS = 2000;

const world = useWorld();
const organization = useOrganization(world);

/** A text of many of one thing. */
const many = (part: (index: number) => string) =>
  Array.from({ length: COUNT }, (_, index) => part(index)).join('');

const texts: Record<string, string> = {
  'links to sites': many((index) => `[l${index}](https://a.example/p${index})\n\n`),
  'links to pages': many((index) => `[l${index}](page-${index}.md)\n\n`),
  'links to headings': many((index) => `[l${index}](#heading-${index})\n\n`),
  headings: many((index) => `## Heading ${index}\n\n`),
  images: many((index) => `![a](picture-${index}.png)\n\n`),
  footnotes: many((index) => `a[^${index}]\n\n[^${index}]: note\n\n`),
  'table cells': `| a | b |\n| - | - |\n${many((index) => `| ${index} | x |\n`)}`,
  words: many((index) => `w${index.toString(36)}${index % 20 === 0 ? '\n\n' : ' '}`),
  'list items': many((index) => `- item ${index}\n`),
  mentions: many((index) => `@user${index}${index % 20 === 0 ? '\n\n' : ' '}`),
};

describe.each(Object.keys(texts))('a page with ten thousand %s', (name) => {
  it('is written, read, linked, searched and edited while others are answered', async () => {
    const { admin } = organization;
    const { id } = await world.space(organization.id);
    const space = `/v1/spaces/${id}`;
    const markdown = texts[name] ?? '';
    const tooLong: Record<string, number> = {};
    const measure = async (what: string, work: () => Promise<unknown>) => {
      const { blockMs, slowness } = await longestBlock(work);
      if (blockMs > BLOCK_MAX_MS * slowness.cpu) tooLong[what] = blockMs;
    };
    const read = async (path: string) => {
      expect((await admin.get(`${space}${path}`)).status).toBe(200);
    };
    const insert = { operation: 'insert_page', ref: 'page', metadata: { title: name } };
    await measure('write', () =>
      makeChanges(admin, space, [{ ...insert, document: { markdown } }]),
    );
    const { body } = await admin.get(`${space}/content/pages`);
    const page = body.pages[0].id as string;
    await measure('read', () => read(`/content/page/${page}?format=document`));
    await measure('links', () => read('/links?limit=100'));
    await measure('links of the page', () => read(`/content/page/${page}/links?limit=100`));
    await measure('search', () => read('/search?query=item'));
    const document = { markdown: markdown.replace('1', '2') };
    await measure('edit', () =>
      makeChanges(admin, space, [{ operation: 'update_page', page, document }]),
    );
    expect(tooLong).toEqual({});
  });
});
