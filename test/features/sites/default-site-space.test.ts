import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { createSite, ok, type SiteHandle } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

interface Shown {
  id: string;
  default: boolean;
  space: { id: string; urls: { published: string } };
  urls: { published: string };
}

/** What both surfaces say is the default, and the addresses of all site-spaces. */
async function defaultsOf(site: SiteHandle) {
  const items: Shown[] = await site.siteSpaces();
  const { site: ofGraph } = await site.admin.query(
    `query ($id: ID!) { site(id: $id) {
      defaultSiteSpace { id }
      siteSpaces(default: true) { totalCount nodes { id isDefault } } } }`,
    { id: site.id },
  );
  const defaults = items.filter((item) => item.default).map(({ id }) => id);
  expect(ofGraph).toEqual({
    defaultSiteSpace: defaults.length === 0 ? null : { id: defaults[0] },
    siteSpaces: {
      totalCount: defaults.length,
      nodes: defaults.map((id) => ({ id, isDefault: true })),
    },
  });
  for (const { urls, space } of items) expect(space.urls.published).toBe(urls.published);
  return { defaults, addresses: items.map(({ urls }) => urls.published) };
}

describe.each(['the root level', 'a section'])('the default site-space of %s', (level) => {
  it('is the first one there while its space is deleted', async () => {
    const site = await createSite(world, { organization });
    if (level === 'a section') await site.addSection();
    else await site.addSpace();
    await site.addSpace();
    await site.addSpace();
    await site.publish();
    const [first, second, third] = (await site.siteSpaces()) as [Shown, Shown, Shown];
    const root = `${baseUrl}/s/${site.id}`;
    ok(await site.admin.patch(site.url, { defaultSiteSpace: third.id }));
    const before = await defaultsOf(site);
    expect(before.defaults).toEqual([third.id]);
    expect(before.addresses.indexOf(root)).toBe(2);

    const deleteSpace = async ({ space }: Shown) =>
      ok(await site.admin.delete(`/v1/spaces/${space.id}`), 204);
    await deleteSpace(third);
    expect((await defaultsOf(site)).defaults).toEqual([first.id]);
    await deleteSpace(first);
    const { defaults, addresses } = await defaultsOf(site);
    expect(defaults).toEqual([second.id]);
    expect(addresses).toEqual([root]);
    await deleteSpace(second);
    expect((await defaultsOf(site)).defaults).toEqual([]);

    ok(await site.admin.post(`/v1/spaces/${second.space.id}/restore`));
    expect((await defaultsOf(site)).defaults).toEqual([second.id]);
    ok(await site.admin.post(`/v1/spaces/${third.space.id}/restore`));
    expect((await defaultsOf(site)).defaults).toEqual([third.id]);
  });
});
