import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebClient } from '../../../src/external/http/create-web-client.ts';
import type { Cast } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import { sendBytes, startWebSite, type WebSite } from '../../support/web-site.ts';
import { baseUrl, World } from '../../support/world.ts';
import { importContent, importIntoNewSpace, picture, readOutline, readTexts } from './support.ts';

const embedded = `data:image/png;base64,${picture.toString('base64')}`;
const dark =
  '<picture><source srcset="/dark.png" media="(prefers-color-scheme: dark)"><img src="/p.png" alt=""></picture>';

let site: WebSite;
let world: World;
let organization: { id: string; admin: Client };
let cast: Cast;
/** What the server does before it answers. */
let beforeAnswer = async () => {};

beforeAll(async () => {
  site = await startWebSite({
    '/guide.md': (request, response) => {
      const text = '---\ndescription: How to\n---\n# Guide\n\n*   ![p](p.png) [more](more.md)\n';
      void beforeAnswer().then(() => sendBytes('text/markdown', text)(request, response));
    },
    '/page.html': '<title>Page</title><main><p>One <img src="/p.png"></p></main>',
    '/latin.html': sendBytes(
      'text/html; charset=iso-8859-1',
      Buffer.from('<p>Gr\xfc\xdfe', 'latin1'),
    ),
    '/rich.html': `<title>Rich</title><main><p>One ${dark} <img src="${embedded}"></p><p>Two <img src="data:image/png,x"></p></main>`,
    '/rich/': `<title>Rich</title><main><p>One ${dark} <img src="${embedded}"></p><p>Two <img src="data:image/png,x"></p></main>`,
    '/file.html': '<main><p>One <img src="file:///a.png" alt="a"></p></main>',
    '/rich.md': `# Rich\n\nOne ${dark}\n`,
    '/p.png': sendBytes('image/png', picture),
    '/dark.png': sendBytes('image/png', picture),
    '/site/': '<main><h1>Start</h1><p>A.</p></main><nav><a href="/site/next">n</a></nav>',
    '/site/next': '<main><h1>Next</h1><p>To <a href="/site/">start</a>.</p></main>',
  });
  world = await World.create({ web: createWebClient({ intranetHosts: [site.host] }) });
  organization = await world.organization();
  cast = await world.cast(organization.id);
});

afterAll(() => Promise.all([world.destroy(), site.stop()]));

const body = (path = '/guide.md', source = 'markdown') => ({ url: `${site.url}${path}`, source });

