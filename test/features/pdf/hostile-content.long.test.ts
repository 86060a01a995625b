import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import { hasPoppler, readPdf } from '../../support/poppler.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { download } from './support.ts';

const ROWS = 600;
const PARAGRAPHS = 800;

const world = useWorld();
const organization = useOrganization(world);
let admin: Client;
let path: string;
let ids: Record<string, string>;

const table = ['| Name | Value |', '| --- | --- |'];
for (let row = 1; row <= ROWS; row += 1) table.push(`| row ${row} | value \`${row}\` |`);

const paragraph = 'This page is long, and says the same again and again, as some that are made do.';
const long = Array.from({ length: PARAGRAPHS }, (_, index) => {
  return `Paragraph ${index + 1}. ${paragraph} ${paragraph.slice(0, 40)}`;
}).join('\n\n');

beforeAll(async () => {
  ({ admin } = organization);
  const { id } = await world.space(organization.id);
  path = `/v1/spaces/${id}`;
  ({ ids } = await writePages(world, id, [
    { title: 'Table', markdown: table.join('\n') },
    { title: 'Long', markdown: long },
    { title: 'Word', markdown: 'x'.repeat(100_000) },
    { title: 'Many', pages: Array.from({ length: 2000 }, groupOf) },
  ]));
});

function groupOf(_: unknown, index: number) {
  return { title: `Group ${index + 1}`, type: 'group' } as const;
}

describe('a PDF of a huge page', () => {
  it('is made while the gateway answers others', async () => {
    const done: string[] = [];
    const make = async (title: string) => {
      const answer = await admin.get(`${path}/pdf?page=${ids[title]}&only=true`);
      done.push(title);
      return answer;
    };
    const both = Promise.all([make('Table'), make('Long')]);
    let answered = 0;
    while (done.length === 0) {
      expect((await admin.get(path)).status).toBe(200);
      answered += 1;
    }
    // The last one may have waited for the PDF.
    expect(answered).toBeGreaterThan(1);
    const [rows, page] = await both;
    expect([rows.status, page.status], JSON.stringify([rows.body, page.body])).toEqual([200, 200]);
    if (!hasPoppler) return;
    const { pages } = readPdf((await download(world, rows.body.url)).rawPayload);
    const withRows = pages.filter((text) => /row \d/.test(text));
    expect(withRows.length).toBeGreaterThan(6);
    expect(withRows.filter((text) => !/Name +Value/.test(text))).toEqual([]);
    expect(withRows.at(-1)).toContain(`row ${ROWS}`);
  });

  it('breaks a word that is longer than a page', async () => {
    const { status, body } = await admin.get(`${path}/pdf?page=${ids['Word']}&only=true`);
    expect(status, JSON.stringify(body)).toBe(200);
  });

  it('is refused when it is too much, with the limit', async () => {
    const { status, body } = await admin.get(`${path}/pdf?page=${ids['Many']}`);
    expect(status).toBe(400);
    expect(body.error.message).toContain('2001 pages, of at most 2000');
  });
});
