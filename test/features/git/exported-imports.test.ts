import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWebClient } from '../../../src/external/http/create-web-client.ts';
import type { WebClient } from '../../../src/external/http/web-client.ts';
import { hasGit, type Clone } from '../../support/git-server.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { sendBytes, startWebSite, type WebSite } from '../../support/web-site.ts';
import { importContent, picture, readOutline } from '../imports/support.ts';
import { linesAt } from '../links/support.ts';
import { flat, type Page } from './random-edits.ts';
import { GitWorld } from './support.ts';

// Content that comes in, is moved and goes out by git leads to the same when it is read again.

let site: WebSite;
let siteClient: WebClient;
const web: WebClient = {
  fetch: (request) => siteClient.fetch(request),
  close: () => siteClient.close(),
};

const world = useWorld({ web });
const organization = useOrganization(world);
const cast = useCast(world, organization);
const gitWorld = new GitWorld(world);

let clone: Clone;
let spaceId: string;

const htmlPage = (title: string, text: string) =>
  `<!doctype html><html><head><title>${title}</title></head>
   <body><main><h1>${title}</h1>${text}</main></body></html>`;

beforeAll(async () => {
  const image = sendBytes('image/png', picture);
  site = await startWebSite({
    '/docs/': htmlPage(
      'Welcome',
      `<p>Read the <a href="guide#first-steps">guide</a> or <a href="guide/deep%20(er)">deeper</a>,
        <a href="https://example.com/x">more</a> or <a href="/elsewhere">what is not imported</a>.</p>
       <p><a href="guide"><img src="img/a%20(b).png" alt="A"></a></p>
       <table><tr><th>A</th></tr><tr><td><a href="guide">cell</a></td></tr></table>`,
    ),
    '/docs/guide': htmlPage(
      'Guide',
      `<h2 id="first-steps">First steps</h2><p>Go <a href="/docs/">home</a>,
        <a href="#first-steps">up</a>. <img src="/docs/img/a%20(b).png" alt=""></p>
       <ul><li><p>Or <a href="/docs/guide/deep%20(er)#end">down</a></p></li></ul>`,
    ),
    '/docs/guide/deep%20(er)': htmlPage(
      'Deep (er)',
      `<p>Back to the <a href="../guide">guide</a> and
        <a href="../guide#first-steps">its <code>steps</code></a>.</p><h2 id="end">The end</h2>`,
    ),
    '/docs/img/a%20(b).png': image,
  });
  siteClient = createWebClient({ intranetHosts: [site.host] });
});

afterAll(() => site.stop());

beforeEach(async () => {
  clone = gitWorld.server.repository(`repo-${world.next()}`);
  ({ id: spaceId } = await world.space(organization.id, { title: 'Docs' }));
});

async function sync(kind: 'import' | 'export', id = spaceId, repository = clone) {
  const url = gitWorld.server.url(repository.name);
  const job = await gitWorld.run(cast.create, id, kind, { url });
  expect(job).toMatchObject({ state: 'done', errorMessage: null });
  return job;
}

