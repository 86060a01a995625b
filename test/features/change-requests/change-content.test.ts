import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../src/database/database.ts';
import { createChangeRequest, makeChanges } from '../../support/content-changes.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { changeContent, createWrittenSpace } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let spaceId: string;
let space: string;
let ids: Record<string, string>;

beforeEach(async () => {
  ({ spaceId, space, ids } = await createWrittenSpace(world, organization.id));
});

const change = (path: string, changes: object[], more: object = {}) =>
  makeChanges(cast.edit, path, changes, more);

const update = (page: string | undefined, more: object) => ({
  operation: 'update_page',
  page,
  ...more,
});

async function pageOf(path: string, id: string | undefined) {
  const { status, body } = await cast.edit.get(`${path}/content/page/${id}?format=markdown`);
  return status === 404 ? null : body;
}

async function newChangeRequest(): Promise<string> {
  return (await createChangeRequest(cast.edit, space)).path;
}

describe('changing content', () => {
  it('makes all changes in order, each seeing what those before it did', async () => {
    const data = await cast.edit.query(changeContent, {
      input: {
        spaceId,
        changes: [
          { insertPage: { ref: 'part', type: 'GROUP', metadata: { title: 'Part' } } },
          {
            insertPage: {
              ref: 'new',
              into: 'part',
              metadata: { title: 'New page', emoji: '📗' },
              document: { markdown: 'Hello.\n' },
            },
          },
          { movePage: { page: ids['Setup'], into: 'part', at: 0 } },
          { updatePage: { page: 'new', metadata: { description: 'Said later.' } } },
          { deletePage: { page: ids['FAQ'] } },
          { setVariables: { variables: { version: '2', count: 3 } } },
        ],
      },
    });
    expect(data.changeContent).toMatchObject({
      owner: { __typename: 'Space' },
      revision: { pageCount: 4 },
    });
    const { new: newId, part } = data.changeContent.refs as Record<string, string>;
    const { body } = await cast.edit.get(`${space}/content`);
    expect(body.variables).toEqual({ version: '2', count: 3 });
    expect(body.pages).toMatchObject([
      { id: ids['Guide'], pages: [] },
      {
        id: part,
        path: 'part',
        pages: [
          { id: ids['Setup'], path: 'part/setup' },
          { id: newId, path: 'part/new-page', emoji: '📗', description: 'Said later.' },
        ],
      },
    ]);
    expect(await pageOf(space, newId)).toMatchObject({ markdown: 'Hello.\n' });
  });

  it('keeps the front matter, and what nobody changed, of a page with a new text', async () => {
    await change(space, [update(ids['Guide'], { document: { markdown: 'New.\n' } })]);
    expect(await pageOf(space, ids['Guide'])).toMatchObject({ title: 'Guide', markdown: 'New.\n' });
    const stored = await world.db.query(
      sql`SELECT 1 FROM blobs b WHERE b.bytes = ${Buffer.from('---\nold: true\n---\nNew.\n')}`,
    );
    expect(stored).toHaveLength(1);
  });

  it('takes values away with null, and leaves those that are absent', async () => {
    const page = ids['FAQ'];
    const metadata = {
      emoji: '❓',
      description: 'Asked.',
      hidden: true,
      variables: { a: 1, b: 2 },
    };
    await change(space, [update(page, { metadata })]);
    await change(space, [
      update(page, { metadata: { description: null, hidden: false, variables: { a: null } } }),
    ]);
    const shown = await pageOf(space, page);
    expect(shown).toMatchObject({ emoji: '❓', hidden: false, variables: { b: 2 } });
    expect(shown).not.toHaveProperty('description');
  });

  it('makes no revision of changes that change nothing', async () => {
    const { body } = await cast.edit.get(space);
    const same = [
      update(ids['FAQ'], { metadata: { title: 'FAQ' }, document: { markdown: 'Questions.\n' } }),
      { operation: 'move_page', page: ids['FAQ'], at: 1 },
      { operation: 'delete_page', page: 'page_missing' },
    ];
    expect(await change(space, same)).toBe(body.revision);
  });

  it('changes a change request alone, and counts who contributed', async () => {
    const path = await newChangeRequest();
    await change(path, [update(ids['FAQ'], { metadata: { title: 'Questions' } })]);
    expect(await pageOf(space, ids['FAQ'])).toMatchObject({ title: 'FAQ' });
    expect(await pageOf(path, ids['FAQ'])).toMatchObject({ title: 'Questions' });
    const { body } = await cast.edit.get(
      `${space}/change-requests?status=draft&contributor=${cast.edit.userId}`,
    );
    expect(body.count).toBe(1);
  });

  it('keeps files, replaces and deletes them', async () => {
    const bytes = (text: string) => Buffer.from(text).toString('base64');
    const data = await cast.edit.query(changeContent, {
      input: {
        spaceId,
        changes: [
          { insertFiles: { files: [{ ref: 'a', name: 'a.txt', content: bytes('First') }] } },
          {
            updatePage: {
              page: ids['FAQ'],
              metadata: { cover: { ref: { kind: 'FILE', file: 'a' } } },
            },
          },
        ],
      },
    });
    const file = data.changeContent.refs.a as string;
    const path = `${space}/content/files/${file}`;
    expect((await cast.edit.get(path)).body).toMatchObject({
      name: 'a.txt',
      contentType: 'text/plain',
      size: 5,
    });
    expect(await pageOf(space, ids['FAQ'])).toMatchObject({
      cover: { ref: { kind: 'file', file } },
    });
    await change(space, [{ operation: 'update_file', file, content: bytes('Second one') }]);
    expect((await cast.edit.get(path)).body).toMatchObject({ name: 'a.txt', size: 10 });
    await change(space, [{ operation: 'delete_file', file }]);
    expect((await cast.edit.get(path)).status).toBe(404);
  });

  it('makes a page again what it was in another revision', async () => {
    const before = (await cast.edit.get(space)).body.revision as string;
    const revert = { operation: 'revert_page', page: ids['Guide'], revision: before };
    await change(space, [update(ids['Guide'], { metadata: { title: 'Other', emoji: '📕' } })]);
    await change(space, [revert]);
    expect(await pageOf(space, ids['Guide'])).toMatchObject({ title: 'Guide' });
    await change(space, [{ operation: 'delete_page', page: ids['Guide'] }]);
    expect(await pageOf(space, ids['Setup'])).toBeNull();
    await change(space, [revert]);
    expect(await pageOf(space, ids['Guide'])).toMatchObject({ title: 'Guide', path: 'guide' });
  });

  it('in a change request, reverts to the primary content by default', async () => {
    const path = await newChangeRequest();
    await change(path, [
      update(ids['FAQ'], { metadata: { title: 'Mine' } }),
      { operation: 'revert_page', page: ids['FAQ'] },
    ]);
    expect(await pageOf(path, ids['FAQ'])).toMatchObject({ title: 'FAQ' });
  });
});

