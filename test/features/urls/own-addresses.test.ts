import { beforeAll, describe, expect, it } from 'vitest';
import { writePages } from '../../support/content.ts';
import { createScene, writeContent, type Scene } from '../../support/scene.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { backlinksAt, linesAt } from '../links/support.ts';
import { createSite, ok, refusal, type SiteHandle } from '../sites/support.ts';
import { contentByUrl, everyAddress, fieldOf } from './every-address.ts';

const APP = 'https://app.example.com';
const SITES = 'https://help.example.com/sites';

const world = useWorld({
  addresses: {
    appUrl: `${APP}/{organization}`,
    sitesUrl: `${SITES}/{organization}/{basename}`,
  },
});
const organization = useOrganization(world);
let scene: Scene;
let site: SiteHandle;
let spaceId: string;

beforeAll(async () => {
  scene = await createScene(world, organization.id, organization.admin.userId);
  await writeContent(world, scene);
  await world.db.prisma.site.updateMany({ data: { hostname: null, basename: null } });
  ({ id: spaceId } = await world.space(organization.id, { title: 'Guides' }));
  await writePages(world, spaceId, [{ title: 'Start' }, { title: 'Install' }]);
  site = await createSite(world, { organization });
  await site.addSpace({ spaceId });
  await site.publish();
  ok(await site.admin.patch(site.url, { basename: 'manual' }));
});

