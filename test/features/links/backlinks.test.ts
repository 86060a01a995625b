import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writeFiles, writePages } from '../../support/content.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { indexSpaces } from '../../../src/features/spaces/index-spaces.ts';
import { jobContext } from '../purge/support.ts';
import { backlinksAt, linesAt } from './support.ts';

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

const content = () => `/v1/spaces/${spaceId}/content`;
const backlinksOf = (page: string | undefined, client = admin) =>
  backlinksAt(client, `${content()}/page/${page}/backlinks`);

const linesOf = (page: string | undefined) => linesAt(admin, `${content()}/page/${page}/links`);

async function change(changes: object[], path = content()): Promise<void> {
  const { status, body } = await admin.post(path, { changes });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** A space with a page that links to one of `spaceId`, by its address in the app. */
async function spaceWithLink(path: string, options: { title: string; defaultLevel?: null }) {
  const { id } = await world.space(organization.id, options);
  const url = `${baseUrl}/o/${organization.id}/s/${spaceId}/${path}`;
  const { ids } = await writePages(world, id, [
    { title: `In ${options.title}`, markdown: `[x](${url})` },
  ]);
  return { id, page: ids[`In ${options.title}`] ?? '' };
}

describe('the backlinks of a page', () => {
  it('name each page that links to it once, but not itself', async () => {
    const { ids } = await writePages(world, spaceId, [
      { title: 'Target', markdown: '[self](#x) # x' },
      { title: 'A', markdown: '[t](/target) [t](/target#x)' },
      { title: 'B', type: 'link', target: { kind: 'url', url: 'https://example.org' } },
      { title: 'C', markdown: '[b](/a)' },
    ]);
    await change([
      {
        operation: 'insert_page',
        type: 'link',
        target: { kind: 'page', page: ids['Target'] },
        metadata: { title: 'D' },
      },
    ]);
    expect(await backlinksOf(ids['Target'])).toEqual(['page A', 'page D']);
    expect(await backlinksOf(ids['A'])).toEqual(['page C']);
    expect(await backlinksOf(ids['C'])).toEqual([]);
  });

  it('go on to hold when the page is renamed or moved, by its file and by its old path', async () => {
    const { ids } = await writePages(world, spaceId, [
      { title: 'Target', markdown: '', git: { oid: 'a', path: 'docs/target.md' } },
      { title: 'A', markdown: '[t](target.md)', git: { oid: 'a', path: 'docs/a.md' } },
      { title: 'By path', markdown: '[t](/target#end)' },
      { title: 'By new path', markdown: '[t](/part/renamed)' },
      { title: 'Part', markdown: '' },
    ]);
    const page = ids['By new path'];
    expect(await backlinksOf(ids['Target'])).toEqual(['page A', 'page By path']);
    expect(await linesOf(page)).toEqual(['broken url /part/renamed']);
    await change([
      {
        operation: 'update_page',
        page: ids['Target'],
        into: ids['Part'],
        metadata: { title: 'Renamed', slug: 'renamed' },
      },
    ]);
    const all = ['page A', 'page By path', 'page By new path'];
    expect(await backlinksOf(ids['Target'])).toEqual(all);
    expect(await linesOf(page)).toEqual(['ok page Renamed']);
    await change([{ operation: 'delete_page', page: ids['Target'] }]);
    expect(await linesOf(page)).toEqual(['broken url /part/renamed']);
  });

  it('are those of the change request in a change request', async () => {
    const { ids } = await writePages(world, spaceId, [{ title: 'Target', markdown: '' }]);
    const { id } = await world.changeRequest(spaceId);
    const proposed = `/v1/spaces/${spaceId}/change-requests/${id}/content`;
    await change(
      [
        {
          operation: 'insert_page',
          document: { markdown: '[t](/target)' },
          metadata: { title: 'New' },
        },
      ],
      proposed,
    );
    expect(await backlinksAt(admin, `${proposed}/page/${ids['Target']}/backlinks`)).toEqual([
      'page New',
    ]);
    expect(await backlinksOf(ids['Target'])).toEqual([]);
    await admin.post(`/v1/spaces/${spaceId}/change-requests/${id}/merge`);
    expect(await backlinksOf(ids['Target'])).toEqual(['page New']);
  });

  it('come from other spaces as well, as they are now', async () => {
    const { ids } = await writePages(world, spaceId, [
      { title: 'Home', markdown: '' },
      { title: 'Target', markdown: '' },
    ]);
    const other = await spaceWithLink('target', { title: 'Other' });
    const third = await world.space(organization.id, { title: 'Third' });
    await writePages(world, third.id, [
      {
        title: 'By id',
        type: 'link',
        target: { kind: 'page', page: ids['Target'] ?? '', space: spaceId },
      },
      {
        title: 'Elsewhere',
        type: 'link',
        target: { kind: 'page', page: ids['Target'] ?? '', space: 'sp_x' },
      },
    ]);
    const found = ['page In Other', 'page By id'];
    expect((await backlinksOf(ids['Target'])).toSorted()).toEqual(found.toSorted());
    await change(
      [{ operation: 'update_page', page: other.page, document: { markdown: 'No more.' } }],
      `/v1/spaces/${other.id}/content`,
    );
    expect(await backlinksOf(ids['Target'])).toEqual(['page By id']);
    await admin.delete(`/v1/spaces/${third.id}`);
    expect(await backlinksOf(ids['Target'])).toEqual([]);
    await admin.post(`/v1/spaces/${third.id}/restore`);
    expect(await backlinksOf(ids['Target'])).toEqual(['page By id']);
  });

  it('come from published addresses of the page', async () => {
    const { ids } = await writePages(world, spaceId, [
      { title: 'Home', markdown: '' },
      { title: 'Target', markdown: '' },
    ]);
    const { siteId } = await world.publish(spaceId);
    await world.db.prisma.site.update({
      where: { id: siteId },
      data: { hostname: 'docs.acme.org' },
    });
    const { id } = await world.space(organization.id);
    await writePages(world, id, [
      {
        title: 'Reader',
        markdown: '[t](https://docs.acme.org/target#x) [h](https://docs.acme.org/)',
      },
    ]);
    expect(await backlinksOf(ids['Target'])).toEqual(['page Reader']);
    expect(await backlinksOf(ids['Home'])).toEqual(['page Reader']);
  });

  it('are found for content of before there was the index', async () => {
    const { ids } = await writePages(world, spaceId, [{ title: 'Target', markdown: '' }]);
    await spaceWithLink('target', { title: 'Early' });
    await world.db.prisma.spaceLink.deleteMany({});
    await world.db.prisma.contentIndexState.deleteMany({});
    await world.db.prisma.textDerivation.deleteMany({});
    expect(await backlinksOf(ids['Target'])).toEqual([]);
    await indexSpaces(jobContext(world));
    expect(await backlinksOf(ids['Target'])).toEqual(['page In Early']);
  });
});

describe('the backlinks of a file', () => {
  it('name the pages that show it or link to it', async () => {
    const files = await writeFiles(world, spaceId, [
      { name: 'a.png', text: 'A', path: 'a.png' },
      { name: 'b.png', text: 'B', path: 'b.png' },
    ]);
    const { ids } = await writePages(world, spaceId, [
      { title: 'Shows', markdown: '![](/a.png)' },
      {
        title: 'Covered',
        markdown: '',
        cover: { ref: { kind: 'file', file: files['a.png'] ?? '' }, yPos: 0 },
      },
    ]);
    const path = `${content()}/files/${files['a.png']}/backlinks`;
    expect(await backlinksAt(admin, path)).toEqual(['page Shows', 'page Covered']);
    expect(await backlinksAt(admin, `${content()}/files/${files['b.png']}/backlinks`)).toEqual([]);
    await change([{ operation: 'delete_page', page: ids['Shows'] }]);
    expect(await backlinksAt(admin, path)).toEqual(['page Covered']);
  });
});

describe('what is hidden', () => {
  it('is as if it were not there: no backlink from it, and no title of it', async () => {
    const reader = await world.member(organization.id, 'read');
    const { ids } = await writePages(world, spaceId, [{ title: 'Target', markdown: '' }]);
    const hidden = await spaceWithLink('target', { title: 'Secret', defaultLevel: null });
    expect(await backlinksOf(ids['Target'])).toEqual(['page In Secret']);
    expect(await backlinksOf(ids['Target'], reader)).toEqual([]);
    const graph = `query ($id: ID!, $page: ID!) { space(id: $id) { content { page(id: $page) {
      backlinks { totalCount nodes { __typename } } } } } }`;
    const data = await reader.query(graph, { id: spaceId, page: ids['Target'] });
    expect(data.space.content.page.backlinks).toEqual({ totalCount: 0, nodes: [] });

    const url = `${baseUrl}/o/x/s/${hidden.id}/in-secret`;
    await writePages(world, spaceId, [
      { title: 'Pointer', markdown: `[x](${url}) [y](${baseUrl}/o/x/s/sp_none/in-secret)` },
      {
        title: 'By id',
        type: 'link',
        target: { kind: 'page', page: hidden.page, space: hidden.id },
      },
    ]);
    const path = `/v1/spaces/${spaceId}/links`;
    const missing = `broken url ${baseUrl}/o/x/s/sp_none/in-secret`;
    expect(await linesAt(admin, path)).toEqual([
      missing,
      'in-app page In Secret',
      'ok page In Secret',
    ]);
    expect(await linesAt(reader, path)).toEqual(
      ['broken -', `broken url ${url}`, missing].toSorted(),
    );
    const { body } = await reader.get(path);
    expect(body.stats).toEqual({ total: 3, broken: { total: 3, changeRequest: 0 } });
    expect(JSON.stringify(body)).not.toContain('Secret');
    await world.grant(hidden.id, reader.userId, 'read');
    expect(await linesAt(reader, path)).toEqual(await linesAt(admin, path));
  });
});