async function change(id: string, ...changes: object[]): Promise<void> {
  const { status, body } = await cast.create.post(`/v1/spaces/${id}/content`, { changes });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

async function pagesOf(id: string): Promise<Page[]> {
  return flat((await cast.create.get(`/v1/spaces/${id}/content`)).body.pages as Page[]);
}

async function pageIds(id: string): Promise<Record<string, string>> {
  return Object.fromEntries((await pagesOf(id)).map((page) => [page.title, page.id]));
}

/** The links of all pages by the titles of the pages, and where the pages are. */
async function shownOf(id: string) {
  const links: Record<string, string[]> = {};
  for (const { id: page, title } of await pagesOf(id)) {
    const lines = await linesAt(cast.create, `/v1/spaces/${id}/content/page/${page}/links`);
    links[title] = lines.map((line) => line.replace(/^in-app/, 'ok')).toSorted();
  }
  return { links, outline: await readOutline(cast.create, `/v1/spaces/${id}/content`) };
}

/** Exports the space, imports it into a new one, and expects that both show the same. */
async function expectSameElsewhere(): Promise<Awaited<ReturnType<typeof shownOf>>> {
  const before = await shownOf(spaceId);
  await sync('export');
  expect((await shownOf(spaceId)).links).toEqual(before.links);
  expect((await sync('export')).message).toMatch(/^Nothing was written/);
  expect((await sync('import')).message).toMatch(/^Nothing changed/);
  const { id: copyId } = await world.space(organization.id, { title: 'Docs' });
  await sync('import', copyId);
  expect(await shownOf(copyId)).toEqual(before);
  return before;
}

const page = (ref: string, title: string, markdown: string, more: object = {}) => ({
  ...{ operation: 'insert_page', ref, metadata: { title }, document: { markdown }, ...more },
});

describe.skipIf(!hasGit)('a web site that is imported', () => {
  it('is exported with links and pictures that work in the repository and in a new import', async () => {
    const input = { spaceId, url: `${site.url}/docs/`, source: 'WEBSITE' };
    await cast.create.query(importContent, { input });
    const { links } = await expectSameElsewhere();
    expect(links['Guide']).toContain('ok page Deep (er)#end');
    expect(
      Object.values(links)
        .flat()
        .filter((line) => line.startsWith('broken')),
    ).toEqual([]);
    clone.pull();
    const texts = Object.keys(clone.tree()).filter((path) => path.endsWith('.md'));
    const all = texts.map((path) => clone.git('show', `origin/main:${path}`)).join('\n');
    expect(all).not.toContain('docgraph:');
    expect(all).toContain(`${site.url}/elsewhere`);
  });

  it('stays linked where it is edited, moved and renamed before', async () => {
    const input = { spaceId, url: `${site.url}/docs/`, source: 'WEBSITE' };
    await cast.create.query(importContent, { input });
    await sync('export');
    const ids = await pageIds(spaceId);
    await change(
      spaceId,
      { operation: 'move_page', page: ids['Deep (er)'], into: null, at: 0 },
      { operation: 'update_page', page: ids['Guide'], metadata: { title: 'Manual' } },
    );
    const { links, outline } = await expectSameElsewhere();
    expect(outline[0]).toMatch(/^Deep/);
    expect(links['Deep (er)']).toEqual(['ok page Manual', 'ok page Manual#first-steps']);
  });
});

describe.skipIf(!hasGit)('pages that move', () => {
  const files = {
    'SUMMARY.md':
      '* [Home](README.md)\n* [Guide](guide.md)\n  * [Deep](guide/deep.md)\n* [End](end.md)\n',
    'README.md': 'To [deep](guide/deep.md#place), [end](end.md), ![a](img/a.png).\n',
    'guide.md': 'To [deep](guide/deep.md) and [home](README.md).\n',
    'guide/deep.md': '## Place\n\nTo [guide](../guide.md), [end](../end.md), ![a](../img/a.png).\n',
    'end.md': 'To [deep](guide/deep.md) and [the place](guide/deep.md#place).\n',
    'img/a.png': 'bytes',
  };

  it('in the space keep their files, and lead to the same', async () => {
    clone.write(files);
    clone.push();
    await sync('import');
    const ids = await pageIds(spaceId);
    await change(
      spaceId,
      { operation: 'move_page', page: ids['Deep'], into: null, at: 0 },
      { operation: 'move_page', page: ids['Guide'], into: ids['End'] },
      page('made', 'Made', `To [deep](docgraph:page/${ids['Deep']}#place).\n`, {
        into: ids['Guide'],
      }),
    );
    const { links } = await expectSameElsewhere();
    expect(links['Home']).toEqual(['ok file a.png', 'ok page Deep#place', 'ok page End']);
    expect(links['Made']).toEqual(['ok page Deep#place']);
    const made = await pageIds(spaceId);
    await change(
      spaceId,
      { operation: 'move_page', page: made['Made'], into: null, at: 0 },
      { operation: 'move_page', page: made['Deep'], into: made['Made'] },
    );
    expect((await expectSameElsewhere()).links).toEqual(links);
  });

  it('in the repository, while the space is edited, lead to the same', async () => {
    clone.write(files);
    clone.push();
    await sync('import');
    const ids = await pageIds(spaceId);
    await change(
      spaceId,
      page(
        'made',
        'Made',
        `To [deep](docgraph:page/${ids['Deep']}#place), ![a](docgraph:page/${ids['End']}).\n`,
      ),
    );
    clone.git('mv', 'guide/deep.md', 'moved.md');
    clone.write({
      'SUMMARY.md':
        '* [Home](README.md)\n* [Guide](guide.md)\n* [Deep](moved.md)\n* [End](end.md)\n',
      'README.md': 'To [deep](moved.md#place), [end](end.md), ![a](img/a.png).\n',
      'guide.md': 'To [deep](moved.md) and [home](README.md).\n',
      'moved.md': '## Place\n\nTo [guide](guide.md), [end](end.md), ![a](img/a.png).\n',
      'end.md': 'To [deep](moved.md) and [the place](moved.md#place).\n',
    });
    clone.push();
    await sync('import');
    const { links } = await expectSameElsewhere();
    expect(links['Made']).toContain('ok page Deep#place');
    expect(links['End']).toEqual(['ok page Deep', 'ok page Deep#place']);
  });
});

describe.skipIf(!hasGit)('spaces of a collection', () => {
  it('that link to each other do so in a new import of each', async () => {
    const { id: collection } = await world.collection(organization.id, { title: 'Shelf' });
    const spaces: string[] = [];
    for (const title of ['One', 'Two']) {
      const { id } = await world.space(organization.id, { title, parentId: collection });
      await change(
        id,
        page('home', 'Home', 'Hi.\n'),
        page('deep', 'Deep', '## Place\n', { into: 'home' }),
      );
      spaces.push(id);
    }
    const linksTo = async (id: string) => {
      const { Deep: deep } = await pageIds(id);
      const at = `docgraph:space/${id}`;
      return `[a](${at}/page/${deep}) [b](${at}/page/${deep}#place) [c](${at}) [d](docgraph:collection/${collection})\n`;
    };
    const [one = '', two = ''] = spaces;
    for (const [from, to] of [
      [one, two],
      [two, one],
    ] as const) {
      const { Home: home } = await pageIds(from);
      const document = { markdown: await linksTo(to) };
      await change(from, { operation: 'update_page', page: home, document });
    }
    for (const id of spaces) {
      spaceId = id;
      clone = gitWorld.server.repository(`repo-${world.next()}`);
      const { links } = await expectSameElsewhere();
      const other = id === one ? 'Two' : 'One';
      expect(links['Home']).toEqual([
        'ok collection Shelf',
        'ok page Deep',
        'ok page Deep#place',
        `ok space ${other}`,
      ]);
    }
  });
});

describe.skipIf(!hasGit)('links to what is gone', () => {
  it('are reported with the page and the address, whenever something is exported', async () => {
    await change(
      spaceId,
      page('home', 'Home', 'Hi.\n'),
      page('guide', 'Guide', '## Place\n'),
      page('other', 'Other', 'Hi.\n'),
    );
    const ids = await pageIds(spaceId);
    const guide = `docgraph:page/${ids['Guide']}`;
    const markdown = [
      `[a](${guide}) [b](${guide}#none) [c](nowhere.md) [web](https://example.com)`,
      '![d](docgraph:file/file_none)',
      '{% include "rc_none" %}\n',
    ].join('\n\n');
    await change(spaceId, { operation: 'update_page', page: ids['Home'], document: { markdown } });
    const notes = (job: Awaited<ReturnType<typeof sync>>) =>
      job.results
        .filter(({ outcome }) => outcome === 'noted')
        .map(({ path, message }) => `${path}: ${message}`);
    const noted = (address: string) =>
      `home.md: The target of its link "${address}" does not exist.`;
    const before = [`${guide}#none`, 'nowhere.md', 'file_none', 'rc_none'].map(noted);
    expect(notes(await sync('export')).toSorted()).toEqual(before.toSorted());
    await change(spaceId, { operation: 'delete_page', page: ids['Guide'] });
    const written = ['guide.md', 'guide.md#none', 'nowhere.md', 'file_none', 'rc_none'];
    expect(notes(await sync('export')).toSorted()).toEqual(written.map(noted).toSorted());
  });
});
