import { SignJWT } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { writePages } from '../support/content.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';
import { createSite, ok } from '../features/sites/support.ts';
import { open, publishedSite, texts } from './reader-site.ts';

const world = useWorld();
const organization = useOrganization(world);

/** Largest page, in bytes, without its style and script. */
const PAGE_SIZE_MAX = 100_000;

const pages = [
  { title: 'Welcome', description: 'Where to begin.', markdown: '# Welcome\n\nHello.\n' },
  {
    title: 'Install',
    type: 'group' as const,
    pages: [
      {
        title: 'Docker',
        markdown: '## First\n\nText about whales.\n\n## Second\n\nMore.\n',
        pages: [{ title: 'Compose', markdown: 'Deep.' }],
      },
      { title: 'Draft', hidden: true, markdown: 'Not in the list.' },
    ],
  },
  { title: 'Help', markdown: 'The end.' },
];

describe('a published site', () => {
  it('shows a page with contents, breadcrumbs, outline and the way on', async () => {
    const { url } = await publishedSite(world, organization, pages);
    const page = await open(world, `${url}/install/docker`);
    expect(page.status).toBe(200);
    expect(texts(page, 'h1')).toEqual(['Docker']);
    expect(texts(page, '.contents [aria-current=page]')).toEqual(['Docker']);
    expect(texts(page, '.contents a')).toEqual(['Welcome', 'Docker', 'Compose', 'Help']);
    expect(texts(page, '.contents .group-title')).toEqual(['Install']);
    expect(texts(page, '.crumbs li')).toEqual(['Install']);
    expect(texts(page, '.outline a')).toEqual(['First', 'Second']);
    expect(texts(page, '.pagination a')).toEqual(['PreviousWelcome', 'NextCompose']);
    expect(page.document.querySelector('.pagination .next')?.getAttribute('href')).toBe(
      `${url}/install/docker/compose`,
    );
    expect(page.text).toContain('Last edited Jan 2, 2026');
  });

  it('opens with the first page, whose title is said once', async () => {
    const { url } = await publishedSite(world, organization, pages);
    const page = await open(world, url);
    expect(texts(page, 'h1, h2:not(nav h2)')).toEqual(['Welcome']);
    expect(page.document.querySelector('meta[name=description]')?.getAttribute('content')).toBe(
      'Where to begin.',
    );
    expect((await open(world, `${url}/install/draft`)).text).toContain('Not in the list.');
  });

  it('leads to pages by their one address: from groups, redirects and slashes', async () => {
    const { url } = await publishedSite(world, organization, pages);
    for (const [from, to] of [
      ['/install', '/install/docker'],
      ['/welcome', ''],
      ['/help/', '/help'],
    ]) {
      const { response } = await open(world, url + from);
      expect([response.statusCode, response.headers.location]).toEqual([302, url + to]);
    }
  });

  it('has sections as tabs and variants, each with its own pages', async () => {
    const site = await createSite(world, { organization, body: { title: 'Manual' } });
    const titled = async (title: string) => {
      const { id } = await world.space(organization.id, { title });
      await writePages(world, id, [{ title: `About ${title}`, markdown: 'Text.' }]);
      return id;
    };
    const [v1, v2, api] = [await titled('v1'), await titled('v2'), await titled('API')];
    const guides = await site.addSection({ title: 'Guides', spaceId: v2 });
    await site.addSpace({ spaceId: v1, sectionId: guides.id });
    await site.addSection({ title: 'Reference', spaceId: api });
    await site.publish();
    const home = await open(world, `/s/${site.id}`);
    expect(texts(home, '.sections a')).toEqual(['Guides', 'Reference']);
    expect(texts(home, '.sections [aria-current]')).toEqual(['Guides']);
    expect(texts(home, '.variants a')).toEqual(['v2', 'v1']);
    for (const link of home.document.querySelectorAll('.sections a, .variants a')) {
      expect((await open(world, link.getAttribute('href') ?? '')).status).toBe(200);
    }
    const old = home.document.querySelectorAll('.variants a')[1]?.getAttribute('href') ?? '';
    expect(texts(await open(world, old), 'h1')).toEqual(['About v1']);
  });

  it('finds pages without scripts, and offers similar ones where there is none', async () => {
    const { url } = await publishedSite(world, organization, pages);
    const found = await open(world, `${url}/~search?q=whales`);
    expect(texts(found, '.results > li > a strong')).toEqual(['Docker']);
    expect(texts(found, 'mark')).toEqual(['whales']);
    expect((await open(world, `${url}/~search?q=nothingness`)).text).toContain('Nothing has all');
    const odd = `whales%00${encodeURIComponent('🐋'.repeat(1000))}`;
    expect(await open(world, `${url}/~search?q=${odd}`)).toMatchObject({ status: 200 });
    const missing = await open(world, `${url}/setup/docker`);
    expect(missing.status).toBe(404);
    expect(texts(missing, '.results strong')).toEqual(['Docker']);
    expect(missing.document.querySelector('form.search')?.getAttribute('action')).toBe(
      `${url}/~search`,
    );
  });

  it('serves pages as markdown, a sitemap, rules for robots, and a list for models', async () => {
    const { url } = await publishedSite(world, organization, pages);
    const markdown = await open(world, `${url}/install/docker.md`);
    expect(markdown.response.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(markdown.response.body).toMatch(/^# Docker\n\n## First\n/);
    const sitemap = (await open(world, `${url}/sitemap.xml`)).response.body;
    const canonical = `https://docs.example.com${url}`;
    expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc)).toEqual([
      canonical,
      `${canonical}/install/docker`,
      `${canonical}/install/docker/compose`,
      `${canonical}/help`,
    ]);
    expect((await open(world, `${url}/robots.txt`)).response.body).toContain(
      `Sitemap: ${canonical}/sitemap.xml`,
    );
    expect((await open(world, `${url}/llms.txt`)).response.body).toContain(
      `- [Docker](${canonical}/install/docker.md)`,
    );
  });

  it('asks the graph once for a page, with few statements, and sends little', async () => {
    const { url } = await publishedSite(world, organization, pages);
    const path = `${url}/install/docker`;
    await open(world, path);
    const inject = vi.spyOn(world.app, 'inject');
    let size = 0;
    const statements = await world.statements(async () => {
      size = (await open(world, path)).response.body.length;
    });
    const calls = inject.mock.calls as unknown as [{ url: string }][];
    const asked = calls.filter(([{ url: called }]) => called === '/graphql');
    inject.mockRestore();
    expect(asked).toHaveLength(1);
    expect(statements.length).toBeLessThanOrEqual(12);
    expect(size).toBeLessThan(PAGE_SIZE_MAX / 4);
  });

  it('stays small with thousands of pages beside each other', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => ({ title: `Page ${index}` }));
    const { url } = await publishedSite(world, organization, many);
    const page = await open(world, `${url}/page-1500`);
    expect(page.status).toBe(200);
    expect(page.response.body.length).toBeLessThan(PAGE_SIZE_MAX);
    expect(texts(page, '.contents [aria-current=page]')).toEqual(['Page 1500']);
  });

  it('has the title, logo, color and links that it was given', async () => {
    const { site, url } = await publishedSite(world, organization, pages);
    const settings = ok(await site.admin.get(`${site.url}/customization`));
    const logo = { light: 'https://example.com/l.png', dark: 'https://example.com/d.png' };
    const status = { title: 'Status', to: { kind: 'url', url: 'https://example.com/status' } };
    const hidden = { title: 'Hidden', condition: 'false', to: status.to };
    const links = [status, hidden].map((link) => ({ ...link, links: [] }));
    const body = {
      ...settings,
      title: 'Whale Manual',
      trademark: { enabled: false },
      favicon: { icon: { light: 'https://example.com/i.png', dark: 'https://example.com/j.png' } },
      header: { ...settings.header, logo, links },
      styling: { ...settings.styling, primaryColor: { light: '#A00', dark: '#ff8080' } },
    };
    ok(await site.admin.put(`${site.url}/customization`, body));
    const page = await open(world, url);
    expect(page.document.title).toContain('Whale Manual');
    const { body: html } = page.response;
    for (const part of [logo.light, logo.dark, status.to.url, 'light-dark(#A00,#ff8080)']) {
      expect(html).toContain(part);
    }
    expect(texts(page, 'header.site .home')).toEqual(['']);
    expect(page.document.querySelector('.home img')?.getAttribute('alt')).toBe('Whale Manual');
    const icons = [...page.document.querySelectorAll('link[rel=icon]')];
    expect(icons.map((icon) => [icon.getAttribute('href'), icon.getAttribute('media')])).toEqual([
      ['https://example.com/i.png', null],
      ['https://example.com/j.png', '(prefers-color-scheme: dark)'],
    ]);
    expect(html).not.toContain('Hidden');
    expect(html).not.toContain('Published with');
  });

  it('answers as HTTP asks for: tags, HEAD, policies, caching', async () => {
    const { url } = await publishedSite(world, organization, pages);
    const { response } = await open(world, url);
    const { etag, 'content-security-policy': policy } = response.headers;
    expect(String(policy)).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(response.headers['cache-control']).toBe('public, no-cache');
    const again = await open(world, url, { 'if-none-match': String(etag) });
    expect([again.status, again.response.body]).toEqual([304, '']);
    const head = await world.app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag]);
    const own = await open(world, url, { authorization: `Bearer ${organization.admin.token}` });
    expect(own.response.headers['cache-control']).toBe('private, no-cache');
  });
});