describe('a write that expects a revision', () => {
  it('is refused when the content is at another one, which is named', async () => {
    const first = (await cast.edit.get(space)).body.revision as string;
    const second = await change(space, [update(ids['FAQ'], { metadata: { title: 'Second' } })]);
    const changes = [update(ids['FAQ'], { metadata: { title: 'Third' } })];
    const stale = await cast.edit.post(`${space}/content`, { changes, expectedRevision: first });
    expect(stale.status).toBe(409);
    expect(stale.body.error.message).toContain(second);
    const matched = await cast.edit.post(
      `${space}/content`,
      { changes },
      { 'if-match': `"${first}"` },
    );
    expect(matched.status).toBe(412);
    expect(matched.body.error.message).toContain(second);
    const input = {
      spaceId,
      changes: [{ updatePage: { page: ids['FAQ'], metadata: { title: 'Third' } } }],
      expectedRevision: first,
    };
    expect(await cast.edit.errorCode(changeContent, { input })).toBe('STALE_REVISION');
    const { status } = await cast.edit.post(
      `${space}/content`,
      { changes },
      { 'if-match': `"${second}"` },
    );
    expect(status).toBe(200);
  });

  it('is refused when the header says something else than the body, or nothing readable', async () => {
    const changes = [{ operation: 'delete_page', page: 'page_none' }];
    for (const [header, expectedRevision] of [
      ['rev_1', undefined],
      ['"rev_1', undefined],
      ['"rev_1",, "rev_2"', undefined],
      ['""', undefined],
      [Array.from({ length: 11 }, () => '"rev_1"').join(', '), undefined],
      ['"rev_1"', 'rev_2'],
    ] as const) {
      const { status } = await cast.edit.post(
        `${space}/content`,
        { changes, expectedRevision },
        { 'if-match': header },
      );
      expect(status).toBe(400);
    }
  });

  it('takes the tag of a read of the content in all forms of HTTP, on both kinds of branch', async () => {
    const request = (await cast.edit.post(`${space}/change-requests`, {})).body.id as string;
    for (const base of [space, `${space}/change-requests/${request}`]) {
      const read = async (query = '') => {
        const { headers } = await cast.edit.get(`${base}/content${query}`);
        return String(headers['etag']);
      };
      const write = async (header: string) => {
        const changes = [{ operation: 'insert_page', metadata: { title: 'Tagged' } }];
        const headers = { 'if-match': header };
        return (await cast.edit.post(`${base}/content`, { changes }, headers)).status;
      };
      const first = await read();
      expect(first).toMatch(/^W\/"rev_\w+\.[\w-]{27}"$/);
      expect(await write(first)).toBe(200);
      expect(await write(first)).toBe(412);
      expect(await write((await read()).replace(/^W\//, ''))).toBe(200);
      expect(await write(`${first}, ${await read('?metadata=false')}`)).toBe(200);
      expect(await write(`"rev_other", ${first}`)).toBe(412);
      expect(await write('*')).toBe(200);
    }
  });

  it('lets one of many concurrent writers through', async () => {
    const expectedRevision = (await cast.edit.get(space)).body.revision as string;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        cast.edit.post(`${space}/content`, {
          changes: [update(ids['FAQ'], { metadata: { title: `Title ${index}` } })],
          expectedRevision,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
  });
});

describe('a write that tells what it saw', () => {
  it('is merged with what was written since, also within one text', async () => {
    const baseRevision = (await cast.edit.get(space)).body.revision as string;
    await change(space, [
      update(ids['Guide'], {
        metadata: { emoji: '📕' },
        document: { markdown: '# Guide\n\nOne!\n\nTwo.\n' },
      }),
    ]);
    await change(
      space,
      [
        update(ids['Guide'], {
          metadata: { title: 'The guide' },
          document: { markdown: '# Guide\n\nOne.\n\nTwo!\n' },
        }),
      ],
      { baseRevision },
    );
    expect(await pageOf(space, ids['Guide'])).toMatchObject({
      title: 'The guide',
      emoji: '📕',
      markdown: '# Guide\n\nOne!\n\nTwo!\n',
    });
  });

  it('is refused where it would overwrite what it has not seen', async () => {
    const baseRevision = (await cast.edit.get(space)).body.revision as string;
    await change(space, [update(ids['FAQ'], { metadata: { title: 'Theirs' } })]);
    const changes = [update(ids['FAQ'], { metadata: { title: 'Mine' } })];
    const { status, body } = await cast.edit.post(`${space}/content`, { changes, baseRevision });
    expect({ status, message: body.error.message }).toMatchObject({
      status: 409,
      message: expect.stringContaining(`"title" of the page "${ids['FAQ']}"`) as string,
    });
    expect(await pageOf(space, ids['FAQ'])).toMatchObject({ title: 'Theirs' });
  });

  it('keeps every page of many who write at once', async () => {
    const path = await newChangeRequest();
    const titles = Array.from({ length: 12 }, (_, index) => `Page ${index}`);
    await Promise.all(
      titles.map((title) => change(path, [{ operation: 'insert_page', metadata: { title } }])),
    );
    const { body } = await cast.edit.get(`${path}/content/pages`);
    const shown = body.pages.map(({ title }: { title: string }) => title) as string[];
    expect(shown.filter((title) => titles.includes(title)).toSorted()).toEqual(titles.toSorted());
  });
});
