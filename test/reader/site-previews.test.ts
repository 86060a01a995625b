import { SignJWT } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import type { Client } from '../support/client.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';
import { open, publishedSite } from './reader-site.ts';

const world = useWorld();
const organization = useOrganization(world);

const pages = [
  { title: 'Welcome' },
  { title: 'Pro', condition: 'visitor.claims.plan == "pro"', markdown: 'For professionals.' },
];

async function previewOf(client: Client, siteUrl: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams(query).toString();
  return client.get(`${siteUrl}/publishing/preview?${search}`);
}

/** Opens the address of a preview, which sets a cookie, and returns the page at a path. */
async function openPreview(preview: string, path: string) {
  const { pathname, search } = new URL(preview);
  const first = await open(world, pathname + search);
  expect(first.response.statusCode).toBe(302);
  const [cookie = ''] = String(first.response.headers['set-cookie']).split(';');
  return open(world, pathname + path, { cookie });
}

/** Opens a path with a token in the address, and returns the status for who has it as a cookie. */
async function statusOf(path: string, search: string): Promise<number> {
  const { response } = await open(world, path + search);
  const [cookie = ''] = String(response.headers['set-cookie']).split(';');
  return (await open(world, path, { cookie })).status;
}

describe('the preview of a site', () => {
  it('shows what a visitor with the claims finds', async () => {
    const { site, url } = await publishedSite(world, organization, pages);
    expect((await open(world, `${url}/pro`)).status).toBe(404);
    const { body } = await previewOf(site.admin, site.url, { claims: '(plan:pro)' });
    expect(Object.keys(body)).toEqual(['url']);
    expect((await openPreview(body.url, '/pro')).status).toBe(200);
    const free = await previewOf(site.admin, site.url, { claims: '(plan:free)' });
    expect((await openPreview(free.body.url, '/pro')).status).toBe(404);
  });

  it.each(['share-link', 'visitor-auth', 'unlisted'])(
    'opens a site that is %s',
    async (visibility) => {
      const { site, url } = await publishedSite(world, organization, pages, { visibility });
      if (visibility !== 'unlisted') expect((await open(world, url)).status).toBe(404);
      const { body } = await previewOf(site.admin, site.url);
      expect((await openPreview(body.url, '')).status).toBe(200);
    },
  );

  it.each(['iss', 'aud', 'iat', 'nbf', 'exp', 'unsigned', 'preview'])(
    'refuses the claim %s, which it would overwrite silently',
    async (claim) => {
      const { site } = await publishedSite(world, organization, pages);
      const { status, body } = await previewOf(site.admin, site.url, { claims: `(${claim}:1)` });
      expect([status, body.error.message]).toEqual([
        400,
        `"claims" must not have "${claim}": a preview sets this claim itself.`,
      ]);
    },
  );

  it('opens no other site, and ends after an hour', async () => {
    const { site } = await publishedSite(world, organization, pages, { visibility: 'share-link' });
    const other = await publishedSite(world, organization, pages, { visibility: 'share-link' });
    const { body } = await previewOf(site.admin, site.url);
    const { search } = new URL(body.url);
    const { response } = await open(world, other.url + search);
    const [cookie = ''] = String(response.headers['set-cookie']).split(';');
    expect((await open(world, other.url, { cookie })).status).toBe(404);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60 * 1000 });
    try {
      const { pathname } = new URL(body.url);
      expect((await open(world, pathname, { cookie })).status).toBe(404);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is no token of a visitor of another site, and signed by nobody else', async () => {
    const { site } = await publishedSite(world, organization, pages);
    const other = await publishedSite(world, organization, pages, { visibility: 'visitor-auth' });
    const { body } = await previewOf(site.admin, site.url, { claims: '(plan:pro)' });
    const stolen = new URL(body.url).search;
    expect(await statusOf(`${other.url}/pro`, stolen)).toBe(404);

    const closed = await publishedSite(world, organization, pages, { visibility: 'share-link' });
    const { body: auth } = await site.admin.get(`${closed.site.url}/publishing/auth`);
    const forged = await new SignJWT({ preview: closed.site.id })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(auth.privateKey));
    const name = new URLSearchParams(stolen).keys().next().value ?? '';
    expect(await statusOf(closed.url, `?${new URLSearchParams({ [name]: forged })}`)).toBe(404);
  });

  it('leads to a site-space, and is a field of the graph', async () => {
    const { site } = await publishedSite(world, organization, pages);
    const { id: spaceId } = await world.space(organization.id, { title: 'API' });
    const added = await site.admin.post(`${site.url}/site-spaces`, { spaceId });
    const { node } = await site.admin.query(
      `query ($id: ID!, $siteSpace: ID!) { node(id: $id) { ... on Site {
        publishingPreview(siteSpace: $siteSpace, claims: "(a:!(1,!t))") { url expiresAt } } } }`,
      { id: site.id, siteSpace: added.body.id },
    );
    const { url, expiresAt } = node.publishingPreview;
    expect(new URL(url).pathname).toBe(`/s/${site.id}/${added.body.path}`);
    const minutes = (new Date(expiresAt).getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(58);
    expect(minutes).toBeLessThanOrEqual(60);
  });

  it.each([
    ['(plan:pro', 'invalid Rison at position 10'],
    ['pro', 'must be an object in Rison'],
    ["(plan:'pro)", 'invalid Rison'],
    [`(${'a:('.repeat(30)}${')'.repeat(31)}`, 'levels'],
  ])('refuses the claims %s', async (claims, problem) => {
    const { site } = await publishedSite(world, organization, pages);
    const { status, body } = await previewOf(site.admin, site.url, { claims });
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: expect.stringContaining(`"claims" `),
    });
    expect(body.error.message).toContain(problem);
  });

  it('refuses unknown site-spaces, sites that are not published, and readers', async () => {
    const { site } = await publishedSite(world, organization, pages);
    const unknown = await previewOf(site.admin, site.url, { siteSpace: 'ss_unknown' });
    expect({ status: unknown.status, message: unknown.body.error.message }).toEqual({
      status: 400,
      message: expect.stringContaining('"siteSpace"'),
    });
    const reader = await world.member(organization.id, 'edit');
    expect((await previewOf(reader, site.url)).status).toBe(403);
    await site.admin.post(`${site.url}/unpublish`);
    const unpublished = await previewOf(site.admin, site.url);
    expect({ status: unpublished.status, message: unpublished.body.error.message }).toEqual({
      status: 400,
      message: expect.stringContaining('not published'),
    });
  });
});
