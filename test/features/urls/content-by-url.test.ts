import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import { createScene, writeContent, type Scene } from '../../support/scene.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { createSite, ok, refusal, type SiteHandle } from '../sites/support.ts';
import { contentByUrl, everyAddress, fieldOf } from './every-address.ts';

const world = useWorld();
const organization = useOrganization(world);
let scene: Scene;

beforeAll(async () => {
  scene = await createScene(world, organization.id, organization.admin.userId);
  await writeContent(world, scene);
  // Hosts of addresses are in lower case.
  const where = { id: scene.siteId };
  const data = { hostname: scene.hostname.toLowerCase().replaceAll('_', '-') };
  await world.db.prisma.site.update({ where, data });
  for (const address of [
    {},
    { hostname: 'manual.example.com' },
    { proxyOrigin: 'www.example.com/help' },
    { basename: 'käse & brot' },
    { visibility: 'visitor-auth' },
  ]) {
    await siteAt(address);
  }
});

/** A published site at its own address, with conditional parts, and names that need encoding. */
async function siteAt(address: object): Promise<SiteHandle> {
  const site = await createSite(world, { organization });
  const { id: spaceId } = await world.space(organization.id, { title: 'Käse & Brot' });
  await writePages(world, spaceId, [
    { title: 'Übersicht' },
    { title: 'Group', type: 'group', pages: [{ title: 'Deep' }] },
  ]);
  const { id } = await site.addSection({ title: 'Brot', spaceId });
  // The path of this one is the title of a space, which is hidden from nobody but members.
  await site.addSection({ spaceId: (await world.space(organization.id, { title: 'Inner' })).id });
  const variant = await site.addSpace({ sectionId: id });
  const other = await site.addSection({ title: 'Über' });
  await site.admin.patch(`${site.url}/site-spaces/${variant.id}`, { path: 'v1.0%2F' });
  const condition = 'visitor.claims.isBeta';
  ok(await site.admin.patch(`${site.url}/sections/${other.id}`, { condition }));
  await site.publish();
  await world.db.prisma.site.update({ where: { id: site.id }, data: address });
  return site;
}

describe('the address of any object', () => {
  it('leads back to the object, on both surfaces', async () => {
    const addressed = await everyAddress(organization, scene.shareKey);
    const kinds = new Set(addressed.map(({ field }) => field));
    expect([...kinds].toSorted()).toEqual([...new Set(Object.values(fieldOf))].toSorted());
    expect(addressed.length).toBeGreaterThan(60);
    for (const { field, id, url } of addressed) {
      const { contentByUrl: found } = await organization.admin.query(contentByUrl, { url });
      // The published address of a revision is that of its space.
      const { [field]: object } = found ?? {};
      const isPublishedRevision = field === 'revision' && !url.includes('/revisions/');
      if (isPublishedRevision) expect(found?.space, url).not.toBeNull();
      else expect(object, `${field} at ${url}`).toEqual({ id });
    }
    for (const { field, id, url } of addressed.filter((_, index) => index % 7 === 0)) {
      const body = ok(
        await organization.admin.get(`/v1/urls/content?url=${encodeURIComponent(url)}`),
      );
      if (field === 'page') expect(id.startsWith(`${body.page.id}@`), url).toBe(true);
      else if (field === 'revision' && url.includes('/revisions/')) expect(body.revision).toBe(id);
      else if (field !== 'revision') expect(body[field].id, url).toBe(id);
    }
  });

  it('also leads there from where the reader redirects, and with a slash at its end', async () => {
    const site = await siteAt({});
    const [{ id: siteSpaceId, urls, space }] = await site.siteSpaces();
    const [first] = ok(await site.admin.get(`/v1/spaces/${space.id}/content/pages`)).pages;
    const destination = { kind: 'site-page', siteSpaceId, pageId: first.id };
    ok(await site.admin.post(`${site.url}/redirects`, { source: '/old', destination }), 201);
    for (const url of [`${urls.published}/old`, `${urls.published}/`, `${urls.published}?a=b#c`]) {
      const { page, siteSpace, site: found } = await find(site.admin, url);
      expect([page.id, siteSpace.id, found.id], url).toEqual([first.id, siteSpaceId, site.id]);
    }
  });

  it('leads to nothing for whoever may not see the object', async () => {
    const { admin } = organization;
    const stranger = await world.user();
    const site = await siteAt({ visibility: 'visitor-auth' });
    const [{ urls, space }] = await site.siteSpaces();
    for (const url of [urls.published, space.urls.app, (await site.get()).urls.app]) {
      await find(admin, url);
      expect(refusal(await stranger.get(pathOf(url)))).toEqual(NOTHING);
    }
    await world.db.prisma.site.update({ where: { id: site.id }, data: { visibility: 'public' } });
    const shown = ok(await stranger.get(pathOf(urls.published)));
    expect(shown.space.id).toBe(space.id);
    for (const hidden of ['organization', 'site', 'siteSection', 'siteSpace']) {
      expect(shown).not.toHaveProperty(hidden);
    }
    await world.db.prisma.space.update({
      where: { id: space.id },
      data: { deletedAt: new Date() },
    });
    expect((await find(stranger, urls.published)).space.id).not.toBe(space.id);
  });

  it.each([
    'https://elsewhere.example.org/',
    `${baseUrl}/o/org_1`,
    `${baseUrl}/health`,
    `${baseUrl}/s/site_1`,
    'mailto:a@example.com',
    'nonsense',
    '',
    'https://',
    `${baseUrl}/o/%00/s/%ff`,
    `${baseUrl}/s/%00`,
  ])('is not %j', async (url) => {
    expect(refusal(await organization.admin.get(pathOf(url)))).toEqual(NOTHING);
  });

  it('is not one of another organization, of an unknown page, or of an unknown revision', async () => {
    const { id } = organization;
    const space = `s/${scene.spaceId}`;
    for (const path of [
      ...[`${scene.otherOrganizationId}/${space}`, `${id}/${space}/no/page`],
      ...[`${id}/${space}/revisions/rev_1`, `${id}/${space}/changes/999`],
      ...[`${id}/sites/${newId('Site')}`, `${id}/x/y`, `${id}/sites/${scene.siteId}/x`],
    ]) {
      const answer = await organization.admin.get(pathOf(`${baseUrl}/o/${path}`));
      expect({ path, ...refusal(answer) }).toEqual({ path, ...NOTHING });
    }
  });

  it('has at most 2,048 characters', async () => {
    const url = `${baseUrl}/${'x'.repeat(2048)}`;
    expect(refusal(await organization.admin.get(pathOf(url)))).toEqual({
      status: 400,
      message: '"url" must have at most 2048 characters.',
    });
  });
});

const NOTHING = {
  status: 404,
  message: 'Nothing was found at the address: check it, and that you have access.',
};

const pathOf = (url: string) => `/v1/urls/content?url=${encodeURIComponent(url)}`;

async function find(client: Client, url: string) {
  return ok(await client.get(pathOf(url)));
}