describe('a site on a host of its own', () => {
  it('is read there, beside what else the gateway serves', async () => {
    const { site } = await publishedSite(world, organization, pages);
    await world.db.prisma.site.update({
      where: { id: site.id },
      data: { hostname: 'manual.example.com' },
    });
    const host = { host: 'manual.example.com' };
    const home = await open(world, '/', host);
    expect([home.status, texts(home, 'h1')]).toEqual([200, ['Welcome']]);
    const docker = home.document.querySelectorAll('.contents a')[1]?.getAttribute('href') ?? '';
    expect(docker).toBe('/install/docker');
    expect(texts(await open(world, docker, host), 'h1')).toEqual(['Docker']);
    expect((await open(world, '/robots.txt', host)).response.body).toContain(
      'Sitemap: https://manual.example.com/sitemap.xml',
    );
    expect((await open(world, '/nowhere', host)).status).toBe(404);
    expect((await open(world, '/health', host)).response.body).not.toContain('<html');
    const other = { host: 'other.example.com' };
    expect((await open(world, '/', other)).text).toContain('One graph');
    expect((await open(world, '/nowhere', other)).response.json()).toMatchObject({
      error: { code: 404 },
    });
  });
});

describe('the visibility of a site', () => {
  const [page] = [{ title: 'Secret', markdown: 'Text.' }];

  it('opens to a share key, which moves from the address to a cookie', async () => {
    const { site, url } = await publishedSite(world, organization, [page], {
      visibility: 'share-link',
    });
    const { urls } = ok(await site.admin.post(`${site.url}/share-links`, { name: 'Press' }), 201);
    expect((await open(world, url)).status).toBe(404);
    const { response } = await open(world, urls.published);
    expect([response.statusCode, response.headers.location]).toEqual([302, url]);
    const [cookie = ''] = [response.headers['set-cookie']].flat();
    expect(cookie).toMatch(/^__Host-.*; HttpOnly; SameSite=Lax; Secure$/);
    const opened = await open(world, url, { cookie: cookie.split(';')[0] ?? '' });
    expect([opened.status, opened.text.includes('Text.')]).toEqual([200, true]);
    expect(opened.response.headers['cache-control']).toBe('private, no-cache');
    expect(opened.document.querySelector('meta[name=robots]')).not.toBeNull();
    expect((await open(world, `${url}/wrong-key`)).status).toBe(404);
    expect((await open(world, `${url}/sitemap.xml`)).status).toBe(404);
  });

  it('opens to the token of a visitor, whose claims decide what they find', async () => {
    const { site, url } = await publishedSite(
      world,
      organization,
      [
        {
          title: 'For all',
          markdown: '{% if visitor.claims.plan == "pro" %}\nExtra.\n{% endif %}',
        },
        { title: 'For pros', condition: 'visitor.claims.plan == "pro"', markdown: 'Text.' },
      ],
      { visibility: 'visitor-auth' },
    );
    const { privateKey } = ok(await site.admin.get(`${site.url}/publishing/auth`));
    const tokenOf = (plan: string, key = privateKey) =>
      new SignJWT({ plan })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('5 minutes')
        .sign(new TextEncoder().encode(key));
    const visit = async (token: string) => {
      const { response } = await open(world, `${url}?jwt_token=${token}`);
      expect([response.statusCode, response.headers.location]).toEqual([302, url]);
      const [cookie = ''] = [response.headers['set-cookie']].flat();
      return { cookie: cookie.split(';')[0] ?? '' };
    };
    expect((await open(world, url)).status).toBe(404);
    expect((await open(world, url, await visit(await tokenOf('pro', 'x'.repeat(32))))).status).toBe(
      404,
    );
    const pro = await open(world, url, await visit(await tokenOf('pro')));
    expect(texts(pro, '.contents a')).toEqual(['For all', 'For pros']);
    expect(pro.text).toContain('Extra.');
    const free = await visit(await tokenOf('free'));
    const shown = await open(world, url, free);
    expect(texts(shown, '.contents a')).toEqual(['For all']);
    expect(shown.text).not.toContain('Extra.');
    expect((await open(world, `${url}/for-pros`, free)).status).toBe(404);
    expect((await open(world, `${url}/for-pros.md`, free)).status).toBe(404);
    expect((await open(world, `${url}/llms.txt`, free)).response.body).not.toContain('For pros');
    expect((await open(world, `${url}/~search?q=text`, free)).text).not.toContain('For pros');
  });

  it('leads to a section by the path that members see, though visitors see its id', async () => {
    const { site } = await publishedSite(world, organization, [page], {
      visibility: 'visitor-auth',
    });
    const { id: spaceId } = await world.space(organization.id, { title: 'Inner' });
    await writePages(world, spaceId, [page]);
    const section = await site.addSection({ spaceId });
    expect(section.urls.published).toMatch(/\/inner$/);
    const headers = { authorization: `Bearer ${site.admin.token}` };
    const { response } = await open(world, section.urls.published, headers);
    const { location } = response.headers;
    expect([response.statusCode, location]).toEqual([302, `/s/${site.id}/${section.id}`]);
    expect((await open(world, String(location), headers)).status).toBe(200);
  });

  it('lets members in by their token, and nobody while it is unpublished', async () => {
    const { site, url } = await publishedSite(world, organization, [page], {
      visibility: 'visitor-auth',
    });
    const headers = { authorization: `Bearer ${site.admin.token}` };
    expect((await open(world, url, headers)).status).toBe(200);
    const stranger = await world.user();
    expect((await open(world, url, { authorization: `Bearer ${stranger.token}` })).status).toBe(
      404,
    );
    ok(await site.admin.post(`${site.url}/unpublish`));
    expect((await open(world, url, headers)).status).toBe(404);
  });
});
