import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writeFiles, writePages, writeReusableContents } from '../../support/content.ts';
import { createSpec } from '../../support/openapi-specs.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { backlinksAt, linesAt, linksAt } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
let admin: Client;
let spaceId: string;

beforeAll(async () => {
  admin = organization.admin;
});

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organization.id, { title: 'Guides' }));
});

const fromFile = (path: string) => ({ git: { oid: 'a', path } });
const ownLinks = (query = '') => linesAt(admin, `/v1/spaces/${spaceId}/links${query}`);

/** The links of one text, beside a page and a file of a folder. */
async function linksOf(markdown: string, path = 'guides/start.md'): Promise<string[]> {
  const { ids } = await writePages(world, spaceId, [
    { title: 'Home', markdown: '# Welcome\n', ...fromFile('README.md') },
    {
      title: 'Guides',
      markdown: 'All.\n',
      ...fromFile('guides/README.md'),
      pages: [
        { title: 'Start', markdown, ...fromFile(path) },
        {
          title: 'Install',
          markdown: '## On Linux\n\n<a id="mac"></a>\n',
          ...fromFile('guides/install.md'),
        },
      ],
    },
  ]);
  await writeFiles(world, spaceId, [{ name: 'a b.png', text: '1', path: 'assets/a b.png' }]);
  await writeReusableContents(world, spaceId, [
    { title: 'Note', markdown: 'Mind.\n', git: { oid: 'a', path: 'includes/note.md' } },
  ]);
  return linesAt(admin, `/v1/spaces/${spaceId}/content/page/${ids['Start']}/links`);
}

describe('an address in a text', () => {
  it.each<[string, string, string[]]>([
    ['relative', '[a](install.md) [b](./install.md)', ['ok page Install']],
    ['relative to a folder above', '[a](../README.md)', ['ok page Home']],
    ['of a folder, for its readme', '[a](../guides/)', ['ok page Guides']],
    ['without extension', '[a](install)', ['ok page Install']],
    ['from the root', '[a](/guides/install.md)', ['ok page Install']],
    ['by the path of a page', '[a](/guides/install)', ['ok page Install']],
    ['with an anchor', '[a](install.md#on-linux)', ['ok page Install#on-linux']],
    ['with the anchor of an element', '[a](install.md#mac)', ['ok page Install#mac']],
    ['with an anchor that is not there', '[a](install.md#bsd)', ['broken page Install#bsd']],
    ['of a place in the page itself', '# Here\n\n[a](#here)', ['ok page Start#here']],
    ['that is percent-encoded', '![](../assets/a%20b.png)', ['ok file a b.png']],
    ['of nothing', '[a](gone.md) [b](gone.md)', ['broken url gone.md']],
    ['outside', '[a](https://example.org/x)', ['ok url https://example.org/x']],
    ['of a mailbox', '<mailto:a@example.org>', ['ok url mailto:a@example.org']],
    ['that is a script', '[a](javascript:alert(1))', []],
    ['in code', '`[a](install.md)`\n\n```\n[a](gone.md)\n```\n', []],
  ])('leads there: %s', async (_, markdown, expected) => {
    expect(await linksOf(markdown)).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    ['a link of HTML', '<a href="install.md">x</a>', ['ok page Install']],
    ['a picture of HTML', '<img src="../assets/a b.png" alt="">', ['ok file a b.png']],
    ['a mention', '<a href="install.md" class="mention">x</a>', ['ok page Install']],
    ['a button', '<a href="install.md" class="button primary">x</a>', ['ok page Install']],
    ['a reference of older form', '{% page-ref page="install.md" %}', ['ok page Install']],
    [
      'an include within a step',
      '{% stepper %}\n{% step %}\n{% include "../includes/note.md" %}\n{% endstep %}\n{% endstepper %}',
      ['ok shown reusable-content Note'],
    ],
    [
      'a tag of no meaning',
      '{% updates %}\n{% update date="x" %}\n[a](install.md)\n{% endupdate %}\n{% endupdates %}',
      ['ok page Install'],
    ],
    [
      'a reference',
      '{% content-ref url="install.md" %}\n[x](install.md)\n{% endcontent-ref %}',
      ['ok page Install'],
    ],
    ['an embed', '{% embed url="https://example.org/v" %}', ['ok url https://example.org/v']],
    ['a file', '{% file src="../assets/a b.png" %}', ['ok file a b.png']],
    ['an include', '{% include "../includes/note.md" %}', ['ok shown reusable-content Note']],
    [
      'a link in a hint',
      '{% hint style="info" %}\n[x](install.md)\n{% endhint %}',
      ['ok page Install'],
    ],
    ['a link in a list in a quote', '> * [x](install.md)', ['ok page Install']],
    ['a link in a table', '| A |\n| - |\n| [x](install.md) |', ['ok page Install']],
    [
      'cards',
      '<table data-view="cards"><thead><tr><th></th><th data-card-target data-type="content-ref">' +
        '</th><th data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>A</td><td>' +
        '<a href="install.md">x</a></td><td><a href="../assets/a b.png">y</a></td></tr></tbody></table>',
      ['ok file a b.png', 'ok page Install'],
    ],
  ])('is found in %s', async (_, markdown, expected) => {
    expect(await linksOf(markdown)).toEqual(expected);
  });
});

