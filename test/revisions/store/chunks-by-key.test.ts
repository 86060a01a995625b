import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../src/database/database.ts';
import { writePages } from '../../support/content.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const OTHER_CHUNKS = 50_000;

const world = useWorld();
const organization = useOrganization(world);
let path: string;
let page: string;

beforeAll(async () => {
  const { id } = await world.space(organization.id);
  const titles = Array.from({ length: 60 }, (_, index) => `Page ${index}`);
  const { ids } = await writePages(
    world,
    id,
    titles.map((title) => ({ title, markdown: `${title} has words.` })),
  );
  path = `/v1/spaces/${id}`;
  page = ids['Page 7'] ?? '';
  // As if there were much other content.
  await world.db.query(sql`
    INSERT INTO content_chunks (hash, size, children, entries)
    SELECT 'other ' || number, 1, '{}', '[]' FROM generate_series(1, ${OTHER_CHUNKS}::int) number`);
  await world.db.query(sql`ANALYZE content_chunks`);
});

describe('content among that of many others', () => {
  it.each([
    ['a search, which shows paths', () => `${path}/search?query=words`],
    ['the tree of pages', () => `${path}/content/pages`],
    ['a page', () => `${path}/content/page/${page}`],
    ['the links of a page', () => `${path}/content/page/${page}/links`],
    ['files', () => `${path}/content/files`],
  ])('is found by its keys by %s', async (_, pathOf) => {
    const spy = vi.spyOn(world.db, 'query');
    const { status, body } = await organization.admin.get(pathOf());
    expect(status, JSON.stringify(body)).toBe(200);
    const statements = spy.mock.calls.map(([statement]) => statement);
    spy.mockRestore();
    const plans = await Promise.all(
      statements
        .filter(({ text }) => text.includes('content_chunks'))
        .map((statement) => world.db.query(sql`EXPLAIN ${statement}`)),
    );
    for (const plan of plans) expect(plan.join('\n')).not.toContain('Seq Scan on content_chunks');
  });
});