describe('an import', () => {
  it('adds one revision to the primary content, and says where it is', async () => {
    const { id, revisionId: before } = await world.space(organization.id);
    const { ids } = await writePages(world, id, [{ title: 'Guide', slug: 'guide' }]);
    const space = `/v1/spaces/${id}`;
    const answer = await cast.edit.post(`${space}/content/import`, body());
    const { body: head } = await cast.edit.get(`${space}/content`);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ revision: head.id, importedResources: 2, totalResources: 2 });
    expect(answer.headers.location).toBe(`${baseUrl}${space}/revisions/${head.id}`);
    expect(head.id).not.toBe(before);
    const outline = await readOutline(cast.edit, `${space}/content`);
    expect(outline).toEqual(['Guide (guide)', 'Guide (guide-1)']);
    const pages = (await cast.edit.get(`${space}/content/pages`)).body.pages;
    expect(pages[0].id).toBe(ids.Guide);
    expect(pages[1]).toMatchObject({ description: 'How to', type: 'document' });
    const texts = await readTexts(cast.edit, `${space}/content`);
    expect(texts.Guide).toBe(`# Guide\n\n*   ![p](file:p.png) [more](${site.url}/more.md)\n`);
  });

  it('goes into a change request, whose contributor one becomes, through both surfaces', async () => {
    const { id: spaceId } = await world.space(organization.id);
    const { id, number } = await world.changeRequest(spaceId);
    const space = `/v1/spaces/${spaceId}`;
    const path = `${space}/change-requests/${number}`;
    const rest = await cast.edit.post(`${path}/content/import`, body('/page.html', 'html'));
    expect(rest.body).toMatchObject({ importedResources: 2, totalResources: 2 });
    const input = { spaceId, changeRequestId: id, url: `${site.url}/latin.html`, source: 'HTML' };
    const { importContent: graph } = await cast.edit.query(importContent, { input });
    expect(graph.result).toMatchObject({
      ...{ importedResources: 1, totalResources: 1, skipped: [] },
      revision: { id: graph.result.revisionId, pageCount: 2, fileCount: 1 },
    });
    const texts = await readTexts(cast.edit, `${path}/content`);
    expect(texts).toEqual({ Page: 'One ![](file:p.png)\n', Latin: 'Grüße\n' });
    expect(await readOutline(cast.edit, `${space}/content`)).toEqual([]);
    const contributors = (await cast.edit.get(`${path}/contributors`)).body.items;
    expect(contributors.map(({ user }: { user: { id: string } }) => user.id)).toEqual([
      cast.edit.userId,
    ]);
  });

  it('has the images for dark colors and those written into the text as files', async () => {
    const read =
      '<picture><source srcset="file:dark.png" media="(prefers-color-scheme: dark)"><img src="file:p.png" alt=""></picture>';
    for (const [path, source] of [
      ['/rich.html', 'HTML'],
      ['/rich/', 'WEBSITE'],
    ] as const) {
      const url = `${site.url}${path}`;
      const { spaceId, result } = await importIntoNewSpace(world, organization, { url, source });
      const reason = 'is not a readable image';
      expect(result).toMatchObject({
        ...{ importedResources: 4, totalResources: 5 },
        skipped: [{ path: `${url}#image-2.png`, reason }],
      });
      const content = `/v1/spaces/${spaceId}/content`;
      expect(await readTexts(cast.admin, content)).toEqual({
        Rich: `One ${read} ![](file:image-1.png)\n\nTwo\n`,
      });
      const { body: files } = await cast.admin.get(`${content}/files`);
      const own = files.items.find(({ name }: { name: string }) => name === 'image-1.png');
      expect(own).toMatchObject({ contentType: 'image/png', size: picture.length });
    }
    const { id } = await world.space(organization.id);
    const rest = await cast.edit.post(`/v1/spaces/${id}/content/import`, body('/rich.md'));
    expect(rest.body).toMatchObject({ importedResources: 3, totalResources: 3 });
    const texts = await readTexts(cast.edit, `/v1/spaces/${id}/content`);
    expect(texts.Rich).toContain(read);
  });

  it('lists an image that is at no address of the web', async () => {
    const url = `${site.url}/file.html`;
    const input = { url, source: 'HTML' };
    const { result } = await importIntoNewSpace(world, organization, input);
    expect(result).toMatchObject({
      ...{ importedResources: 1, totalResources: 2 },
      skipped: [{ path: 'file:///a.png', reason: 'has no http or https URL' }],
    });
  });

  it('fills a page that has no text, and goes below one that has', async () => {
    const { id } = await world.space(organization.id);
    const { ids } = await writePages(world, id, [
      { title: 'Empty', emoji: '📗' },
      { title: 'Written', markdown: 'Mine.\n' },
      { title: 'Group', type: 'group' },
      { title: 'Link', type: 'link', target: { kind: 'url', url: 'https://example.com' } },
    ]);
    const content = `/v1/spaces/${id}/content`;
    const into = (title: string) =>
      cast.edit.post(`${content}/page/${ids[title]}/import`, body('/site/', 'website'));
    for (const title of ['Empty', 'Written', 'Group']) expect((await into(title)).status).toBe(201);
    expect(await readOutline(cast.edit, content)).toEqual([
      ...['Empty (empty)', ['Next (next)']],
      ...['Written (written)', ['Start (site)', 'Next (next)']],
      ...['Group (group)', ['Start (site)', 'Next (next)']],
      'Link',
    ]);
    const texts = await readTexts(cast.edit, content);
    expect([texts.Empty, texts.Written]).toEqual(['A.\n', 'Mine.\n']);
    const { body: next } = await cast.edit.get(`${content}/path/empty/next?format=markdown`);
    expect(next.markdown).toBe(`To [start](docgraph:page/${ids.Empty}).\n`);
    const link = await into('Link');
    expect([link.status, link.body.error.message]).toEqual([
      400,
      '"pageId" is a link, which has no pages below it.',
    ]);
    const nowhere = await cast.edit.post(`${content}/page/pg_none/import`, body());
    expect(nowhere.status).toBe(404);
  });

  it('keeps to what the writer expects, to locks and to what is over', async () => {
    const { id, revisionId } = await world.space(organization.id, { editMode: 'locked' });
    const space = `/v1/spaces/${id}`;
    const asked = site.requests.length;
    const locked = await cast.admin.post(`${space}/content/import`, body());
    const { number } = await world.changeRequest(id, { status: 'archived' });
    const path = `${space}/change-requests/${number}/content/import`;
    const archived = await cast.admin.post(path, body());
    const open = await world.changeRequest(id);
    const openPath = `${space}/change-requests/${open.number}/content/import`;
    const stale = await cast.admin.post(openPath, body(), { 'if-match': '"rev_other"' });
    expect([locked.status, archived.status, stale.status]).toEqual([409, 409, 412]);
    expect(site.requests).toHaveLength(asked);
    const fresh = await cast.admin.post(openPath, body(), { 'if-match': `"${revisionId}"` });
    expect(fresh.status).toBe(201);
  });

  it('asks for rights and state again at the write', async () => {
    const { id, revisionId } = await world.space(organization.id);
    const { ids } = await writePages(world, id, [{ title: 'Empty' }]);
    const content = `/v1/spaces/${id}/content`;
    const update = { operation: 'update_page', page: ids.Empty, document: { markdown: 'Hers.' } };
    beforeAnswer = async () => {
      await cast.admin.post(content, { changes: [update] });
    };
    const filled = await cast.edit.post(`${content}/page/${ids.Empty}/import`, body());
    expect([filled.status, filled.body.error.message]).toEqual([
      409,
      'The page was empty, and somebody has written into it.',
    ]);
    beforeAnswer = async () => {
      await world.db.prisma.space.update({ where: { id }, data: { defaultLevel: 'read' } });
    };
    const refused = await cast.edit.post(`${content}/import`, body());
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining('"edit"'),
    ]);
    beforeAnswer = async () => {};
    expect((await cast.edit.get(content)).body.id).not.toBe(revisionId);
    expect(await readOutline(cast.edit, content)).toEqual(['Empty (empty)']);
  });

  it('is done once for an idempotency key, even when the server is gone', async () => {
    const once = await startWebSite({ '/a.md': sendBytes('text/markdown', '# A\n') });
    const client = createWebClient({ intranetHosts: [once.host] });
    const other = await World.create({ web: client });
    try {
      const { id: organizationId, admin } = await other.organization();
      const { id: spaceId } = await other.space(organizationId);
      const path = `/v1/spaces/${spaceId}/content/import`;
      const headers = { 'idempotency-key': 'import-1' };
      const request = { url: `${once.url}/a.md`, source: 'markdown' };
      const first = await admin.post(path, request, headers);
      const second = await admin.post(path, request, headers);
      await once.stop();
      const third = await admin.post(path, request, headers);
      expect([first.status, second.body, third.body]).toEqual([201, first.body, first.body]);
      expect(await readOutline(admin, `/v1/spaces/${spaceId}/content`)).toEqual(['A (a)']);
    } finally {
      await other.destroy();
    }
  });

  it('refuses what is no address of the web, before anything is asked', async () => {
    const { id } = await world.space(organization.id);
    const path = `/v1/spaces/${id}/content/import`;
    const messages: string[] = [];
    for (const wrong of [
      { url: 'file:///etc/passwd', source: 'markdown' },
      { url: 'docs', source: 'markdown' },
      { url: `https://example.com/${'x'.repeat(2048)}`, source: 'markdown' },
      { url: 'http://169.254.169.254/latest', source: 'markdown' },
      { url: 'https://docs.google.com/forms/1', source: 'google-docs' },
      { url: `${site.url}/p.png`, source: 'markdown' },
      { url: `${site.url}/guide.md`, source: 'wordperfect' },
      { source: 'markdown' },
    ]) {
      const answer = await cast.edit.post(path, wrong);
      expect(answer.status).toBe(400);
      messages.push(answer.body.error.message);
    }
    expect(messages).toEqual([
      '"url" must be an http or https URL.',
      '"url" must be an http or https URL.',
      '"url" must have at most 2048 characters.',
      '"url" resolves to an address outside the public internet.',
      '"url" is not a Google Docs document.',
      '"url" is not text.',
      expect.stringContaining('"source"'),
      expect.stringContaining('url'),
    ]);
  });
});
