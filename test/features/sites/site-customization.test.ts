import { describe, expect, it } from 'vitest';
import { customization } from '../../support/customization.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, ok, refusal, type SiteHandle } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

const both = (color: string) => ({ light: color, dark: color });

async function siteWithSpaces(type = 'ultimate') {
  const site = await createSite(world, { organization, body: { title: 'Manual', type } });
  const [first, second] = [await site.addSpace(), await site.addSpace()];
  await site.publish();
  const url = `${site.url}/site-spaces/${first.id}/customization`;
  return { site, first: first.id as string, second: second.id as string, url };
}

const put = (site: SiteHandle, body: object) => site.admin.put(`${site.url}/customization`, body);

const published = async (site: SiteHandle) =>
  ok(await site.admin.get(`${site.url}/published`)).customizations;

describe('the appearance of a site', () => {
  it('has defaults, with its title and icon', async () => {
    const { site } = await siteWithSpaces();
    ok(await site.admin.patch(site.url, { icon: { emoji: '📗' } }));
    const settings = ok(await site.admin.get(`${site.url}/customization`));
    expect(settings).toMatchObject({
      title: 'Manual',
      favicon: { emoji: '📗' },
      styling: { primaryColor: both('#346DDB'), font: 'Inter' },
    });
    expect((await published(site)).site).toEqual(settings);
    // What is read can be written.
    expect(ok(await put(site, settings))).toEqual(settings);
  });

  it('is replaced as a whole, and read on both surfaces', async () => {
    const { site } = await siteWithSpaces();
    expect(ok(await put(site, customization))).toEqual(customization);
    expect(ok(await site.admin.get(`${site.url}/customization`))).toEqual(customization);
    expect((await published(site)).site).toEqual(customization);
    const query = 'query ($id: ID!) { site(id: $id) { customization { settings } } }';
    expect(await site.admin.query(query, { id: site.id })).toEqual({
      site: { customization: { settings: customization } },
    });
    const { announcement: _, title: __, ...less } = customization;
    const input = { organizationId: organization.id, siteId: site.id, ...less };
    const mutation = `mutation ($input: UpdateSiteCustomizationInput!) {
      updateSiteCustomization(input: $input) { customization { settings } } }`;
    expect(await site.admin.query(mutation, { input })).toEqual({
      updateSiteCustomization: { customization: { settings: { ...less, title: 'Manual' } } },
    });
  });

  it('needs each of its groups, and refuses what is wrong by its place', async () => {
    const { site } = await siteWithSpaces();
    for (const name of Object.keys(customization)) {
      if (name === 'title' || name === 'announcement') continue;
      const body = { ...customization, [name]: undefined };
      expect(refusal(await put(site, body))).toEqual({
        status: 400,
        message: `"${name}" is required.`,
      });
    }
    const { styling, header, footer } = customization;
    const [link] = footer.groups[0]?.links ?? [];
    for (const [body, message] of [
      [{ title: 'x' }, '"title" must have at least 2 characters.'],
      [{ styling: { ...styling, theme: 'loud' } }, '"styling.theme" must be one of "clean"'],
      [
        { styling: { ...styling, tint: { color: both('red') } } },
        '"styling.tint.color.light" must',
      ],
      [{ header: { ...header, logo: { light: 'x', dark: 'y' } } }, '"header.logo.light" must'],
      [{ header: { ...header, color: 1 } }, '"header" must not have "color".'],
      [
        { footer: { groups: [{ title: 'A', links: [{ ...link, to: { kind: 'url' } }] }] } },
        '"footer.groups.0.links.0.to.url" ',
      ],
      [
        { header: { ...header, links: [{ title: 'A', to: null, links: [], condition: '(' }] } },
        '"header.links.0.condition" ',
      ],
      [{ privacyPolicy: { url: 'javascript:alert(1)' } }, '"privacyPolicy.url" must'],
      [{ favicon: { emoji: '' } }, '"favicon" '],
      [
        { announcement: { ...customization.announcement, message: 'x'.repeat(129) } },
        '"announcement',
      ],
      [{ pdf: true }, '"pdf" must be '],
    ] as const) {
      const refused = refusal(await put(site, { ...customization, ...body }));
      expect(refused.status).toBe(400);
      expect(refused.message).toContain(message);
    }
    const script = [
      { title: 'A', links: [{ title: 'B', to: { kind: 'url', url: 'javascript:1' } }] },
    ];
    const { message } = refusal(await put(site, { ...customization, footer: { groups: script } }));
    expect(message).toBe('"footer.groups.0.links.0.to.url" must not be a script.');
  });

  it.each(['', ' ', '//example.com', '/\\example.com', '/\t/example.com', 'guides', 'https://'])(
    'refuses a link to %j, which leads nowhere or to another host',
    async (url) => {
      const { site } = await siteWithSpaces();
      const link = { title: 'A', to: { kind: 'url', url } };
      const { header, announcement } = customization;
      for (const [name, settings, path] of [
        ['footer', { groups: [{ title: 'A', links: [link] }] }, 'groups.0.links.0'],
        ['header', { ...header, links: [{ ...link, links: [] }] }, 'links.0'],
        ['announcement', { ...announcement, link }, 'link'],
      ] as const) {
        const refused = refusal(await put(site, { ...customization, [name]: settings }));
        expect(refused).toEqual({
          status: 400,
          message: expect.stringMatching(
            new RegExp(`^"${name}.${path}.to.url" must be an address`),
          ),
        });
      }
    },
  );

  it('links to addresses with a scheme, and to paths and places on the site', async () => {
    const { site } = await siteWithSpaces();
    const links = ['https://example.com', 'mailto:ann@example.com', '/guides', '#top', '?q=a'].map(
      (url) => ({ title: 'A', to: { kind: 'url', url } }),
    );
    ok(await put(site, { ...customization, footer: { groups: [{ title: 'A', links }] } }));
  });

  it('shows visitors only what the plan of the site includes', async () => {
    const { site } = await siteWithSpaces('basic');
    expect(ok(await put(site, customization))).toEqual(customization);
    const shown = ok(await site.admin.get(`${site.url}/customization`));
    expect(shown.styling).toMatchObject({
      ...{ font: 'Inter', monospaceFont: 'IBMPlexMono', icons: 'regular' },
      ...{ primaryColor: customization.styling.primaryColor, infoColor: both('#787878') },
    });
    expect(shown.footer).toEqual({ groups: [] });
    expect(shown.header).toEqual(customization.header);
    expect((await published(site)).site).toEqual(shown);
    const unmasked = await site.admin.get(`${site.url}/customization?unmasked=true`);
    expect(ok(unmasked)).toEqual(customization);
  });
});

