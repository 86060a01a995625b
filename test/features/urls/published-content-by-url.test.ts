import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { open, publishedSite } from '../../reader/reader-site.ts';
import { createSite, ok, refusal } from '../sites/support.ts';

const world = useWorld();
const organization = useOrganization(world);

const LOGIN = 'https://example.com/login';

/** A published site with two sections, and pages of all kinds. */
async function siteWithPages(body: object = {}) {
  const site = await createSite(world, { organization, body });
  const { id: spaceId } = await world.space(organization.id, { title: 'API' });
  const { ids } = await writePages(world, spaceId, [
    { title: 'Start' },
    { title: 'Käse', type: 'group', pages: [{ title: 'Deep' }] },
    { title: 'Pro', condition: 'visitor.claims.plan == "pro"' },
  ]);
  await site.addSection({ title: 'Guides' });
  const section = await site.addSection({ title: 'API', spaceId });
  await site.publish();
  const [siteSpace] = section.siteSpaces;
  return { site, ids, section, siteSpace, spaceId, url: `${baseUrl}/s/${site.id}` };
}

const resolve = (client: Client, body: object) => client.post('/v1/urls/published', body);

const NOTHING = {
  status: 404,
  message: 'Nothing is published at the address: check it, and that the visitor has access.',
};

