import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../src/database/database.ts';
import {
  addContentIndex,
  contentIndexes,
  type ContentIndex,
  type IndexStep,
} from '../../../src/revisions/derived/content-index.ts';
import { derivedOf } from '../../../src/revisions/derived/derive-texts.ts';
import {
  declareTextDerivation,
  textDerivations,
} from '../../../src/revisions/derived/text-derivation.ts';
import { loadPageTrees } from '../../../src/revisions/store/content-store.ts';
import type { Difference } from '../../../src/revisions/store/trie-differences.ts';
import { indexSpaces } from '../../../src/features/spaces/index-spaces.ts';
import { sha256 } from '../../../src/lib/hash.ts';
import type { Client } from '../../support/client.ts';
import { writePages, writeTexts } from '../../support/content.ts';
import { World } from '../../support/world.ts';
import { deleteEarlier, jobContext, purgeAll } from '../../features/purge/support.ts';
import { importFolder } from '../../features/content/import-folder.ts';

let world: World;
let organization: { id: string; admin: Client };
let spaceId: string;

/** What the test keeps with content: the titles of pages. And what it derives of texts. */
let steps: IndexStep[] = [];
let parsed: string[] = [];

const titles: ContentIndex = {
  name: 'test-titles',
  version: 3,
  update: async (transaction, step) => {
    steps.push(step);
    for (const [id, { after }] of step.pages) {
      await transaction.$executeRaw(sql`DELETE FROM titles WHERE id = ${id}
        AND space_id = ${step.spaceId}`);
      if (after)
        await transaction.$executeRaw(
          sql`INSERT INTO titles VALUES (${step.spaceId}, ${id}, ${after.title})`,
        );
    }
  },
  remove: (transaction, id, limit) =>
    transaction.$executeRaw(sql`DELETE FROM titles WHERE ctid IN (
      SELECT ctid FROM titles WHERE space_id = ${id} LIMIT ${limit})`),
};

const firstTexts = declareTextDerivation({
  name: 'test-first-text',
  version: 5,
  module: import.meta.url,
  derive: ({ nodes }) => {
    const text = /"text":"([^"]*)"/.exec(JSON.stringify(nodes))?.[1] ?? '';
    parsed.push(text);
    return { text };
  },
});

beforeAll(async () => {
  addContentIndex(titles);
  world = await World.create();
  await world.db.pool.query('CREATE TABLE titles (space_id text, id text, title text)');
  organization = await world.organization();
});

afterAll(async () => {
  contentIndexes.delete(titles.name);
  textDerivations.delete(firstTexts.name);
  await world.destroy();
});

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organization.id));
  steps = [];
  parsed = [];
});

async function indexed(id = spaceId): Promise<string[]> {
  const rows = await world.db.query(
    sql`SELECT title FROM titles WHERE space_id = ${id} ORDER BY title`,
  );
  return rows.map(([title]) => title as string);
}

async function fromScratch(id = spaceId): Promise<string[]> {
  const { revisionId } = await world.db.prisma.space.findUniqueOrThrow({ where: { id } });
  const { pagesHash } = await world.db.prisma.revision.findUniqueOrThrow({
    where: { id: revisionId },
  });
  const [tree] = await loadPageTrees(world.db, [pagesHash]);
  return [...(tree?.walk() ?? [])].map(({ page }) => page.title).toSorted();
}

async function post(path: string, body?: object): Promise<{ id: string; revision: string }> {
  const answer = await organization.admin.post(`/v1/spaces/${spaceId}${path}`, body);
  expect({ status: answer.status, error: answer.body?.error }).toMatchObject({ error: undefined });
  return answer.body;
}

const insertPage = (title: string) => ({
  changes: [{ operation: 'insert_page', document: { markdown: title }, metadata: { title } }],
});

const titlesOf = (differences: ReadonlyMap<string, Difference<{ title: string }>>) =>
  [...differences.values()].map(({ before, after }) => [before?.title, after?.title]);

