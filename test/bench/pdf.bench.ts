import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { writePages } from '../support/content.ts';
import { World } from '../support/world.ts';
import { measured } from './measured.ts';
import { printTable } from './table.ts';

const ROWS = 10_000;
const CHARACTERS = 2_000_000;

let world: World;
let editor: Client;
let path: string;
let ids: Record<string, string>;

const row = (_: unknown, index: number) => `| row ${index + 1} | value \`${index + 1}\` |`;
const paragraph = 'This page is long, and says the same again and again, as some that are made do.';

beforeAll(async () => {
  world = await World.create();
  const { id: organizationId, admin } = await world.organization();
  editor = admin;
  const { id } = await world.space(organizationId);
  path = `/v1/spaces/${id}`;
  const rows = Array.from({ length: ROWS }, row);
  const long = `${paragraph}\n\n`.repeat(Math.floor(CHARACTERS / (paragraph.length + 2)));
  ({ ids } = await writePages(world, id, [
    { title: 'a table of 10,000 rows', markdown: `| A | B |\n| - | - |\n${rows.join('\n')}\n` },
    { title: 'a page of 2 MB', markdown: long },
  ]));
});

afterAll(() => world.destroy());

describe('the PDF of a huge page', () => {
  it('is made while other requests are answered', async () => {
    const rows: string[][] = [];
    for (const [title, id] of Object.entries(ids)) {
      const { result, ms, wait } = await measured(world, () =>
        editor.get(`${path}/pdf?page=${id}&only=true`),
      );
      expect(result.status, JSON.stringify(result.body)).toBe(200);
      rows.push([title, ms, wait]);
    }
    printTable(['PDF of', 'ms', 'longest wait'], rows);
  });
});
