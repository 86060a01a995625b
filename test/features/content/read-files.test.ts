import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { deleteFiles, writeFiles } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';

const world = useWorld();
let reader: Client;
let spaceId: string;
let ids: Record<string, string>;
let contentPath: string;

beforeAll(async () => {
  const { id: organizationId } = await world.organization();
  reader = await world.member(organizationId, 'read');
  ({ id: spaceId } = await world.space(organizationId));
  contentPath = `/v1/spaces/${spaceId}/content`;
  ids = await writeFiles(world, spaceId, [
    {
      name: 'logo.png',
      contentType: 'image/png',
      text: 'no real picture',
      dimensions: { width: 40, height: 20 },
      git: { oid: 'a'.repeat(40), path: '.gitbook/assets/logo.png' },
    },
    ...['b', 'c', 'd', 'e'].map((name) => ({ name: `${name}.txt`, text: `text ${name}` })),
    { name: 'page.html', contentType: 'text/html', text: '<script>alert(1)</script>' },
    { name: "it's (a) drawing.svg", contentType: 'image/svg+xml', text: '<svg/>' },
  ]);
});

/** Reads the bytes behind a URL of an answer, as anybody could. */
async function download(url: string, headers: Record<string, string> = {}) {
  expect(url.startsWith(`${baseUrl}/content/files/`)).toBe(true);
  return world.app.inject({ url: url.slice(baseUrl.length), headers });
}

async function urlOf(name: string): Promise<string> {
  const { body } = await reader.get(`${contentPath}/files/${ids[name]}`);
  return body.downloadURL;
}

describe('the files of a revision', () => {
  it('show every field of the interface', async () => {
    const { body } = await reader.get(`${contentPath}/files/${ids['logo.png']}`);
    expect(body).toEqual({
      id: ids['logo.png'],
      name: 'logo.png',
      contentType: 'image/png',
      downloadURL: expect.stringContaining('/logo.png?'),
      size: 15,
      dimensions: { width: 40, height: 20 },
      git: { oid: 'a'.repeat(40), path: '.gitbook/assets/logo.png' },
    });
    const plain = await reader.get(`${contentPath}/files/${ids['logo.png']}?metadata=false`);
    expect(plain.body).not.toHaveProperty('git');
  });

  it('are alone what they are in the list and in the revision', async () => {
    const { body: list } = await reader.get(`${contentPath}/files?computed=false`);
    expect(list.count).toBe(7);
    const { body: revision } = await reader.get(contentPath);
    expect(revision.files).toEqual(list.items);
    for (const file of list.items) {
      expect((await reader.get(`${contentPath}/files/${file.id}`)).body).toEqual(file);
    }
  });

  it('are walked page by page, each once', async () => {
    const seen: string[] = [];
    let page: string | undefined = '';
    while (page !== undefined) {
      const { body }: { body: { items: { name: string }[]; next?: { page: string } } } =
        await reader.get(`${contentPath}/files?limit=3${page && `&page=${page}`}`);
      seen.push(...body.items.map(({ name }) => name));
      page = body.next?.page;
    }
    expect(seen).toEqual(Object.keys(ids));
  });

  it.each([
    ['limit=0', 200],
    ['limit=1000', 200],
    ['limit=1001', 400],
    ['limit=-1', 400],
    ['limit=1.5', 400],
    ['page=forged', 400],
    ['format=markdown', 400],
  ])('with %s are answered with %i', async (query, status) => {
    expect((await reader.get(`${contentPath}/files?${query}`)).status).toBe(status);
  });

  it('are paged in both directions in the graph, with exact page information', async () => {
    const page = async (args: string) => {
      const { space } = await reader.query(
        `query ($id: ID!) { space(id: $id) { content { files(${args}) {
          totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { name }
        } } } }`,
        { id: spaceId },
      );
      const { totalCount, pageInfo, nodes } = space.content.files;
      expect(totalCount).toBe(7);
      return { ...pageInfo, names: nodes.map(({ name }: { name: string }) => name) };
    };
    const first = await page('first: 2');
    expect(first).toMatchObject({
      names: ['logo.png', 'b.txt'],
      hasNextPage: true,
      hasPreviousPage: false,
    });
    const second = await page(`first: 2, after: "${first.endCursor}"`);
    expect(second).toMatchObject({
      names: ['c.txt', 'd.txt'],
      hasNextPage: true,
      hasPreviousPage: true,
    });
    expect(await page(`last: 2, before: "${second.startCursor}"`)).toMatchObject({
      names: ['logo.png', 'b.txt'],
      hasNextPage: true,
      hasPreviousPage: false,
    });
    expect(await page('last: 1')).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(await page('first: 7')).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
    expect(await page('first: 0')).toMatchObject({ names: [], hasNextPage: true });
  });

  it('keep their place when the file of a cursor is gone', async () => {
    const other = await world.changeRequest(spaceId);
    const path = `/v1/spaces/${spaceId}/change-requests/${other.id}/content/files`;
    const { body } = await reader.get(`${path}?limit=2`);
    await deleteFiles(world, other.id, [ids['b.txt'] ?? '']);
    const files = await writeFiles(world, other.id, [{ name: 'last.txt', text: 'last' }]);
    const { body: next } = await reader.get(`${path}?limit=100&page=${body.next.page}`);
    expect(next.items.map(({ id }: { id: string }) => id)).toEqual([
      ...Object.values(ids).slice(2),
      files['last.txt'],
    ]);
  });
});

describe('a download URL', () => {
  it('is the same on one day, and gives the bytes without a token', async () => {
    const url = await urlOf('b.txt');
    expect(await urlOf('b.txt')).toBe(url);
    const answer = await download(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('text b');
    expect(answer.headers['content-type']).toBe('text/plain');
  });

  it('lets a browser show pictures and save the rest, and run nothing', async () => {
    const dispositions = new Map<string, string>();
    for (const name of Object.keys(ids)) {
      const { headers } = await download(await urlOf(name));
      dispositions.set(name, String(headers['content-disposition']).split(';')[0] ?? '');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    }
    expect(dispositions.get('logo.png')).toBe('inline');
    expect(dispositions.get('page.html')).toBe('attachment');
    expect(dispositions.get("it's (a) drawing.svg")).toBe('attachment');
  });

  it('keeps the name of the file', async () => {
    const { headers } = await download(await urlOf("it's (a) drawing.svg"));
    expect(headers['content-disposition']).toBe(
      "attachment; filename*=UTF-8''it%27s%20%28a%29%20drawing.svg",
    );
  });

  it('need not be read again by who has the bytes', async () => {
    const url = await urlOf('b.txt');
    const { headers } = await download(url);
    expect(headers['cache-control']).toContain('immutable');
    const again = await download(url, { 'if-none-match': String(headers['etag']) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it('is refused with any part changed', async () => {
    const url = await urlOf('b.txt');
    const changed = [
      url.replace('b.txt', 'b.html'),
      url.replace('text%2Fplain', 'text%2Fhtml'),
      url.replace(/expires=\d/, 'expires=9'),
      url.replace(/files\/./, 'files/x'),
      url.replace(/signature=.*/, ''),
      `${url}x`,
    ];
    for (const each of changed) {
      expect(each).not.toBe(url);
      const { statusCode, json } = await download(each);
      expect(statusCode).toBe(403);
      expect(json()).toMatchObject({ error: { code: 403 } });
    }
  });
});
