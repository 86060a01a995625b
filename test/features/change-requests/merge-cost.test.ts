import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../src/database/database.ts';
import type { Client } from '../../support/client.ts';
import { writePages, writeTexts, type TestPage } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let editor: Client;
let organizationId: string;

beforeAll(async () => {
  ({ id: organizationId, admin: editor } = await world.organization());
});

const none = { chunks: 0, blobs: 0, bytes: 0 };

/** Rows and bytes of content that are stored. */
async function stored(): Promise<{ chunks: number; blobs: number; bytes: number }> {
  const [[chunks, blobs, bytes] = []] = await world.db.query(sql`
    SELECT (SELECT count(*)::int FROM content_chunks), (SELECT count(*)::int FROM blobs),
      (SELECT sum(length(concat(c.entries, c.children)))::int FROM content_chunks c)
      + (SELECT sum(size)::int FROM blobs)`);
  return { chunks: Number(chunks), blobs: Number(blobs), bytes: Number(bytes) };
}

/** A space with a change request, and the ids of its pages. */
async function begin(pages: readonly TestPage[]) {
  const { id: spaceId } = await world.space(organizationId);
  const { ids } = await writePages(world, spaceId, pages);
  const { id } = await world.changeRequest(spaceId);
  const path = `/v1/spaces/${spaceId}/change-requests/${id}`;
  return { spaceId, id, path, ids: Object.values(ids) };
}

function pagesOf(count: number, markdown: string): TestPage[] {
  return Array.from({ length: count }, (_, index) => ({ title: `Page ${index}`, markdown }));
}

/** New texts, unlike those of any other page and side. */
function textsOf(ids: readonly string[], text: (id: string) => string): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [id, text(id)]));
}

describe('a merge', () => {
  it('writes what changed, however many pages the space has', async () => {
    const changed = 10;
    const written = [];
    for (const count of [100, 2000]) {
      const { spaceId, id, path, ids } = await begin(pagesOf(count, `${count}.\n`));
      const [other = ''] = ids.slice(-1);
      await writeTexts(
        world,
        id,
        textsOf(ids.slice(0, changed), (page) => `Ours ${page}.\n`),
      );
      await writeTexts(world, spaceId, { [other]: `Theirs ${other}.\n` });
      const before = await stored();
      expect((await editor.post(`${path}/merge`)).body.result).toBe('merge');
      const after = await stored();
      written.push({
        chunks: after.chunks - before.chunks,
        blobs: after.blobs - before.blobs,
        bytes: after.bytes - before.bytes,
      });
    }
    const [small = none, large = none] = written;
    // The leaf of each page, and the chunks above it, which lead to all of them.
    const levels = 3;
    expect(large.chunks).toBeGreaterThan(0);
    expect(large.chunks).toBeLessThanOrEqual((changed + 1) * levels);
    // The texts were stored when they were written.
    expect([small.blobs, large.blobs]).toEqual([0, 0]);
    expect(large.bytes).toBeGreaterThan(0);
    expect(large.bytes).toBeLessThan(4 * small.bytes);
  });

  it('takes as many statements for many texts that both sides changed as for few', async () => {
    const counts = [];
    for (const count of [5, 100]) {
      const { spaceId, id, path, ids } = await begin(pagesOf(count, 'One.\n\nTwo.\n\nThree.\n'));
      await writeTexts(
        world,
        id,
        textsOf(ids, (page) => `One ${page}.\n\nTwo.\n\nThree.\n`),
      );
      await writeTexts(
        world,
        spaceId,
        textsOf(ids, (page) => `One.\n\nTwo.\n\nThree ${page}.\n`),
      );
      const statements = await world.statements(async () => {
        expect((await editor.post(`${path}/merge`)).body.result).toBe('merge');
      });
      counts.push(statements.length);
      const page = `/v1/spaces/${spaceId}/content/page/${ids[0]}?format=markdown`;
      expect((await editor.get(page)).body.markdown).toBe(
        `One ${ids[0]}.\n\nTwo.\n\nThree ${ids[0]}.\n`,
      );
    }
    const [few = 0, many = 0] = counts;
    // A leaf is divided where there are many pages, which is a level more to read.
    expect(many).toBeLessThanOrEqual(few + 4);
  });

  it('keeps thousands of conflicts, each as it is, and resolves them all', async () => {
    const { spaceId, id, path, ids } = await begin(pagesOf(1200, 'Old.\n'));
    await writeTexts(
      world,
      id,
      textsOf(ids, (page) => `Ours ${page}.\n`),
    );
    await writeTexts(
      world,
      spaceId,
      textsOf(ids, (page) => `Theirs ${page}.\n`),
    );
    expect((await editor.post(`${path}/update`)).body.result).toBe('conflicts');
    const query = `query ($id: ID!) { changeRequest(id: $id) {
      conflicts(first: 1, resolved: false) { totalCount nodes { path base ours theirs } } } }`;
    const { conflicts } = (await editor.query(query, { id })).changeRequest;
    const [{ path: where }] = conflicts.nodes as [{ path: string[] }];
    expect(conflicts).toEqual({
      totalCount: 1200,
      nodes: [
        {
          path: [where[0], 'body'],
          base: 'Old.\n',
          ours: `Ours ${where[0]}.\n`,
          theirs: `Theirs ${where[0]}.\n`,
        },
      ],
    });
    await editor.query(
      `mutation ($input: ResolveConflictsInput!) {
        resolveConflicts(input: $input) { changeRequest { id } } }`,
      { input: { spaceId, changeRequestId: id, side: 'THEIRS' } },
    );
    const page = await editor.get(`${path}/content/page/${where[0]}?format=markdown`);
    expect(page.body.markdown).toBe(`Theirs ${where[0]}.\n`);
    expect((await editor.post(`${path}/merge`)).body.result).toBe('merge');
  });
});