describe('a published address', () => {
  it('leads a stranger to the ids of what it shows, and to its parts', async () => {
    const { site, ids, section, siteSpace, spaceId, url } = await siteWithPages();
    const stranger = await world.user();
    const path = `/s/${site.id}`;
    const place = {
      organization: organization.id,
      site: site.id,
      siteSection: section.id,
      siteSpace: siteSpace.id,
      space: spaceId,
      siteBasePath: `${path}/`,
      basePath: `${path}/api/`,
    };
    const deep = `${url}/api/kase/deep`;
    for (const [address, rest] of [
      [deep, { page: ids['Deep'], pathname: '/kase/deep', canonicalUrl: deep }],
      [`${url}/api`, { page: ids['Start'], pathname: '/', canonicalUrl: `${url}/api` }],
      [`${url}/api/`, { page: ids['Start'], pathname: '/', canonicalUrl: `${url}/api` }],
    ] as const) {
      const expected = { ...place, ...rest, complete: true };
      expect(ok(await resolve(stranger, { url: address }))).toEqual(expected);
      const old = await stranger.get(`/v1/urls/published?url=${encodeURIComponent(address)}`);
      expect(ok(old)).toEqual(expected);
    }
  });

  it('is known in the graph, too', async () => {
    const { url, ids } = await siteWithPages();
    const query = `query ($url: String!) { publishedContentByUrl(url: $url) {
      ... on PublishedSiteContent { pageId complete }
      ... on PublishedContentRedirect { target redirect } } }`;
    const stranger = await world.user();
    expect(await stranger.query(query, { url: `${url}/api` })).toEqual({
      publishedContentByUrl: { pageId: ids['Start'], complete: true },
    });
    expect(await stranger.query(query, { url: `${url}/api/start` })).toEqual({
      publishedContentByUrl: { target: 'CONTENT', redirect: `${url}/api` },
    });
    expect(await stranger.query(query, { url: `${baseUrl}/s/none` })).toEqual({
      publishedContentByUrl: null,
    });
    expect(await world.anonymous().errorCode(query, { url })).toBe('UNAUTHENTICATED');
  });

  it('redirects as the reader does', async () => {
    const { site, siteSpace, ids, url } = await siteWithPages();
    const destination = { kind: 'site-page', siteSpaceId: siteSpace.id, pageId: ids['Deep'] };
    ok(await site.admin.post(`${site.url}/redirects`, { source: '/old', destination }), 201);
    for (const path of ['/old', '/api/kase', '/api/start', '/api', '/api/kase/deep']) {
      const body = ok(await resolve(site.admin, { url: url + path }));
      const { response } = await open(world, encodeURI(url + path));
      const { location } = response.headers;
      if (location === undefined) expect(body.complete, path).toBe(true);
      else expect(body, path).toEqual({ target: 'content', redirect: `${baseUrl}${location}` });
    }
    const app = `${baseUrl}/o/${organization.id}`;
    expect(ok(await resolve(site.admin, { url: app }))).toEqual({
      target: 'application',
      redirect: app,
    });
  });

  it('leads to the space where the visitor finds no page, or redirects to it', async () => {
    const { site, url, siteSpace } = await siteWithPages();
    for (const path of ['/api/pro', '/api/none']) {
      const body = ok(await resolve(site.admin, { url: url + path }));
      expect(body).toMatchObject({ siteSpace: siteSpace.id, complete: false });
      expect(body).not.toHaveProperty('page');
      expect(ok(await resolve(site.admin, { url: url + path, redirectOnError: true }))).toEqual({
        target: 'content',
        redirect: `${url}/api`,
      });
    }
    expect(refusal(await resolve(site.admin, { url: `${baseUrl}/s/none` }))).toEqual(NOTHING);
    ok(await site.admin.post(`${site.url}/unpublish`));
    expect(refusal(await resolve(site.admin, { url }))).toEqual(NOTHING);
  });

  it('does not redirect to itself where a space has no pages', async () => {
    const { site, url } = await publishedSite(world, organization, []);
    const lookup = { url: baseUrl + url, redirectOnError: true };
    expect(ok(await resolve(site.admin, lookup))).toMatchObject({ site: site.id, complete: false });
  });

  it('of a share link opens with its key, which the paths have', async () => {
    const { site, url } = await siteWithPages({ visibility: 'share-link' });
    const { urls } = ok(await site.admin.post(`${site.url}/share-links`, { name: 'Press' }), 201);
    const stranger = await world.user();
    const shareKey = urls.published.split('/').at(-1);
    const basePath = `/s/${site.id}/${shareKey}`;
    expect(ok(await resolve(stranger, { url: `${urls.published}/api` }))).toMatchObject({
      ...{ siteBasePath: `${basePath}/`, basePath: `${basePath}/api/`, pathname: '/', shareKey },
      canonicalUrl: `${url}/api`,
    });
    expect(ok(await resolve(stranger, { url: `${urls.published}/api/start` }))).toEqual({
      target: 'content',
      redirect: `${urls.published}/api`,
    });
    expect(refusal(await resolve(stranger, { url }))).toEqual(NOTHING);
  });

  it('of a site with visitor authentication asks for a token, or sends to the login', async () => {
    const { site, url, ids } = await siteWithPages({ visibility: 'visitor-auth' });
    const stranger = await world.user();
    const { privateKey } = ok(await site.admin.get(`${site.url}/publishing/auth`));
    const jwtToken = await new SignJWT({ plan: 'pro' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('5 minutes')
      .sign(new TextEncoder().encode(privateKey));
    const pro = { url: `${url}/api/pro`, visitor: { jwtToken } };
    expect(ok(await resolve(stranger, pro))).toMatchObject({ page: ids['Pro'], complete: true });
    const old = new URLSearchParams({ url: pro.url, visitorAuthToken: jwtToken });
    expect(ok(await stranger.get(`/v1/urls/published?${old}`)).page).toBe(ids['Pro']);
    expect(refusal(await resolve(stranger, { url }))).toEqual(NOTHING);
    ok(await site.admin.patch(`${site.url}/publishing/auth`, { fallbackURL: LOGIN }));
    const login = { target: 'external', redirect: LOGIN };
    expect(ok(await resolve(stranger, { url }))).toEqual(login);
    const bad = { url, visitor: { jwtToken: 'bad' } };
    expect(refusal(await resolve(stranger, bad))).toMatchObject({
      status: 400,
      message: expect.stringContaining('jwtToken'),
    });
    expect(ok(await resolve(stranger, { ...bad, redirectOnError: true }))).toEqual(login);
    expect(ok(await resolve(site.admin, { url }))).toMatchObject({ site: site.id });
  });

  it.each([
    ['nonsense', '"url" must be a valid url.'],
    [`https://a.example.com/${'x'.repeat(2048)}`, '"url" must have at most 2048 characters.'],
  ])('is not %s', async (url, message) => {
    const stranger = await world.user();
    expect(refusal(await resolve(stranger, { url }))).toEqual({ status: 400, message });
    const old = await stranger.get(`/v1/urls/published?url=${encodeURIComponent(url)}`);
    expect(refusal(old)).toEqual({ status: 400, message });
  });
});