describe('a page', () => {
  it('links by its cover and as a link page', async () => {
    const files = await writeFiles(world, spaceId, [{ name: 'cover.png', text: 'C' }]);
    const file = files['cover.png'] ?? '';
    const { ids } = await writePages(world, spaceId, [
      { title: 'Home', cover: { ref: { kind: 'file', file }, yPos: 0 }, markdown: '' },
      { title: 'Out', type: 'link', target: { kind: 'url', url: 'https://example.org' } },
    ]);
    const linksOfPage = (title: string) =>
      linesAt(admin, `/v1/spaces/${spaceId}/content/page/${ids[title]}/links`);
    expect(await linksOfPage('Home')).toEqual(['ok file cover.png']);
    expect(await linksOfPage('Out')).toEqual(['ok url https://example.org']);
    expect(await ownLinks()).toHaveLength(2);
  });

  it('that is not there has no links', async () => {
    for (const path of ['content/page/page_x/links', 'content/page/page_x/backlinks']) {
      expect((await admin.get(`/v1/spaces/${spaceId}/${path}`)).status).toBe(404);
    }
    expect((await admin.get('/v1/spaces/sp_x/links')).status).toBe(404);
  });
});

describe('the address of something on this platform', () => {
  it('is an address in the app: its page, space or collection, if it is there', async () => {
    const app = `${baseUrl}/o/${organization.id}`;
    const other = await world.space(organization.id, { title: 'API' });
    const { revisionId } = await writePages(world, other.id, [
      { title: 'Reference', markdown: '# Errors\n' },
    ]);
    const { id: collectionId } = await world.collection(organization.id, { title: 'Products' });
    expect(
      await linksOf(
        [
          `[a](${app}/s/${other.id}/revisions/${revisionId}/reference#errors)`,
          `[b](${app}/s/${other.id})`,
          `[c](${app}/s/${other.id}/nothing)`,
          `[d](${app}/c/${collectionId})`,
          `[e](${app}/s/sp_x/page)`,
          `[f](${app}/s/${spaceId}/guides/install)`,
          `[g](${baseUrl}/settings)`,
        ].join('\n'),
      ),
    ).toEqual(
      [
        'in-app page Reference#errors',
        'in-app space API',
        `broken url ${app}/s/${other.id}/nothing`,
        'in-app collection Products',
        `broken url ${app}/s/sp_x/page`,
        'in-app page Install',
        `in-app url ${baseUrl}/settings`,
      ].toSorted(),
    );
  });

  it('is that of the page where a site publishes it', async () => {
    const other = await world.space(organization.id, { title: 'API' });
    await writePages(world, other.id, [
      { title: 'First', markdown: '' },
      { title: 'Reference', markdown: '' },
    ]);
    const { siteId } = await world.publish(other.id);
    const root = `${baseUrl}/s/${siteId}`;
    await world.db.prisma.site.update({ where: { id: siteId }, data: { hostname: null } });
    expect(await linksOf(`[a](${root}/reference) [b](${root}) [c](${root}/gone)`)).toEqual([
      `broken url ${root}/gone`,
      'ok page Reference',
      'ok space API',
    ]);
    await world.db.prisma.site.update({
      where: { id: siteId },
      data: { hostname: 'docs.acme.org' },
    });
    const { id: third } = await world.space(organization.id);
    spaceId = third;
    expect(await linksOf('[a](https://docs.acme.org/reference/#x)')).toEqual([
      'broken page Reference#x',
    ]);
  });
});