describe('a merge over a limit', () => {
  const chain = (title: string, levels: number): TestPage => ({
    title: `${title} ${levels}`,
    ...(levels > 1 && { pages: [chain(title, levels - 1)] }),
  });

  it('is refused in both directions, as the mergeability says, and goes through afterwards', async () => {
    const { spaceId, id, path } = await begin([chain('A', 20), chain('B', 5), chain('C', 10)]);
    const { ids } = await idsByTitle(spaceId);
    const move = (page: string, into: string) => ({
      changes: [{ operation: 'move_page', page: ids.get(page), into: ids.get(into) }],
    });
    await editor.post(`${path}/content`, move('B 5', 'A 1'));
    await editor.post(`/v1/spaces/${spaceId}/content`, move('C 10', 'B 1'));
    const reasons = async () => {
      const query = 'query ($id: ID!) { changeRequest(id: $id) { mergeability { reasons } } }';
      return (await editor.query(query, { id })).changeRequest.mergeability.reasons as string[];
    };
    expect(await reasons()).toEqual(['TOO_DEEP']);
    for (const action of ['merge', 'update']) {
      const { status, body } = await editor.post(`${path}/${action}`);
      expect(status).toBe(409);
      expect(body.error.message).toMatch(/more than 30 levels deep: move it, or a page above it/);
    }
    await editor.post(`${path}/content`, move('B 5', 'A 20'));
    expect(await reasons()).toEqual([]);
    expect((await editor.post(`${path}/merge`)).body.result).toBe('merge');
  });

  it('of variables is refused, too, and says what to do', async () => {
    const { spaceId, id, path } = await begin([{ title: 'Only' }]);
    const set = (name: string) => ({
      changes: [
        {
          operation: 'set_variables',
          variables: Object.fromEntries(
            Array.from({ length: 150 }, (_, index) => [`${name}${index}`, index]),
          ),
        },
      ],
    });
    expect((await editor.post(`${path}/content`, set('ours'))).status).toBe(200);
    expect((await editor.post(`/v1/spaces/${spaceId}/content`, set('theirs'))).status).toBe(200);
    const { status, body } = await editor.post(`${path}/merge`);
    expect(status).toBe(409);
    expect(body.error.message).toBe(
      'The content would have 300 variables, but at most 200 are allowed: delete some first.',
    );
    const query = 'query ($id: ID!) { changeRequest(id: $id) { mergeability { reasons } } }';
    const { changeRequest } = await editor.query(query, { id });
    expect(changeRequest.mergeability.reasons).toEqual(['TOO_LARGE']);
  });
});

async function idsByTitle(spaceId: string): Promise<{ ids: ReadonlyMap<string, string> }> {
  const rows = (await world.db.query(sql`
    SELECT e->>'title', e->>'id' FROM spaces s JOIN revisions r ON r.id = s.revision_id
    JOIN content_chunks root ON root.hash = r.pages_hash
    JOIN content_chunks c ON c.hash = root.hash OR c.hash = ANY(root.children)
    CROSS JOIN json_array_elements(c.entries) e
    WHERE s.id = ${spaceId} AND c.entries IS NOT NULL`)) as [string, string][];
  return { ids: new Map(rows) };
}
