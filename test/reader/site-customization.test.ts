import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSite, ok } from '../features/sites/support.ts';
import { writePages } from '../support/content.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';
import { open, publishedSite, texts, type Opened } from './reader-site.ts';

const world = useWorld();
const organization = useOrganization(world);

const pages = [
  { title: 'Welcome', markdown: 'Hello.' },
  { title: 'Help', markdown: 'The end.' },
];

/** A site with all features. */
const ultimate = { type: 'ultimate' };

type Settings = Record<string, Record<string, unknown>>;

/** Publishes a site with changed settings. Returns its first page. */
async function customized(
  change: (settings: Settings, ids: Record<string, string>) => object,
  body: object = {},
): Promise<Opened & { url: string }> {
  const { site, url, ids } = await publishedSite(world, organization, pages, body);
  const settings = ok(await site.admin.get(`${site.url}/customization`));
  const changed = { ...settings, ...change(settings, ids) };
  ok(await site.admin.put(`${site.url}/customization`, changed));
  return { ...(await open(world, url)), url };
}

const hrefs = ({ document }: Opened, selector: string) =>
  [...document.querySelectorAll(selector)].map((link) => link.getAttribute('href'));

describe('the customization of a site', () => {
  it('announces something on each page', async () => {
    const link = { title: 'Read more', to: { kind: 'url', url: 'https://example.com/news' } };
    const announcement = { enabled: true, message: 'Version 2 is out.', style: 'success', link };
    const page = await customized(() => ({ announcement }));
    expect(texts(page, 'aside.announcement.success')).toEqual(['Version 2 is out. Read more']);
    expect(hrefs(page, '.announcement a')).toEqual([link.to.url]);
    const off = await customized(() => ({ announcement: { ...announcement, enabled: false } }));
    expect(off.document.querySelector('.announcement')).toBeNull();
  });

  it('links to pages, spaces and files of the content, below others, and to nothing that is gone', async () => {
    const page = await customized(
      ({ header, footer }, ids) => ({
        header: {
          ...header,
          links: [
            { title: 'Help', to: { kind: 'page', page: ids['Help'] }, links: [] },
            { title: 'Gone', to: { kind: 'page', page: 'page_gone' }, links: [] },
            {
              title: 'More',
              to: null,
              links: [
                { title: 'Part', to: { kind: 'anchor', page: ids['Help'], anchor: 'end' } },
                { title: 'Gone', to: { kind: 'space', space: 'space_gone' } },
              ],
            },
            {
              title: 'Start',
              style: 'button-primary',
              to: { kind: 'url', url: 'https://example.com/start' },
              links: [],
            },
          ],
        },
        footer: {
          ...footer,
          groups: [
            { title: 'Here', links: [{ title: 'Help', to: { kind: 'page', page: ids['Help'] } }] },
          ],
        },
      }),
      ultimate,
    );
    expect(hrefs(page, '.header-links > a')).toEqual([
      `${page.url}/help`,
      'https://example.com/start',
    ]);
    expect(texts(page, '.header-links .button-primary')).toEqual(['Start']);
    expect(texts(page, '.link-menu summary')).toEqual(['More']);
    expect(hrefs(page, '.link-menu a')).toEqual([`${page.url}/help#end`]);
    expect(hrefs(page, 'footer a')).toEqual([`${page.url}/help`]);
  });

  it('links to other spaces and sections of the site, as they are visited', async () => {
    const site = await createSite(world, { organization, body: { title: 'Manual' } });
    const [first, second] = [
      await world.space(organization.id, { title: 'Guides' }),
      await world.space(organization.id, { title: 'Reference' }),
    ];
    await writePages(world, first.id, pages);
    const { ids } = await writePages(world, second.id, pages);
    await site.addSection({ title: 'Guides', spaceId: first.id });
    const section = await site.addSection({ title: 'Reference', spaceId: second.id });
    await site.publish();
    const settings = ok(await site.admin.get(`${site.url}/customization`));
    const links = [
      { title: 'Reference', to: { kind: 'space', space: second.id }, links: [] },
      { title: 'Help', to: { kind: 'page', page: ids['Help'], space: second.id }, links: [] },
    ];
    const header = { ...settings.header, links };
    ok(await site.admin.put(`${site.url}/customization`, { ...settings, header }));
    const page = await open(world, `/s/${site.id}`);
    const to = hrefs(page, '.header-links > a');
    expect(to).toEqual([`/s/${site.id}/${section.path}`, `/s/${site.id}/${section.path}/help`]);
    for (const href of to) expect((await open(world, href ?? '')).status).toBe(200);
  });

  it('shows a link with a condition only to visitors for whom it holds', async () => {
    const to = { kind: 'url', url: 'https://example.com' };
    const links = ['visitor.claims.unsigned.beta == true', 'true'].map((condition) => ({
      ...{ title: condition, condition, to, links: [] },
    }));
    const page = await customized(({ header }) => ({ header: { ...header, links } }));
    expect(texts(page, '.header-links > a')).toEqual(['true']);
  });

  it('has fonts: those that are served, installed ones, and its own from where it has them', async () => {
    const own = {
      id: 'own',
      custom: true,
      fontFamily: 'Own "</style>Font',
      fontFaces: [
        { weight: 400, sources: [{ url: 'https://fonts.example.com/a.woff2', format: 'woff2' }] },
      ],
    };
    const page = await customized(
      ({ styling }) => ({ styling: { ...styling, font: own, monospaceFont: 'SourceCodePro' } }),
      ultimate,
    );
    const css = page.document.querySelector('style')?.textContent ?? '';
    const hash = createHash('sha256').update(css).digest('base64');
    const policy = String(page.response.headers['content-security-policy']);
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`);
    expect(policy).toContain("font-src 'self' https://fonts.example.com;");
    expect(css).toContain('--mono:"Source Code Pro",ui-monospace,monospace');
    expect(css).toContain('src:url("https://fonts.example.com/a.woff2") format("woff2")');
    expect(css).not.toContain('<');
    const [, served = ''] = /url\("(\/assets\/[^"]+)"\)/.exec(css) ?? [];
    const { response } = await open(world, served);
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'font/ttf']);
    const plain = await customized(({ styling }) => ({
      styling: { ...styling, font: 'Merriweather' },
    }));
    expect(plain.document.querySelector('style')).toBeNull();
  });
});
