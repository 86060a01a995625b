import { describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, ok, refusal, type SiteHandle } from './support.ts';

// Names that sites and sections copied from a space follow it: whoever may not view the space any
// more does not learn them, on either surface.

const world = useWorld();
const organization = useOrganization(world);

const everything = `query ($id: ID!, $organizationId: ID!) {
  organization(id: $organizationId) { sites(first: 100) { nodes { title } } }
  site(id: $id) {
    title
    structure { __typename
      ... on SectionsStructure { entries { ... on SiteSection { title path } } }
    }
    sections(first: 10) { nodes { title path urls { published } siteSpaces(first: 5) { nodes {
      title path section { title path } urls { published } space { urls { published } } } } } }
    defaultSection { title path }
    publishedContent { site { title } customizations { site }
      structure { ... on VisitedSections { __typename } } }
  }
}`;

/** Whether what a viewer reads of a site, through both surfaces, contains a name. */
async function tells(site: SiteHandle, viewer: Client, name: RegExp): Promise<boolean> {
  const { organizationId, id } = site;
  const sites = `/v1/orgs/${organizationId}/sites`;
  const paths = ['', '/sections', '/structure', '/site-spaces', '/published'];
  const answers = await Promise.all([
    ...paths.map(async (path) => ok<object>(await viewer.get(`${site.url}${path}`))),
    viewer.get(`${sites}?limit=100`).then((answer) => ok(answer)),
    viewer.query(everything, { id, organizationId }),
  ]);
  return name.test(JSON.stringify(answers));
}

/** A published site whose title and first section have the name of a space. */
async function siteNamedAfter(title: string, spaceOptions: object = {}) {
  const space = await world.space(organization.id, { title, ...spaceOptions });
  const site = await createSite(world, { organization, body: { spaces: [space.id] } });
  const other = await world.space(organization.id, { title: 'Seen' });
  const section = await site.addSection({ spaceId: other.id });
  const [named] = await site.sections();
  await site.addSpace({ sectionId: named.id });
  await world.db.prisma.site.update({
    where: { id: site.id },
    data: { published: true, visibility: 'visitor-auth' },
  });
  return { site, space, section: named, other: section };
}

/** The site-space that was added to a section, as a viewer reads it. */
async function variantIn(site: SiteHandle, section: { id: string }, viewer = site.admin) {
  const { items } = ok(await viewer.get(`${site.url}/site-spaces?limit=10`));
  return items.find(
    (item: { section: string; title: string }) =>
      item.section === section.id && item.title.startsWith('Space '),
  );
}

const restrict = async (space: { id: string }) =>
  ok(await organization.admin.patch(`/v1/spaces/${space.id}`, { defaultLevel: null }));

describe('names of hidden spaces', () => {
  it('are hidden with the space, and shown again with it', async () => {
    const { site, space, section } = await siteNamedAfter('Takeover');
    const reader = await world.member(organization.id, 'read');
    expect(await tells(site, reader, /takeover/i)).toBe(true);
    await restrict(space);
    expect(await tells(site, reader, /takeover/i)).toBe(false);
    expect(await tells(site, reader, /"title":"Untitled site"/)).toBe(true);
    const { items } = ok(await reader.get(`${site.url}/sections`));
    expect(items[0]).toMatchObject({ title: 'Untitled section', path: section.id });
    expect(items[1]).toMatchObject({ title: 'Seen', path: 'seen' });
    expect(await tells(site, site.admin, /"title":"Takeover","path":"takeover"/)).toBe(true);
    await organization.admin.patch(`/v1/spaces/${space.id}`, { defaultLevel: 'read' });
    expect(ok(await reader.get(`${site.url}/sections`)).items[0]).toMatchObject({
      title: 'Takeover',
      path: 'takeover',
    });
  });

  it('are hidden when a collection above is closed, and from guests of another space', async () => {
    const collection = await world.collection(organization.id);
    const { site, section } = await siteNamedAfter('Merger', { parentId: collection.id });
    const reader = await world.member(organization.id, 'read');
    const guest = await world.member(organization.id, null);
    const variant = await variantIn(site, section);
    await world.db.prisma.grant.create({
      data: {
        id: `grant_${world.next()}`,
        userId: guest.userId,
        spaceId: variant.space.id,
        role: 'read',
      },
    });
    expect(await tells(site, guest, /merger/i)).toBe(false);
    await organization.admin.patch(`/v1/collections/${collection.id}`, { defaultLevel: null });
    expect(await tells(site, reader, /merger/i)).toBe(false);
  });

  it('are not found by searching titles of sites, nor named by errors', async () => {
    const { site, space } = await siteNamedAfter('Quicksilver');
    const reader = await world.member(organization.id, 'read');
    const find = async () =>
      ok(await reader.get(`/v1/orgs/${organization.id}/sites?title=quicksilver`)).items;
    expect(await find()).toHaveLength(1);
    await restrict(space);
    expect(await find()).toEqual([]);
    const { message } = refusal(await reader.patch(site.url, { title: 'Mine' }));
    expect(message).toContain('"Untitled site"');
  });

  it('are hidden in addresses, and addresses with either path lead to the section', async () => {
    const { site, space, section } = await siteNamedAfter('Takeover');
    await site.admin.patch(site.url, { defaultSiteSection: (await site.sections())[1].id });
    await restrict(space);
    const reader = await world.member(organization.id, 'read');
    const shown = await variantIn(site, section, reader);
    expect(shown.urls.published).toContain(`/${section.id}/`);
    expect(shown.space.urls.published).toBe(shown.urls.published);
    const known = await variantIn(site, section);
    expect(known.urls.published).toContain('/takeover/');
    const page = await world.space(organization.id, { title: 'Linking' });
    const addresses = [shown.urls.published, known.urls.published];
    ok(
      await site.admin.post(`/v1/spaces/${page.id}/content`, {
        changes: [
          {
            operation: 'insert_page',
            metadata: { title: 'Links' },
            document: { markdown: addresses.map((url) => `[a](${url})`).join(' ') },
          },
        ],
      }),
    );
    const links = ok(await site.admin.get(`/v1/spaces/${page.id}/links`)).items;
    // One link, since both addresses have the same target.
    expect(links).toMatchObject([
      { status: 'ok', targetReference: { space: expect.objectContaining({ id: shown.space.id }) } },
    ]);
  });

  it('become those of the section once somebody gives them', async () => {
    const { site, space, section, other } = await siteNamedAfter('Takeover');
    await restrict(space);
    const reader = await world.member(organization.id, 'read');
    const url = `${site.url}/sections/${section.id}`;
    ok(await site.admin.patch(url, { title: 'Board' }));
    const shown = async () => ok(await reader.get(`${site.url}/sections`)).items[0];
    expect(await shown()).toMatchObject({ title: 'Board', path: section.id });
    ok(await site.admin.patch(url, { path: 'board' }));
    expect(await shown()).toMatchObject({ title: 'Board', path: 'board' });
    ok(await site.admin.patch(site.url, { title: 'Company' }));
    expect(await tells(site, reader, /"title":"Company"/)).toBe(true);
    expect(other.title).toBe('Seen');
  });

  it('outlive an open space on its way to the trash and out of it', async () => {
    const { site, space } = await siteNamedAfter('Guides');
    const reader = await world.member(organization.id, 'read');
    ok(await organization.admin.delete(`/v1/spaces/${space.id}`), 204);
    expect((await site.sections())[0]).toMatchObject({ title: 'Guides', path: 'guides' });
    expect(ok(await reader.get(`${site.url}/sections`)).items[0].title).toBe('Guides');
  });
});