describe('an address by ids', () => {
  it('leads to what has the id, wherever it stands, if it is there', async () => {
    const files = await writeFiles(world, spaceId, [{ name: 'a.png', text: '1' }]);
    const contents = await writeReusableContents(world, spaceId, [
      { title: 'Note', markdown: 'Mind.\n' },
    ]);
    const other = await world.space(organization.id, { title: 'API' });
    const { ids: foreign } = await writePages(world, other.id, [
      { title: 'Reference', markdown: '# Errors\n' },
    ]);
    const card =
      '<table data-view="cards"><thead><tr><th></th><th data-card-cover data-type="files"></th>' +
      '</tr></thead><tbody><tr><td>A</td><td><a href="docgraph:file/FILE">y</a></td></tr></tbody></table>';
    const { ids } = await writePages(world, spaceId, [
      { id: 'page_install', title: 'Install', markdown: '## On Linux\n' },
      {
        title: 'Start',
        markdown: [
          '[a](docgraph:page/page_install) [b](docgraph:page/page_install#on-linux)',
          `[c](docgraph:page/page_x) [d](docgraph:space/${other.id})`,
          `[e](docgraph:space/${other.id}/page/${foreign['Reference']}#errors)`,
          `{% include "docgraph:reusable-content/${contents['Note']}" %}`,
          card.replace('FILE', files['a.png'] ?? ''),
        ].join('\n\n'),
      },
    ]);
    expect(
      await linesAt(admin, `/v1/spaces/${spaceId}/content/page/${ids['Start']}/links`),
    ).toEqual([
      'broken -',
      'ok file a.png',
      'ok page Install',
      'ok page Install#on-linux',
      'ok page Reference#errors',
      'ok shown reusable-content Note',
      'ok space API',
    ]);
    const backlinks = `/v1/spaces/${other.id}/content/page/${foreign['Reference']}/backlinks`;
    expect(await backlinksAt(admin, backlinks)).toEqual(['page Start']);
  });
});

describe('an OpenAPI specification', () => {
  it('is there for links by its id, its slug and its address, and shown by its blocks', async () => {
    const { specId, specSlug } = await createSpec(world, organization.id, admin.userId);
    const other = await world.organization();
    const foreign = await createSpec(world, other.id, other.admin.userId);
    const app = `${baseUrl}/o/${organization.id}/openapi`;
    expect(
      await linksOf(
        [
          `[a](docgraph:openapi/${specId}) [b](docgraph:openapi/spec_x)`,
          `[c](${app}/${specSlug}) [d](${app}/gone)`,
          `{% openapi-operation spec="${specSlug}" path="/pets" method="get" %}`,
          `{% openapi-schemas spec="${foreign.specSlug}" schemas="Pet" %}`,
        ].join('\n\n'),
      ),
    ).toEqual(
      [
        `ok openapi ${specSlug}`,
        'broken -',
        `in-app openapi ${specSlug}`,
        `broken url ${app}/gone`,
        `ok shown openapi ${specSlug}`,
        'broken shown -',
      ].toSorted(),
    );
  });
});

