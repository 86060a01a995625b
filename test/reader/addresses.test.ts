import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { createScene, writeContent, type Scene } from '../support/scene.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';
import { baseUrl } from '../support/world.ts';
import { open, texts, type Opened } from './reader-site.ts';

const world = useWorld();
const organization = useOrganization(world);
let scene: Scene;
let stranger: Client;

beforeAll(async () => {
  scene = await createScene(world, organization.id, organization.admin.userId);
  await writeContent(world, scene);
  await world.db.prisma.site.updateMany({ data: { published: true } });
  stranger = await world.user();
});

/** Returns all addresses of the reader in an answer. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return value.startsWith(`${baseUrl}/o/`) || value.startsWith(`${baseUrl}/s/`) ? [value] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(addressesIn);
}

async function allAddresses(): Promise<string[]> {
  const { admin } = organization;
  const site = `/v1/orgs/${organization.id}/sites/${scene.siteId}`;
  const space = `/v1/spaces/${scene.spaceId}`;
  const change = `${space}/change-requests/${scene.changeRequestId}`;
  const answers = await Promise.all(
    [
      ...[`/v1/orgs/${organization.id}`, `/v1/orgs/${organization.id}/spaces`, site],
      ...[`${site}/sections`, `${site}/site-spaces`, `${site}/share-links`, `${site}/published`],
      ...[space, `${space}/content`, `${space}/content/page/${scene.pageId}`, change],
      ...[`${change}/content`, `${space}/revisions/${scene.revisionId}`],
      ...[`/v1/collections/${scene.collectionId}`, `/v1/orgs/${organization.id}/openapi`],
      ...[`${space}/comments`, `${change}/comments`, `/v1/orgs/${organization.id}/collections`],
    ].map((url) => admin.get(url)),
  );
  for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBe(200);
  return [...new Set(answers.flatMap(({ body }) => addressesIn(body)))];
}

/** Opens an address and follows where it leads. */
async function follow(url: string, headers: Record<string, string>, hops = 3): Promise<Opened> {
  const opened = await open(world, url, headers);
  const { location } = opened.response.headers;
  return typeof location === 'string' && hops > 0 ? follow(location, headers, hops - 1) : opened;
}

const as = ({ token }: Client) => ({ authorization: `Bearer ${token}` });

describe('the addresses in answers', () => {
  it('lead members to a page, and others to the 404 page', async () => {
    const addresses = await allAddresses();
    const kinds = new Set(
      addresses.map((url) =>
        url
          .slice(baseUrl.length)
          .replace(/_[^/]+/g, '')
          .split('/')
          .slice(0, 6)
          .join('/'),
      ),
    );
    expect(kinds.size).toBeGreaterThan(5);
    const outcomes = await Promise.all(
      addresses.map(async (url) => {
        const member = await follow(url, as(organization.admin));
        const app = url.startsWith(`${baseUrl}/o/`);
        const other = app ? await follow(url, as(stranger)) : undefined;
        const nobody = app ? await follow(url, {}) : undefined;
        return { url, member: member.status, other: other?.status, nobody: nobody?.status };
      }),
    );
    expect(outcomes.filter(({ member }) => member !== 200)).toEqual([]);
    const appOutcomes = outcomes.filter(({ other }) => other !== undefined);
    expect(appOutcomes.length).toBeGreaterThan(5);
    expect(appOutcomes.filter(({ other, nobody }) => other !== 404 || nobody !== 404)).toEqual([]);
  });

  it('show a change request with what it changes, and what is said about it', async () => {
    const { body } = await organization.admin.get(
      `/v1/spaces/${scene.spaceId}/change-requests/${scene.changeRequestId}`,
    );
    const page = await open(world, body.urls.app, as(organization.admin));
    expect(page.status).toBe(200);
    expect(
      texts(page, 'h2')
        .slice(0, 3)
        .map((title) => title.replace(/\d+/, 'n')),
    ).toEqual(['Changes (n)', 'Reviews', 'Comments (n)']);
    expect(page.document.querySelectorAll('.change').length).toBeGreaterThan(0);
    expect(page.document.querySelectorAll('.thread').length).toBeGreaterThan(0);
  });

  it('show the way from the organization', async () => {
    const { admin } = organization;
    const space = `/v1/spaces/${scene.spaceId}`;
    const owned = [
      `/v1/collections/${scene.collectionId}`,
      `/v1/orgs/${organization.id}/sites/${scene.siteId}`,
    ];
    const shown = [
      `${space}/content/page/${scene.pageId}`,
      `${space}/revisions/${scene.revisionId}`,
    ];
    const change = `${space}/change-requests/${scene.changeRequestId}`;
    const { body: above } = await admin.get(`/v1/orgs/${organization.id}`);
    for (const url of [...owned, space, ...shown, change]) {
      const { body } = await admin.get(url);
      const page = await follow(body.urls.app, as(admin));
      const first = page.document.querySelector('.crumbs a');
      expect([url, first?.textContent, first?.getAttribute('href')]).toEqual([
        url,
        above.title,
        `/o/${organization.id}`,
      ]);
    }
  });
});