describe('the appearance of a site-space', () => {
  it('is that of the site, but for what it overrides; null restores that of the site', async () => {
    const { site, first, second, url } = await siteWithSpaces();
    ok(await put(site, customization));
    expect(ok(await site.admin.get(url))).toEqual(customization);
    const changes = {
      ...{ title: 'Beta', favicon: { icon: { light: IMAGE, dark: IMAGE } } },
      ...{ styling: { theme: 'bold', sidebar: { list: 'pill' } }, header: { logo: null } },
    };
    const overridden = {
      ...customization,
      ...{ title: 'Beta', favicon: changes.favicon },
      styling: {
        ...customization.styling,
        ...{ theme: 'bold', sidebar: { background: 'filled', list: 'pill' } },
      },
    };
    expect(ok(await site.admin.patch(url, changes))).toEqual(overridden);
    expect(ok(await site.admin.get(url))).toEqual(overridden);
    expect((await published(site)).siteSpaces).toEqual({ [first]: overridden });
    const other = `${site.url}/site-spaces/${second}/customization`;
    expect(ok(await site.admin.get(other))).toEqual(customization);
    const restored = { title: null, styling: { theme: null }, favicon: { emoji: '🧪' } };
    expect(ok(await site.admin.patch(url, restored))).toEqual({
      ...overridden,
      ...{ title: customization.title, favicon: { emoji: '🧪' } },
      styling: { ...overridden.styling, theme: customization.styling.theme },
    });
    expect((await site.admin.delete(url)).status).toBe(204);
    expect((await site.admin.delete(url)).status).toBe(204);
    expect(ok(await site.admin.get(url))).toEqual(customization);
  });

  it('follows the site where it overrides nothing', async () => {
    const { site, url } = await siteWithSpaces();
    ok(await site.admin.patch(url, { themes: { default: 'dark' } }));
    ok(await put(site, { ...customization, themes: { default: 'light', toggeable: true } }));
    expect(ok(await site.admin.get(url)).themes).toEqual({ default: 'dark', toggeable: true });
    const query = `query ($id: ID!, $one: ID!) { site(id: $id) {
      siteSpaceCustomization(siteSpaceId: $one) { settings }
      siteSpace(id: $one) { customization { settings } } } }`;
    const one = url.split('/').at(-2);
    const { site: found } = await site.admin.query(query, { id: site.id, one });
    expect(found.siteSpaceCustomization).toEqual(found.siteSpace.customization);
    expect(found.siteSpace.customization.settings.themes.default).toBe('dark');
  });

  it('is seen where the plan includes it, and has no settings of the site alone', async () => {
    const { site, url } = await siteWithSpaces('basic');
    expect(ok(await site.admin.patch(url, { title: 'Beta' })).title).toBe('Beta');
    expect(ok(await site.admin.get(url)).title).toBe('Manual');
    expect(ok(await site.admin.get(`${url}?unmasked=true`)).title).toBe('Beta');
    expect((await published(site)).siteSpaces).toEqual({});
    for (const [body, message] of [
      [{ insights: { trackingCookie: true } }, '"insights" is not known here.'],
      [{ styling: { font: 'Lato' } }, '"styling" must not have "font".'],
      [{ pdf: {} }, '"pdf.enabled" must be of type boolean.'],
    ] as const) {
      expect(refusal(await site.admin.patch(url, body))).toMatchObject({ status: 400 });
      expect(refusal(await site.admin.patch(url, body)).message).toContain(message);
    }
  });

  it('goes with its site-space', async () => {
    const { site, first, url } = await siteWithSpaces();
    ok(await site.admin.patch(url, { title: 'Beta' }));
    await site.admin.delete(`${site.url}/site-spaces/${first}`);
    const where = { siteSpaceId: first };
    expect(await world.db.prisma.siteSpaceCustomization.count({ where })).toBe(0);
    expect((await site.admin.get(url)).status).toBe(404);
  });
});

const IMAGE = 'https://example.com/beta.png';