describe('the list', () => {
  it('counts a specification once that is named by its id and by its slug', async () => {
    const { specId, specSlug } = await createSpec(world, organization.id, admin.userId);
    const app = `${baseUrl}/o`;
    const shown = (spec: string) =>
      `{% openapi-operation spec="${spec}" path="/pets" method="get" %}`;
    await writePages(world, spaceId, [
      {
        title: 'A',
        markdown: `[a](docgraph:openapi/${specId})\n\n[b](docgraph:openapi/${specSlug}) [c](docgraph:openapi/${specId})\n`,
      },
      {
        title: 'B',
        markdown: `[a](docgraph:openapi/${specId})\n\n${shown(specSlug)}\n\n${shown(specId)}\n`,
      },
      {
        title: 'C',
        markdown: `[a](${app}/${organization.id}/openapi/${specSlug}) [b](${app}/x/openapi/${specId})\n`,
      },
    ]);
    const { count, items, stats } = await linksAt(admin, `/v1/spaces/${spaceId}/links`);
    expect(
      items.map((item) => [
        item.status,
        item.relation,
        item.locationReferences.map(({ page }) => page?.title),
      ]),
    ).toEqual([
      ['in-app', 'reference', ['C']],
      ['ok', 'dependsOn', ['B', 'B']],
      ['ok', 'reference', ['A', 'A', 'B']],
    ]);
    expect({ count, stats }).toMatchObject({ count: 3, stats: { total: 3 } });
  });

  it('has each target once, with all places, and counts apart from its filter', async () => {
    await writePages(world, spaceId, [
      { title: 'A', markdown: '[b](/b)\n\nAnd [b](/b) again, [gone](/x).\n' },
      { title: 'B', markdown: '[b](/b#top) [gone](/x) [out](https://example.org)' },
    ]);
    const path = `/v1/spaces/${spaceId}/links`;
    const all = await linksAt(admin, path);
    expect(all.count).toBe(4);
    expect(all.stats).toEqual({ total: 4, broken: { total: 1, changeRequest: 0 } });
    const broken = await linksAt(admin, `${path}?status=broken`);
    expect(broken).toMatchObject({ count: 1, stats: all.stats });
    const [gone] = broken.items;
    expect(
      gone?.locationReferences.map(({ kind, page, internalLocation }) => [
        kind,
        page?.title,
        internalLocation?.type,
      ]),
    ).toEqual([
      ['page', 'A', 'node'],
      ['page', 'B', 'node'],
    ]);
    const toB = all.items.find(
      ({ targetReference }) => targetReference?.page && !targetReference.internalLocation,
    );
    expect(toB?.locationReferences.map(({ page }) => page?.title)).toEqual(['A', 'A']);
    const first = await linksAt(admin, `${path}?limit=3`);
    const rest = await linksAt(admin, `${path}?limit=3&page=${first.next?.page}`);
    expect([...first.items, ...rest.items]).toEqual(all.items);
    expect(rest.next).toBeUndefined();
    const { status } = await admin.get(`${path}?status=lost`);
    expect(status).toBe(400);
  });

  it('of a change request tells what it broke', async () => {
    const { ids } = await writePages(world, spaceId, [
      { title: 'A', markdown: '[b](/b) [gone](/x)' },
      { title: 'B', markdown: 'Text.' },
    ]);
    const { id } = await world.changeRequest(spaceId);
    const content = `/v1/spaces/${spaceId}/change-requests/${id}`;
    const changes = [{ operation: 'delete_page', page: ids['B'] }];
    expect((await admin.post(`${content}/content`, { changes })).status).toBe(200);
    const list = await linksAt(admin, `${content}/links`);
    expect(list.stats).toEqual({ total: 2, broken: { total: 2, changeRequest: 1 } });
    expect(await linesAt(admin, `${content}/links?brokenContext=change-request`)).toEqual([
      'broken url /b',
    ]);
    expect(await linesAt(admin, `${content}/links?brokenContext=space`)).toEqual(['broken url /x']);
    const page = await linksAt(admin, `${content}/content/page/${ids['A']}/links`);
    expect(page.stats).toEqual(list.stats);
    expect(await ownLinks()).toEqual(['broken url /x', 'ok page B']);
  });

  it('takes as many statements for many links as for one', async () => {
    const statementsOf = async (count: number) => {
      const { id } = await world.space(organization.id);
      const pages = Array.from({ length: count }, (_, index) => ({
        title: `Page ${index}`,
        markdown: `[n](/page-${index + 1}) [o](https://example.org/${index})\n\n[a](${baseUrl}/o/x/s/${spaceId}/p${index})`,
      }));
      await writePages(world, id, pages);
      const texts = await world.statements(() => linksAt(admin, `/v1/spaces/${id}/links`));
      return texts.filter((text) => !text.startsWith('UPDATE api_tokens')).length;
    };
    await writePages(world, spaceId, [{ title: 'P1', markdown: '' }]);
    await statementsOf(1);
    const [one, many] = [await statementsOf(1), await statementsOf(30)];
    expect(many).toBe(one);
  });
});
