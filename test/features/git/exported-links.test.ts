import { beforeEach, describe, expect, it } from 'vitest';
import { hasGit, type Clone } from '../../support/git-server.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { linesAt } from '../links/support.ts';
import { flat, type Page } from './random-edits.ts';
import { GitWorld } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
const gitWorld = new GitWorld(world);

let clone: Clone;
let spaceId: string;

const sync = async (kind: 'import' | 'export', id = spaceId) => {
  const job = await gitWorld.run(cast.create, id, kind, { url: gitWorld.server.url(clone.name) });
  expect(job).toMatchObject({ state: 'done', errorMessage: null });
  return job;
};

async function change(id: string, ...changes: object[]): Promise<void> {
  const { status, body } = await cast.create.post(`/v1/spaces/${id}/content`, { changes });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

/** The ids of pages, files and reusable contents by their titles and names. */
async function idsOf(id: string): Promise<Record<string, string>> {
  const { pages, files, reusableContents } = await contentOf(id);
  const items = [...flat(pages), ...files, ...reusableContents] as (Page & { name?: string })[];
  return Object.fromEntries(items.map((one) => [one.name ?? one.title, one.id]));
}

const contentOf = async (id: string) => (await cast.create.get(`/v1/spaces/${id}/content`)).body;

/** The links of all pages, by the titles of the pages: what each leads to. */
async function linksOf(id: string): Promise<Record<string, string[]>> {
  const links: Record<string, string[]> = {};
  for (const { id: page, title } of flat((await contentOf(id)).pages as Page[])) {
    const lines = await linesAt(cast.create, `/v1/spaces/${id}/content/page/${page}/links`);
    // By its address in the app or by its id, it is the same.
    links[title] = lines.map((line) => line.replace(/^in-app/, 'ok')).toSorted();
  }
  return links;
}

const fileAt = (path: string) => clone.git('show', `origin/main:${path}`);

const page = (ref: string, title: string, markdown: string, more: object = {}) => ({
  ...{ operation: 'insert_page', ref, metadata: { title }, document: { markdown }, ...more },
});

/** A text with names in the place of addresses. */
const texts = [
  'Old <!-- kept --> text <u>as it</u> is: [deep](DEEP "Title").',
  '[Steps](GUIDE#first-steps), [own](#here), [app](/guide/deep-u-page), [web](https://e.com/a).',
  '![Alt](FILE) and [the file](FILE).',
  '{% include "NOTE" %}',
  '{% file src="FILE_ID" %}',
  '{% content-ref url="DEEP" %}\n[x](DEEP)\n{% endcontent-ref %}',
  'See {% content-ref url="DEEP" %}[x](DEEP){% endcontent-ref %} and {% card href="GUIDE" %}.',
  '{% card href="GUIDE" x=\'1\' %}\n__Text__\n{% endcard %}',
  '| A   |\n| :-- |\n| {% page-ref page="DEEP" %} {% include "NOTE" %} |',
  '```\n(DEEP)\n```',
  '[There](THERE#deep-place), [other](OTHER).',
  '<table data-view="cards"><thead><tr><th></th>' +
    '<th data-hidden data-card-target data-type="content-ref"></th>' +
    '<th data-hidden data-card-cover data-type="files"></th></tr></thead>' +
    '<tbody><tr><td>Card</td><td><a href="GUIDE">g</a></td><td><a href="FILE">p</a></td></tr>' +
    '</tbody></table>\n',
].join('\n\n');

describe.skipIf(!hasGit)('what is made in the app', () => {
  beforeEach(async () => {
    clone = gitWorld.server.repository(`repo-${world.next()}`);
    ({ id: spaceId } = await world.space(organization.id, { title: 'Guides' }));
  });

  it('is exported with addresses that work in the repository, and read back as the same', async () => {
    const { id: otherId } = await world.space(organization.id, { title: 'Other' });
    await change(otherId, page('there', 'There', '## Deep place\n'));
    await change(
      spaceId,
      page('home', 'Home', 'Hi.\n'),
      page('guide', 'Guide', '## First steps\n'),
      page('deep', 'Deep (ü) page', 'Deep.\n', { into: 'guide' }),
      {
        operation: 'insert_files',
        files: [{ ref: 'pic', name: 'a (b) ü.png', content: btoa('x') }],
      },
      {
        ...{ operation: 'insert_reusable_content', ref: 'note', title: 'The note' },
        document: { markdown: 'Mind.\n' },
      },
    );
    const ids = await idsOf(spaceId);
    const idOf = (title: string) => ids[title] ?? '';
    const there = `docgraph:space/${otherId}/page/${(await idsOf(otherId))['There']}`;
    const otherUrl = `${baseUrl}/o/${organization.id}/s/${otherId}`;
    const picture = '.gitbook/assets/a%20%28b%29%20%C3%BC.png';
    /** What the app and the repository write in the place of each name. */
    const addresses: Record<string, [app: string, repository: string]> = {
      DEEP: [`docgraph:page/${idOf('Deep (ü) page')}`, 'guide/deep-u-page.md'],
      GUIDE: [`docgraph:page/${idOf('Guide')}`, 'guide.md'],
      FILE: [`docgraph:file/${idOf('a (b) ü.png')}`, picture],
      FILE_ID: [idOf('a (b) ü.png'), picture],
      NOTE: [idOf('The note'), '.gitbook/includes/the-note.md'],
      THERE: [there, `${otherUrl}/there`],
      OTHER: [`docgraph:space/${otherId}`, otherUrl],
    };
    const written = (side: 0 | 1) =>
      texts.replaceAll(/\b[A-Z_]{4,}\b/g, (name) => addresses[name]?.[side] ?? name);
    await change(
      spaceId,
      { operation: 'update_page', page: idOf('Home'), document: { markdown: written(0) } },
      {
        ...{ operation: 'update_reusable_content', reusableContent: idOf('The note') },
        document: { markdown: `Mind [the guide](docgraph:page/${idOf('Guide')}).\n` },
      },
      {
        ...{ operation: 'update_page', page: idOf('Deep (ü) page') },
        document: { markdown: `[Up](docgraph:page/${idOf('Home')})\n` },
        metadata: { cover: { ref: { kind: 'file', file: idOf('a (b) ü.png') } } },
      },
    );
    const before = await linksOf(spaceId);
    await sync('export');
    clone.pull();
    const inCode = `(${addresses.DEEP?.[0]})\n\`\`\``;
    expect(fileAt('home.md')).toBe(written(1).replace('(guide/deep-u-page.md)\n```', inCode));
    expect(fileAt('.gitbook/includes/the-note.md')).toBe('Mind [the guide](../../guide.md).\n');
    expect(fileAt('guide/deep-u-page.md')).toBe(
      '---\ncover: ../.gitbook/assets/a (b) ü.png\ncoverY: 0\n---\n[Up](../home.md)\n',
    );

    // The space goes on to lead to the same, and so does a new one.
    expect(await linksOf(spaceId)).toEqual(before);
    expect((await sync('export')).message).toMatch(/^Nothing was written/);
    expect((await sync('import')).message).toMatch(/^Nothing changed/);
    const { id: copyId } = await world.space(organization.id, { title: 'Guides' });
    await sync('import', copyId);
    expect(await linksOf(copyId)).toEqual(before);
  });

  it('keeps its variables both ways, and shows their values', async () => {
    clone.write({
      'README.md':
        '---\ntitle: x\nvars:\n  # the product\n  product: Acme\n---\n{{ space.vars.release }} of {{ page.vars.product }}.\n',
      '.gitbook/vars.yaml': '# versions\nrelease:   1.10 # now\nzebrafish: quokka\n',
    });
    clone.push();
    await sync('import');
    const [{ id: readme }] = (await contentOf(spaceId)).pages;
    const url = `/v1/spaces/${spaceId}/content/page/${readme}?evaluated=true`;
    expect((await cast.create.get(url)).body.markdown).toBe('1.10 of Acme.\n');
    await change(
      spaceId,
      { operation: 'set_variables', variables: { release: '1.20', count: 3 } },
      { operation: 'update_page', page: readme, metadata: { variables: { product: 'Zoo', n: 1 } } },
    );
    await sync('export');
    clone.pull();
    expect(fileAt('.gitbook/vars.yaml')).toBe(
      '# versions\nrelease:   1.20 # now\nzebrafish: quokka\ncount: 3\n'.replace(
        '   1.20',
        ' "1.20"',
      ),
    );
    expect(fileAt('README.md')).toBe(
      '---\ntitle: x\nvars:\n  # the product\n  product: Zoo\n  n: 1\n---\n{{ space.vars.release }} of {{ page.vars.product }}.\n',
    );
    expect((await sync('import')).message).toMatch(/^Nothing changed/);
    const { id: copyId } = await world.space(organization.id);
    await sync('import', copyId);
    const of = async (id: string) => {
      const { variables, pages } = await contentOf(id);
      return [variables, pages[0].variables];
    };
    expect(await of(copyId)).toEqual(await of(spaceId));
    clone.write({ 'README.md': 'None.\n', '.gitbook/vars.yaml': 'release: 2.0\n' });
    clone.push();
    await sync('import');
    expect(await of(spaceId)).toEqual([{ release: '2.0' }, undefined]);
  });
});
