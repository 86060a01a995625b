import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { createSite, ok, refusal, type SiteHandle } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
let site: SiteHandle;

beforeAll(async () => {
  site = await createSite(world, { organization });
});

const urlsOf = /* GraphQL */ `
  query ($id: ID!, $shareKey: String) {
    site(id: $id) {
      urls(shareKey: $shareKey) {
        published
      }
      sections {
        nodes {
          urls(shareKey: $shareKey) {
            published
          }
        }
      }
      siteSpaces {
        nodes {
          urls(shareKey: $shareKey) {
            published
          }
        }
      }
    }
  }
`;

async function addresses(client: Client, id: string, shareKey?: string) {
  const { site: found } = await client.query(urlsOf, { id, shareKey: shareKey ?? null });
  const published = ({ urls }: { urls: { published: string | null } }) => urls.published;
  return {
    site: published(found),
    sections: found.sections.nodes.map(published),
    siteSpaces: found.siteSpaces.nodes.map(published),
  };
}

describe('reading a site', () => {
  it('is possible for members below their own organization only', async () => {
    const other = await world.organization();
    const reader = await world.member(organization.id, 'read');
    expect(ok(await reader.get(site.url)).id).toBe(site.id);
    for (const url of [
      `/v1/orgs/${other.id}/sites/${site.id}`,
      `/v1/orgs/${organization.id}/sites/site_missing`,
      `/v1/orgs/${organization.id}/sites/${organization.id}`,
      `/v1/orgs/${organization.id}/sites/%F0%9F%92%A9`,
      `/v1/orgs/${organization.id}/sites/${'x'.repeat(1500)}`,
      `/v1/orgs/missing/sites/${site.id}/sections`,
      `/v1/orgs/${organization.id}/sites/site_missing/site-spaces`,
    ]) {
      for (const client of [organization.admin, reader, other.admin]) {
        expect(refusal(await client.get(url)).status, url).toBe(404);
      }
    }
    expect((await world.anonymous().get(site.url)).status).toBe(401);
    expect((await world.withToken('wrong').get(site.url)).status).toBe(401);
  });

  it('says in permissions what the gates do', async () => {
    const cast = await world.cast(organization.id);
    const query = 'query ($id: ID!) { site(id: $id) { permissions { view edit } } }';
    for (const role of ['admin', 'create'] as const) {
      const data = await cast[role].query(query, { id: site.id });
      expect(data.site.permissions).toEqual({ view: true, edit: true });
    }
    for (const role of ['review', 'edit', 'comment', 'read'] as const) {
      const data = await cast[role].query(query, { id: site.id });
      expect(data.site.permissions).toEqual({ view: true, edit: false });
    }
    for (const role of ['guest', 'disabled', 'stranger'] as const) {
      expect(await cast[role].query(query, { id: site.id })).toEqual({ site: null });
    }
  });

  it('finds sections and site-spaces of this site only, and the defaults', async () => {
    const walked = await createSite(world, { organization });
    const section = await walked.addSection();
    const elsewhere = await createSite(world, { organization });
    const foreign = await elsewhere.addSection();
    const data = await organization.admin.query(
      /* GraphQL */ `
        query ($organization: ID!, $id: ID!, $section: ID!, $siteSpace: ID!, $foreign: ID!) {
          organization(id: $organization) {
            site(id: $id) {
              section(id: $section) {
                id
                site {
                  id
                }
                defaultSiteSpace {
                  id
                }
              }
              siteSpace(id: $siteSpace) {
                section {
                  id
                }
                site {
                  organization {
                    id
                  }
                }
              }
              defaultSection {
                id
              }
              defaultSiteSpace {
                id
              }
              foreign: section(id: $foreign) {
                id
              }
            }
          }
        }
      `,
      {
        organization: organization.id,
        id: walked.id,
        section: section.id,
        siteSpace: section.siteSpaces[0].id,
        foreign: foreign.id,
      },
    );
    expect(data.organization.site).toEqual({
      section: {
        id: section.id,
        site: { id: walked.id },
        defaultSiteSpace: { id: section.siteSpaces[0].id },
      },
      siteSpace: { section: { id: section.id }, site: { organization: { id: organization.id } } },
      defaultSection: { id: section.id },
      defaultSiteSpace: { id: section.siteSpaces[0].id },
      foreign: null,
    });
  });
});

