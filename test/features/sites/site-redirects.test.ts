import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { writePages } from '../../support/content.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { createSite, ok, refusal, type SiteHandle } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

/** A published site with a section, whose space has a page `install`. */
async function siteWithPage(body: object = {}) {
  const site = await createSite(world, { organization, body: { title: 'Manual', ...body } });
  const { id: spaceId } = await world.space(organization.id, { title: 'Guides' });
  const { ids } = await writePages(world, spaceId, [{ title: 'Welcome' }, { title: 'Install' }]);
  const section = await site.addSection({ title: 'Learn', spaceId });
  const other = await site.addSection({ title: 'More' });
  const [siteSpace] = section.siteSpaces;
  await site.publish();
  return {
    ...{ site, spaceId, sectionId: other.id as string, siteSpaceId: siteSpace.id as string },
    pageId: ids.Install ?? '',
  };
}

const create = (site: SiteHandle, source: unknown, destination: unknown) =>
  site.admin.post(`${site.url}/redirects`, { source, destination });

describe('a redirect', () => {
  it('leads to a section, a site-space or a page, whose address is its target', async () => {
    const { site, sectionId, siteSpaceId, pageId } = await siteWithPage();
    const root = `${baseUrl}/s/${site.id}`;
    for (const [source, destination, target] of [
      ['/section', { kind: 'site-section', siteSectionId: sectionId }, `${root}/more`],
      ['/space', { kind: 'site-space', siteSpaceId }, root],
      ['/page', { kind: 'site-page', siteSpaceId, pageId }, `${root}/install`],
    ] as const) {
      const answer = await create(site, source, destination);
      const redirect = ok(answer, 201);
      expect(redirect).toEqual({
        object: 'site-redirect',
        id: expect.stringMatching(/^red_/),
        source,
        destination,
        createdAt: expect.any(String),
      });
      expect(answer.headers['location']).toBe(`${baseUrl}${site.url}/redirects/${redirect.id}`);
      expect(ok(await site.admin.get(`${site.url}/redirect?source=${source}`))).toEqual({
        redirect,
        target,
      });
    }
    const { items } = ok(await site.admin.get(`${site.url}/redirects`));
    expect(items.map(({ source }: { source: string }) => source)).toEqual([
      ...['/section', '/space', '/page'],
    ]);
  });

  it('is read and changed in the graph, with what it leads to', async () => {
    const { site, sectionId, siteSpaceId, pageId } = await siteWithPage();
    const key = { organizationId: organization.id, siteId: site.id };
    const destination = `destination {
      ... on SiteSectionDestination { kind siteSection { title } }
      ... on SiteSpaceDestination { kind siteSpace { title } }
      ... on SitePageDestination { kind siteSpace { title } page { title } } }`;
    const { createSiteRedirect } = await site.admin.query(
      `mutation ($input: CreateSiteRedirectInput!) {
        createSiteRedirect(input: $input) { redirect { id source target ${destination} } } }`,
      { input: { ...key, source: '/a', destination: { sitePage: { siteSpaceId, pageId } } } },
    );
    const { id: siteRedirectId } = createSiteRedirect.redirect;
    expect(createSiteRedirect.redirect).toMatchObject({
      source: '/a',
      target: `${baseUrl}/s/${site.id}/install`,
      destination: {
        kind: 'SITE_PAGE',
        siteSpace: { title: 'Guides' },
        page: { title: 'Install' },
      },
    });
    await site.admin.query(
      'mutation ($input: UpdateSiteRedirectInput!) { updateSiteRedirect(input: $input) { redirect { id } } }',
      { input: { ...key, siteRedirectId, destination: { siteSectionId: sectionId } } },
    );
    const query = `query ($id: ID!) { site(id: $id) {
      redirects { totalCount nodes { ${destination} } }
      redirectBySource(source: "/a") { target } } }`;
    expect(await site.admin.query(query, { id: site.id })).toEqual({
      site: {
        redirects: {
          totalCount: 1,
          nodes: [{ destination: { kind: 'SITE_SECTION', siteSection: { title: 'More' } } }],
        },
        redirectBySource: { target: `${baseUrl}/s/${site.id}/more` },
      },
    });
  });

  it('changes its source and its destination, and is deleted, twice without a fault', async () => {
    const { site, siteSpaceId, sectionId } = await siteWithPage();
    const toSpace = { kind: 'site-space', siteSpaceId };
    const { id } = ok(await create(site, '/a', toSpace), 201);
    const url = `${site.url}/redirects/${id}`;
    expect(ok(await site.admin.patch(url, { source: '/b' }))).toMatchObject({
      source: '/b',
      destination: toSpace,
    });
    const destination = { kind: 'site-section', siteSectionId: sectionId };
    expect(ok(await site.admin.patch(url, { destination }))).toMatchObject({
      source: '/b',
      destination,
    });
    expect((await site.admin.delete(url)).status).toBe(204);
    expect((await site.admin.delete(url)).status).toBe(204);
    expect(refusal(await site.admin.get(`${site.url}/redirect?source=/b`))).toEqual({
      status: 404,
      message:
        'The site has no redirect from this source: check the source, and that you have access to its destination.',
    });
  });

  it('has a source that no other one has, however it is encoded', async () => {
    const { site, siteSpaceId } = await siteWithPage();
    const destination = { kind: 'site-space', siteSpaceId };
    expect(ok(await create(site, '/caf%c3%a9/%61', destination), 201).source).toBe('/caf%C3%A9/a');
    const again = await create(site, '/caf%C3%A9/a', destination);
    expect(refusal(again)).toEqual({
      status: 409,
      message:
        'The source "/caf%C3%A9/a" is already used by another redirect of this site. Choose a different one.',
    });
    const { id } = ok(await create(site, '/other', destination), 201);
    const taken = await site.admin.patch(`${site.url}/redirects/${id}`, { source: '/caf%c3%a9/a' });
    expect(refusal(taken).status).toBe(409);
    const query = `${site.url}/redirect?source=${encodeURIComponent('/caf%c3%a9/a')}`;
    expect(ok(await site.admin.get(query)).redirect.source).toBe('/caf%C3%A9/a');
  });

  it.each(['', '/', 'old', '/old/', '/a//b', '/a?b', '/é', '/%zz', `/${'x'.repeat(512)}`])(
    'refuses the source %j by its name',
    async (source) => {
      const { site, siteSpaceId } = await siteWithPage();
      const { status, message } = refusal(
        await create(site, source, { kind: 'site-space', siteSpaceId }),
      );
      expect([status, message]).toEqual([400, expect.stringMatching(/^"source" must /)]);
    },
  );

  it.each(['/..', '/a/%2e', '/%ff', '/%00'])(
    'refuses the source %j, which no visit has',
    async (source) => {
      const { site, siteSpaceId } = await siteWithPage();
      expect(refusal(await create(site, source, { kind: 'site-space', siteSpaceId }))).toEqual({
        status: 400,
        message:
          '"source" must be percent-encoded UTF-8, without U+0000, and without "." and ".." as segments.',
      });
    },
  );

  it.each(['/~search', '/%7Esearch', '/robots.txt', '/a/sitemap.xml', '/llms.txt'])(
    'refuses the source %j, which the site serves itself',
    async (source) => {
      const { site, siteSpaceId } = await siteWithPage();
      expect(refusal(await create(site, source, { kind: 'site-space', siteSpaceId }))).toEqual({
        status: 400,
        message:
          '"source" must not end with "/~search", "/robots.txt", "/sitemap.xml", "/llms.txt": the site serves these itself.',
      });
    },
  );

  it('refuses destinations elsewhere by their names', async () => {
    const { site, siteSpaceId, spaceId } = await siteWithPage();
    const other = await siteWithPage();
    const { ids } = await writePages(world, spaceId, [
      { title: 'Away', type: 'link', target: { kind: 'url', url: 'https://example.com' } },
    ]);
    const { sectionId: siteSectionId, pageId } = other;
    for (const [destination, message] of [
      [{ kind: 'site-section', siteSectionId }, 'siteSectionId" is not a section of the site.'],
      [
        { kind: 'site-space', siteSpaceId: other.siteSpaceId },
        'siteSpaceId" is not a site-space of the site.',
      ],
      [
        { kind: 'site-page', siteSpaceId, pageId },
        'pageId" is not a page of the current content of the space.',
      ],
      [
        { kind: 'site-page', siteSpaceId, pageId: ids.Away },
        'pageId" is a link, which has no address: choose a page or a group.',
      ],
    ] as const) {
      expect(refusal(await create(site, '/a', destination))).toEqual({
        status: 400,
        message: `"destination.${message}`,
      });
    }
    const { message } = refusal(await create(site, '/a', { kind: 'site-page', siteSpaceId }));
    expect(message).toMatch(
      /^"destination" must be \{ kind: "site-section", siteSectionId: <id> \}/,
    );
  });

  it('goes with its section or its site-space', async () => {
    const { site, sectionId, siteSpaceId } = await siteWithPage();
    ok(await create(site, '/a', { kind: 'site-section', siteSectionId: sectionId }), 201);
    ok(await create(site, '/b', { kind: 'site-space', siteSpaceId }), 201);
    await site.admin.delete(`${site.url}/sections/${sectionId}`);
    await site.admin.delete(`${site.url}/site-spaces/${siteSpaceId}`);
    expect(ok(await site.admin.get(`${site.url}/redirects`))).toEqual({ count: 0, items: [] });
  });

  it('exists only for members who see its destination', async () => {
    const { site, siteSpaceId, spaceId, sectionId } = await siteWithPage();
    await world.db.prisma.space.update({ where: { id: spaceId }, data: { defaultLevel: null } });
    await world.db.prisma.site.update({ where: { id: site.id }, data: { published: false } });
    ok(await create(site, '/hidden', { kind: 'site-space', siteSpaceId }), 201);
    ok(await create(site, '/open', { kind: 'site-section', siteSectionId: sectionId }), 201);
    const reader = await world.member(organization.id, 'read');
    const { count, items } = ok(await reader.get(`${site.url}/redirects`));
    expect([count, items[0].source]).toEqual([1, '/open']);
    expect((await reader.get(`${site.url}/redirect?source=/hidden`)).status).toBe(404);
  });

  it('has no target while the site is not published, or its page is gone', async () => {
    const { site, siteSpaceId, pageId, spaceId } = await siteWithPage();
    ok(await create(site, '/a', { kind: 'site-page', siteSpaceId, pageId }), 201);
    const read = async () => ok(await site.admin.get(`${site.url}/redirect?source=/a`));
    ok(await site.admin.post(`${site.url}/unpublish`));
    expect(await read()).not.toHaveProperty('target');
    ok(await site.admin.post(`${site.url}/publish`));
    expect(await read()).toHaveProperty('target');
    const changes = [{ operation: 'delete_page', page: pageId }];
    ok(await site.admin.post(`/v1/spaces/${spaceId}/content`, { changes }));
    expect(await read()).not.toHaveProperty('target');
  });

  it('is one of at most 10,000', async () => {
    const { site, siteSpaceId } = await siteWithPage();
    const data = Array.from({ length: 10_000 }, (_, index) => {
      return { id: newId('SiteRedirect'), siteId: site.id, siteSpaceId, source: `/${index}` };
    });
    await world.db.prisma.siteRedirect.createMany({ data });
    expect(refusal(await create(site, '/a', { kind: 'site-space', siteSpaceId }))).toEqual({
      status: 409,
      message: 'A site has at most 10000 redirects, and this one does: delete one first.',
    });
  });
});