describe('frontends of an operator', () => {
  it('are where every address leads, on both surfaces, except those of the gateway', async () => {
    const addressed = await everyAddress(organization, scene.shareKey);
    const kinds = new Set(addressed.map(({ field }) => field));
    expect([...kinds].toSorted()).toEqual([...new Set(Object.values(fieldOf))].toSorted());
    const places = [`${APP}/${organization.id}`, `${SITES}/${organization.id}/`];
    const elsewhere = addressed.filter(({ url }) => !places.some((place) => url.startsWith(place)));
    expect(elsewhere).toEqual([]);
    const { urls } = ok(await organization.admin.get(`/v1/spaces/${spaceId}`));
    expect(urls).toMatchObject({
      location: `${baseUrl}/v1/spaces/${spaceId}`,
      app: `${APP}/${organization.id}/s/${spaceId}`,
      published: `${SITES}/${organization.id}/manual`,
    });
  });

  it('find the object of each address, as they find that of the gateway', async () => {
    const addressed = await everyAddress(organization, scene.shareKey);
    const ofGateway = (url: string) =>
      url.startsWith(APP) ? url.replace(APP, `${baseUrl}/o`) : url.replace(SITES, `${baseUrl}/s`);
    for (const { field, id, url } of addressed) {
      for (const address of [url, ofGateway(url)]) {
        const { contentByUrl: found } = await organization.admin.query(contentByUrl, {
          url: address,
        });
        const isPublishedRevision = field === 'revision' && !url.includes('/revisions/');
        if (isPublishedRevision) expect(found?.space, address).not.toBeNull();
        else expect(found?.[field], `${field} at ${address}`).toEqual({ id });
      }
    }
    const url = `${APP}/${organization.id}/s/${spaceId}/install`;
    const { page } = ok(
      await organization.admin.get(`/v1/urls/content?url=${encodeURIComponent(url)}`),
    );
    expect(page).toMatchObject({ title: 'Install', urls: { app: expect.stringContaining(APP) } });
  });

  it('resolve their own published addresses, for a visitor', async () => {
    const stranger = await world.user();
    const root = `${SITES}/${organization.id}/manual`;
    for (const url of [
      `${root}/install`,
      `${SITES}/${organization.id}/${site.id}/install`,
      `${baseUrl}/s/${site.id}/install`,
    ]) {
      const shown = ok(await stranger.post('/v1/urls/published', { url }));
      expect(shown).toMatchObject({ site: site.id, space: spaceId, pathname: '/install' });
      expect(shown.canonicalUrl).toBe(`${root}/install`);
      expect(shown.siteBasePath).toBe(new URL(url).pathname.replace('install', ''));
    }
    const app = `${APP}/${organization.id}/s/${spaceId}`;
    const { publishedContentByUrl } = await stranger.query(
      `query ($url: String!) { publishedContentByUrl(url: $url) {
        ... on PublishedContentRedirect { target redirect } } }`,
      { url: app },
    );
    expect(publishedContentByUrl).toEqual({ target: 'APPLICATION', redirect: app });
    const unknown = await stranger.post('/v1/urls/published', { url: `${SITES}/org_1/manual` });
    expect(refusal(unknown).status).toBe(404);
  });

  it('get previews, requests of proxies, and records of hostnames', async () => {
    const { url } = ok(await site.admin.get(`${site.url}/publishing/preview`));
    const byId = `${SITES}/${organization.id}/${site.id}`;
    expect(url.split('?')).toEqual([byId, expect.stringMatching(/^jwt_token=./)]);
    const proxied = ok(await site.admin.patch(site.url, { proxy: 'example.com/docs' }));
    expect(proxied.proxy).toEqual({ origin: 'example.com/docs', target: byId });
    expect(proxied.urls.published).toBe('https://example.com/docs');
    ok(await site.admin.patch(site.url, { proxy: null, hostname: 'docs.elsewhere.example.com' }));
    const checked = await site.admin.patch('/v1/custom-hostnames/docs.elsewhere.example.com');
    expect(checked.body.error.message).toContain('help.example.com');
    for (const hostname of ['docs.example.com', 'app.example.com', 'help.example.com']) {
      expect(refusal(await site.admin.patch(site.url, { hostname })).status).toBe(400);
    }
    ok(await site.admin.patch(site.url, { hostname: null }));
  });

  it('have links in texts that refer to pages, also by addresses of the gateway', async () => {
    const { admin } = organization;
    const { id } = await world.space(organization.id, { title: 'Linking' });
    const below = `s/${spaceId}/install`;
    const { ids } = await writePages(world, id, [
      {
        title: 'Links',
        markdown: [
          `[a](${APP}/${organization.id}/${below}) [b](${baseUrl}/o/${organization.id}/${below})`,
          `[c](${SITES}/${organization.id}/manual/install) [d](${baseUrl}/s/${site.id}/install)`,
        ].join('\n'),
      },
    ]);
    const page = `/v1/spaces/${id}/content/page/${ids['Links']}`;
    const lines = await linesAt(admin, `${page}/links`);
    expect([...new Set(lines)]).toEqual(['in-app page Install', 'ok page Install']);
    const [, target] = ok(await admin.get(`/v1/spaces/${spaceId}/content/pages`)).pages;
    const backlinks = `/v1/spaces/${spaceId}/content/page/${target.id}/backlinks`;
    expect(await backlinksAt(admin, backlinks)).toEqual(['page Links']);
  });

  it('replace the pages of the reader, but not those of the gateway', async () => {
    const opened = async (url: string) => (await world.app.inject({ url })).statusCode;
    expect(await opened(`/o/${organization.id}/s/${spaceId}`)).toBe(404);
    expect(await opened(`/s/${site.id}`)).toBe(404);
    expect(await opened('/sign-in')).toBe(200);
    const { invite } = (
      await organization.admin.query(
        `mutation ($input: CreateInviteInput!) { createInvite(input: $input) {
          invite { id url } } }`,
        { input: { organizationId: organization.id, gives: { organization: { role: 'READ' } } } },
      )
    ).createInvite;
    expect(invite.url).toMatch(`${baseUrl}/join#`);
    const { invitePreview } = await organization.admin.query(
      `query ($organizationId: ID!, $inviteId: ID!) {
        invitePreview(organizationId: $organizationId, inviteId: $inviteId) { url } }`,
      { organizationId: organization.id, inviteId: invite.id },
    );
    expect(invitePreview.url).toBe(`${APP}/${organization.id}`);
    const stranger = await world.user();
    const joined = await world.app.inject({
      ...{ method: 'POST', url: '/join/accept' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        ...{ organization: organization.id, invite: invite.id, token: stranger.token ?? '' },
      }).toString(),
    });
    expect(joined.headers['refresh']).toBe(`0; url=${APP}/${organization.id}`);
    expect(joined.body).toContain(`href="${APP}/${organization.id}"`);
  });
});