describe('an index of content', () => {
  it('is kept by whatever moves the head of a space', async () => {
    const { ids } = await writePages(world, spaceId, [{ title: 'A' }, { title: 'B' }]);
    const written = await world.db.prisma.space.findUniqueOrThrow({ where: { id: spaceId } });
    const { id } = await post('/change-requests', { subject: 'More' });
    await post(`/change-requests/${id}/content`, insertPage('C'));
    expect(await indexed()).toEqual(['A', 'B']);
    await post(`/change-requests/${id}/merge`);
    expect(await indexed()).toEqual(['A', 'B', 'C']);
    await post('/content', { changes: [{ operation: 'delete_page', page: ids.A }] });
    expect(await indexed()).toEqual(['B', 'C']);
    const copy = await post('/duplicate');
    expect(await indexed(copy.id)).toEqual(['B', 'C']);
    await post('/content/rollback', { revision: written.revisionId });
    expect(await indexed()).toEqual(['A', 'B']);
    const userId = organization.admin.userId;
    const folder = { 'SUMMARY.md': '* [D](d.md)', 'd.md': '# D' };
    await importFolder(world, folder, { spaceId, userId, now: new Date() });
    expect(await indexed()).toEqual(['D']);
    expect(await indexed()).toEqual(await fromScratch());
    expect(await indexed(copy.id)).toEqual(await fromScratch(copy.id));
  });

  it('is told what differs and nothing else', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ title: `Page ${index}` }));
    const { ids } = await writePages(world, spaceId, many);
    steps = [];
    await writeTexts(world, spaceId, { [ids['Page 7'] ?? '']: 'New.' });
    const [step] = steps;
    expect(steps).toHaveLength(1);
    expect(titlesOf(step?.pages ?? new Map())).toEqual([['Page 7', 'Page 7']]);
    expect([step?.files.size, step?.reusableContents.size]).toEqual([0, 0]);
    expect(step?.before?.generation).toBe(1);
    expect(step?.after.generation).toBe(2);
  });

  it('is rolled back with the write', async () => {
    await writePages(world, spaceId, [{ title: 'A' }]);
    const bad = { changes: [...insertPage('B').changes, { operation: 'update_page', page: 'x' }] };
    const { status } = await organization.admin.post(`/v1/spaces/${spaceId}/content`, bad);
    expect(status).toBe(400);
    expect(await indexed()).toEqual(['A']);
  });

  it('catches up with content that was written without it', async () => {
    await writePages(world, spaceId, [{ title: 'A' }, { title: 'B' }]);
    await world.db.prisma.contentIndexState.deleteMany({ where: { spaceId } });
    await world.db.query(sql`UPDATE titles SET title = 'Stale.' WHERE space_id = ${spaceId}`);
    steps = [];
    await post('/content', insertPage('C'));
    expect(steps).toEqual([]);
    await indexSpaces(jobContext(world));
    expect(await indexed()).toEqual(['A', 'B', 'C']);
    expect(steps).toMatchObject([{ spaceId, before: null }]);
    await indexSpaces(jobContext(world));
    expect(steps).toHaveLength(1);
  });

  it('reads only what differs where it lags behind', async () => {
    const { revisionId } = await writePages(world, spaceId, [{ title: 'A' }]);
    await post('/content', insertPage('B'));
    await world.db.prisma.contentIndexState.updateMany({
      where: { spaceId, name: titles.name },
      data: { revisionId },
    });
    await world.db.query(sql`DELETE FROM titles WHERE title = 'B' AND space_id = ${spaceId}`);
    steps = [];
    await indexSpaces(jobContext(world));
    expect(steps.map(({ pages }) => titlesOf(pages))).toEqual([[[undefined, 'B']]]);
    expect(await indexed()).toEqual(['A', 'B']);
  });

  it('is made anew when its version is another', async () => {
    await writePages(world, spaceId, [{ title: 'A' }]);
    await world.db.query(sql`UPDATE content_index_states SET version = 2
      WHERE space_id = ${spaceId} AND name = ${titles.name}`);
    await world.db.query(sql`UPDATE titles SET title = 'Old rule' WHERE space_id = ${spaceId}`);
    await post('/content', insertPage('B'));
    expect(await indexed()).toEqual(['Old rule']);
    await indexSpaces(jobContext(world));
    expect(await indexed()).toEqual(['A', 'B']);
  });

  it('goes with a space that is removed for good', async () => {
    await writePages(world, spaceId, [{ title: 'A' }, { title: 'B' }]);
    await deleteEarlier(world, spaceId, '8 days');
    await purgeAll(world);
    expect(await indexed()).toEqual([]);
    expect(await world.db.prisma.contentIndexState.count({ where: { spaceId } })).toBe(0);
  });

  it('of one space fails without keeping others waiting', async () => {
    const { id: other } = await world.space(organization.id);
    await writePages(world, spaceId, [{ title: 'A' }]);
    await writePages(world, other, [{ title: 'B' }]);
    const ids = [spaceId, other];
    await world.db.prisma.contentIndexState.deleteMany({ where: { spaceId: { in: ids } } });
    await world.db.query(sql`DELETE FROM titles WHERE space_id = ANY(${ids})`);
    await world.db.query(sql`ALTER TABLE titles ADD CHECK (title <> 'A') NOT VALID`);
    const context = jobContext(world);
    context.log.level = 'silent';
    await indexSpaces(context);
    expect([await indexed(), await indexed(other)]).toEqual([[], ['B']]);
    await world.db.query(sql`ALTER TABLE titles DROP CONSTRAINT titles_title_check`);
    await indexSpaces(context);
    expect(await indexed()).toEqual(['A']);
  });
});

