import { describe, expect, it } from 'vitest';
import { ok, type SiteHandle } from '../features/sites/support.ts';
import { writePages } from '../support/content.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';
import { open, publishedSite } from './reader-site.ts';

const world = useWorld();
const organization = useOrganization(world);

const pages = [
  { title: 'Welcome' },
  { title: 'Install', type: 'group' as const, pages: [{ title: 'Docker', markdown: 'Text.' }] },
  { title: 'Pro', condition: 'visitor.claims.plan == "pro"', markdown: 'Text.' },
];

async function redirectedSite(body: object = {}) {
  const found = await publishedSite(world, organization, pages, body);
  const [{ id: siteSpaceId }] = await found.site.siteSpaces();
  const toPage = (title: string) => ({
    kind: 'site-page',
    siteSpaceId,
    pageId: found.ids[title],
  });
  return { ...found, siteSpaceId: siteSpaceId as string, toPage };
}

async function redirect(site: SiteHandle, source: string, destination: object) {
  return ok(await site.admin.post(`${site.url}/redirects`, { source, destination }), 201);
}

async function locationOf(url: string, headers: Record<string, string> = {}) {
  const { response } = await open(world, url, headers);
  return [response.statusCode, response.headers.location];
}

describe('a redirect of a site', () => {
  it('leads a visitor to its page, group, space or section, which answers', async () => {
    const { site, url, siteSpaceId, toPage } = await redirectedSite();
    await redirect(site, '/old.html', toPage('Docker'));
    await redirect(site, '/old.md', toPage('Docker'));
    await redirect(site, '/former/group', toPage('Install'));
    await redirect(site, '/caf%c3%a9', { kind: 'site-space', siteSpaceId });
    for (const [from, to] of [
      ['/old.html', '/install/docker'],
      ['/old.md', '/install/docker'],
      ['/old.html/', '/install/docker'],
      ['/old.html?ref=mail', '/install/docker?ref=mail'],
      ['/former/group', '/install/docker'],
      ['/caf%C3%A9', ''],
    ]) {
      expect(await locationOf(url + from), from).toEqual([302, url + to]);
      expect((await open(world, url + to)).status).toBe(200);
    }
    expect((await open(world, `${url}/old`)).status).toBe(404);
  });

  it('leads into another space and section of the site', async () => {
    const { site, url } = await redirectedSite();
    const { id: spaceId } = await world.space(organization.id, { title: 'API' });
    const { ids } = await writePages(world, spaceId, [{ title: 'Start' }, { title: 'Topics' }]);
    const section = await site.addSection({ title: 'Reference', spaceId });
    const [{ id: siteSpaceId }] = section.siteSpaces;
    await redirect(site, '/topics', { kind: 'site-page', siteSpaceId, pageId: ids.Topics });
    await redirect(site, '/api', { kind: 'site-section', siteSectionId: section.id });
    expect(await locationOf(`${url}/topics`)).toEqual([302, `${url}/reference/topics`]);
    expect(await locationOf(`${url}/api`)).toEqual([302, `${url}/reference`]);
    for (const [source, to] of [
      ['/topics', '/reference/topics'],
      ['/api', '/reference'],
    ]) {
      const { target } = ok(await site.admin.get(`${site.url}/redirect?source=${source}`));
      expect(new URL(target).pathname).toBe(url + to);
    }
  });

  it('gives way to a page, so that none leads back to itself', async () => {
    const { site, url, toPage } = await redirectedSite();
    await redirect(site, '/install/docker', toPage('Welcome'));
    await redirect(site, '/welcome', toPage('Docker'));
    expect((await open(world, `${url}/install/docker`)).status).toBe(200);
    expect(await locationOf(`${url}/welcome`)).toEqual([302, url]);
    expect((await open(world, url)).status).toBe(200);
  });

  it('does not tell of what is hidden from the visitor', async () => {
    const { site, url, toPage, spaceId } = await redirectedSite();
    await redirect(site, '/upgrade', toPage('Pro'));
    await redirect(site, '/start', toPage('Docker'));
    expect((await open(world, `${url}/upgrade`)).status).toBe(404);
    await world.db.prisma.siteSpace.updateMany({
      where: { siteId: site.id },
      data: { condition: 'visitor.claims.plan == "pro"' },
    });
    expect((await open(world, `${url}/start`)).status).toBe(404);
    await world.db.prisma.siteSpace.updateMany({
      where: { siteId: site.id },
      data: { condition: null },
    });
    expect(await locationOf(`${url}/start`)).toEqual([302, `${url}/install/docker`]);
    await world.db.prisma.space.update({
      where: { id: spaceId },
      data: { deletedAt: new Date() },
    });
    expect((await open(world, `${url}/start`)).status).toBe(404);
  });

  it('is for those whom the site lets in', async () => {
    const { site, url, toPage } = await redirectedSite({ visibility: 'share-link' });
    await redirect(site, '/old', toPage('Docker'));
    expect((await open(world, `${url}/old`)).status).toBe(404);
    const { urls } = ok(await site.admin.post(`${site.url}/share-links`, { name: 'Press' }), 201);
    expect(await locationOf(`${urls.published}/old`)).toEqual([302, `${url}/install/docker`]);
    const headers = { authorization: `Bearer ${site.admin.token}` };
    expect(await locationOf(`${url}/old`, headers)).toEqual([302, `${url}/install/docker`]);
  });

  it('works on a host of the site', async () => {
    const { site, toPage } = await redirectedSite();
    await redirect(site, '/old', toPage('Docker'));
    const host = `${site.id.toLowerCase().replace('_', '-')}.example.com`;
    await world.db.prisma.site.update({ where: { id: site.id }, data: { hostname: host } });
    expect(await locationOf('/old', { host })).toEqual([302, '/install/docker']);
  });
});