describe('a space in the app', () => {
  it('leads to its change requests, and is searched', async () => {
    const { admin } = organization;
    const { body } = await admin.get(`/v1/spaces/${scene.spaceId}`);
    const home = await follow(body.urls.app, as(admin));
    const link = [...home.document.querySelectorAll('.header-links a')].find(({ textContent }) =>
      textContent?.startsWith('Change requests'),
    );
    const list = await open(world, link?.getAttribute('href') ?? '', as(admin));
    const first = list.document.querySelector('.results a')?.getAttribute('href') ?? '';
    expect((await open(world, first, as(admin))).document.querySelector('.change')).not.toBeNull();
    expect((await open(world, link?.getAttribute('href') ?? '', as(stranger))).status).toBe(404);

    const action = home.document.querySelector('form.search')?.getAttribute('action') ?? '';
    const { body: page } = await admin.get(
      `/v1/spaces/${scene.spaceId}/content/page/${scene.pageId}`,
    );
    const word = encodeURIComponent(page.title);
    const found = await open(world, `${action}?q=${word}`, as(admin));
    const hit = found.document.querySelector('main .results a')?.getAttribute('href') ?? '';
    expect(texts(await open(world, hit, as(admin)), 'h1')).toEqual([page.title]);
    expect((await open(world, `${action}?q=${word}`, as(stranger))).status).toBe(404);
  });
});

describe('signing in', () => {
  const form = (body: Record<string, string>, headers: Record<string, string> = {}) =>
    world.app.inject({
      method: 'POST',
      url: '/sign-in',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(body).toString(),
    });

  it('keeps the token in a cookie that scripts do not see, until one signs out', async () => {
    const url = `/o/${organization.id}/s/${scene.spaceId}`;
    const refused = await open(world, url);
    const signIn = refused.document.querySelector('a.button')?.getAttribute('href') ?? '';
    expect([refused.status, (await open(world, signIn)).status]).toEqual([404, 200]);
    const { statusCode, headers } = await form({
      token: organization.admin.token ?? '',
      next: url,
    });
    expect([statusCode, headers.location]).toEqual([303, url]);
    const cookie = String(headers['set-cookie']);
    expect(cookie).toMatch(/^__Host-docgraph_token=.*; HttpOnly; SameSite=Lax; Secure$/);
    const opened = await follow(url, { cookie: cookie.split(';')[0] ?? '' });
    expect([opened.status, opened.response.headers['cache-control']]).toEqual([
      200,
      'private, no-cache',
    ]);
    const out = await world.app.inject({ method: 'POST', url: '/sign-out', payload: '' });
    expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
  });

  it('refuses wrong tokens, forms of other sites, and addresses elsewhere', async () => {
    expect((await form({ token: 'dg_wrong' })).statusCode).toBe(401);
    expect((await form({ token: 'a b\n' })).statusCode).toBe(401);
    const token = organization.admin.token ?? '';
    const foreign = await form({ token }, { 'sec-fetch-site': 'cross-site' });
    expect([foreign.statusCode, foreign.headers['set-cookie']]).toEqual([401, undefined]);
    for (const next of ['https://evil.example.com', '//evil.example.com', '/\\evil', 'x']) {
      expect((await form({ token, next })).headers.location).toBe('/');
    }
  });
});