describe('what is derived of texts', () => {
  const body = (text: string) => ({ source: sha256(text), sourceStart: 0 });
  const valuesOf = (...texts: string[]) =>
    derivedOf(
      world.db,
      firstTexts,
      texts.map((text) => body(text)),
    );

  it('is made once for each text, with the first revision that has it, on any branch', async () => {
    const text = `Text ${world.next()}.`;
    const markdown = `**${text}**`;
    await writePages(world, spaceId, [
      { title: 'A', markdown },
      { title: 'B', markdown },
    ]);
    const { id } = await world.changeRequest(spaceId);
    const added = `Added ${world.next()}.`;
    await writePages(world, id, [{ title: 'C', markdown: added }]);
    expect(parsed).toEqual([text, added]);
    await post(`/change-requests/${id}/merge`);
    await post('/duplicate');
    expect(parsed).toEqual([text, added]);
    expect(await valuesOf(added, markdown)).toEqual([{ text: added }, { text }]);
    expect(parsed).toHaveLength(2);
  });

  it('is made by the read, where it was not known when the text was written', async () => {
    const text = `Text ${world.next()}.`;
    await writePages(world, spaceId, [{ title: 'A', markdown: text }]);
    await world.db.query(sql`UPDATE text_derivations SET version = 4
      WHERE source = ${sha256(text)} AND name = ${firstTexts.name}`);
    expect(await valuesOf(text)).toEqual([{ text }]);
    expect(parsed).toHaveLength(2);
    expect(await derivedOf(world.db, firstTexts, [{}])).toEqual([null]);
    await world.db.prisma.contentIndexState.deleteMany({ where: { spaceId } });
    await indexSpaces(jobContext(world));
    expect(parsed).toHaveLength(3);
    await valuesOf(text);
    expect(parsed).toHaveLength(3);
  });

  it('is made of the markdown without its front matter', async () => {
    const frontMatter = '---\ntitle: X\n---\n';
    const text = `Text ${world.next()}.`;
    await writePages(world, spaceId, [{ title: 'A', frontMatter, markdown: text }]);
    expect(parsed).toEqual([text]);
  });

  it('goes with its text', async () => {
    const text = `Text ${world.next()}.`;
    await writePages(world, spaceId, [{ title: 'A', markdown: text }]);
    await deleteEarlier(world, spaceId, '8 days');
    await purgeAll(world);
    const source = sha256(text);
    expect(await world.db.prisma.textDerivation.count({ where: { source } })).toBe(0);
  });
});