describe('the published addresses of a site', () => {
  it('are there while it is published, and tell all of its parts apart', async () => {
    const published = await createSite(world, { organization });
    const guide = await published.addSection({ title: 'Guide' });
    const api = await published.addSection({ title: 'API' });
    await published.addSpace({ sectionId: guide.id });
    await published.addSpace({ sectionId: api.id });
    const nothing = { site: null, sections: [null, null], siteSpaces: [null, null, null, null] };
    expect(await addresses(organization.admin, published.id)).toEqual(nothing);
    await published.publish();
    const [, guideVariant, , apiVariant] = await published.siteSpaces();
    const root = `${baseUrl}/s/${published.id}`;
    expect(await addresses(organization.admin, published.id)).toEqual({
      site: root,
      sections: [root, `${root}/api`],
      siteSpaces: [
        root,
        `${root}/guide/${guideVariant.path}`,
        `${root}/api`,
        `${root}/api/${apiVariant.path}`,
      ],
    });
    expect((await published.get()).urls.published).toBe(root);
  });

  it('follow the basename, the hostname and the proxy', async () => {
    const moved = await createSite(world, { organization });
    await moved.addSpace();
    const second = await moved.addSpace();
    await moved.publish();
    const address = async () => (await moved.get()).urls.published;
    ok(await moved.admin.patch(moved.url, { basename: 'docs' }));
    expect(await address()).toBe(`${baseUrl}/s/${organization.id}/docs`);
    await world.db.prisma.site.update({
      where: { id: moved.id },
      data: { hostname: 'docs.acme.example.com' },
    });
    expect(await address()).toBe('https://docs.acme.example.com');
    ok(await moved.admin.patch(moved.url, { proxy: 'example.com/docs' }));
    expect(await address()).toBe('https://example.com/docs');
    const { siteSpaces } = await addresses(organization.admin, moved.id);
    expect(siteSpaces).toEqual([
      'https://example.com/docs',
      `https://example.com/docs/${second.path}`,
    ]);
  });

  it('of a share-link site need the key of an active link of this site', async () => {
    const shared = await createSite(world, { organization, body: { visibility: 'share-link' } });
    const section = await shared.addSection();
    await shared.publish();
    const other = await createSite(world, { organization });
    const link = (siteId: string, key: string, active: boolean) =>
      world.db.prisma.shareLink.create({
        data: { id: `shl_${world.next()}`, siteId, name: 'Link', key, active },
      });
    await link(shared.id, 'open-sesame', true);
    await link(shared.id, 'revoked', false);
    await link(other.id, 'of-another', true);
    const root = `${baseUrl}/s/${shared.id}/open-sesame`;
    expect(await addresses(organization.admin, shared.id, 'open-sesame')).toEqual({
      site: root,
      sections: [root],
      siteSpaces: [root],
    });
    for (const key of ['revoked', 'of-another', 'unknown', '', undefined]) {
      const { site: address } = await addresses(organization.admin, shared.id, key);
      expect(address, key).toBeNull();
    }
    const lists = ['sections', 'site-spaces'] as const;
    for (const list of lists) {
      const opened = ok(await shared.admin.get(`${shared.url}/${list}?shareKey=open-sesame`));
      expect(opened.items[0].urls).toEqual({ published: root });
      const closed = ok(await shared.admin.get(`${shared.url}/${list}`));
      expect(closed.items[0].urls).toEqual({});
      const refused = await shared.admin.get(`${shared.url}/${list}?shareKey=${'x'.repeat(201)}`);
      expect(refusal(refused).status).toBe(400);
    }
    expect(section.urls).toEqual({});
  });
});
