import { beforeAll, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { createSite, ok, refusal, type SiteHandle } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
let site: SiteHandle;

beforeAll(async () => {
  site = await createSite(world, { organization });
});

const updateSite = /* GraphQL */ `
  mutation ($input: UpdateSiteInput!) {
    updateSite(input: $input) {
      site {
        title
        visibility
        agentsContext
        adaptiveContent {
          enabled
        }
        proxy {
          origin
          target
        }
      }
    }
  }
`;

const key = () => ({ organizationId: organization.id, siteId: site.id });

describe('updating a site', () => {
  it('changes everything that the interface names, on both surfaces', async () => {
    const body = ok(
      await organization.admin.patch(site.url, {
        title: 'Manual',
        visibility: 'unlisted',
        basename: 'manual',
        agentsContext: 'excluded',
        adaptiveContent: { enabled: true },
        proxy: 'example.com/docs/v1',
      }),
    );
    const target = `${baseUrl}/s/${site.id}`;
    expect(body).toMatchObject({
      title: 'Manual',
      visibility: 'unlisted',
      basename: 'manual',
      agentsContext: 'excluded',
      adaptiveContent: { enabled: true },
      proxy: { origin: 'example.com/docs/v1', target },
    });
    const data = await organization.admin.query(updateSite, {
      input: { ...key(), title: 'Manual 2', agentsContext: 'INCLUDED' },
    });
    expect(data.updateSite.site).toEqual({
      title: 'Manual 2',
      visibility: 'UNLISTED',
      agentsContext: 'INCLUDED',
      adaptiveContent: { enabled: true },
      proxy: { origin: 'example.com/docs/v1', target },
    });
  });

  it('keeps the proxy when it is left out, and removes it with null', async () => {
    ok(await organization.admin.patch(site.url, { proxy: 'example.com/docs' }));
    const kept = ok(await organization.admin.patch(site.url, {}));
    expect(kept.proxy.origin).toBe('example.com/docs');
    const removed = ok(await organization.admin.patch(site.url, { proxy: null }));
    expect(removed).not.toHaveProperty('proxy');
    await organization.admin.query(updateSite, { input: { ...key(), proxy: 'example.com/docs' } });
    const data = await organization.admin.query(updateSite, { input: { ...key(), proxy: null } });
    expect(data.updateSite.site.proxy).toBeNull();
  });

  it.each([
    [{ title: 'x' }, '"title" must have at least 2 characters'],
    [{ title: 'x'.repeat(129) }, '"title" must have at most 128 characters'],
    [{ title: 'a\0b' }, 'U+0000'],
    [{ basename: '' }, '"basename" must have at least 1 character'],
    [{ basename: 'x'.repeat(101) }, '"basename" must have at most 100 characters'],
    [{ basename: 'a/b' }, '"basename" must be one segment of a path'],
    [{ basename: '..' }, '"basename" must be one segment of a path'],
    [{ proxy: 'https://example.com/docs' }, '"proxy" must be a host and a path'],
    [{ proxy: 'example.com' }, '"proxy" must be a host and a path'],
    [{ proxy: `example.com/${'x'.repeat(512)}` }, '"proxy" must have at most 512 characters'],
    [{ adaptiveContent: {} }, '"adaptiveContent.enabled" is required'],
    [{ adaptiveContent: { enabled: 'yes' } }, '"adaptiveContent.enabled" must be true or false'],
    [{ agentsContext: 'maybe' }, '"agentsContext" must be one of'],
    [{ visibility: null }, '"visibility" must be one of'],
    [{ defaultSiteSpace: 'ss_missing' }, '"defaultSiteSpace" is not a site-space of the site'],
    [{ defaultSiteSection: 'sec_missing' }, '"defaultSiteSection" is not a section of the site'],
    [{ type: 'premium' }, '"type" is not known here'],
  ])('refuses %j', async (body, message) => {
    const answer = refusal(await organization.admin.patch(site.url, body));
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(message);
  });

  it('keeps basenames unique in the organization, also when two take one at once', async () => {
    const other = await createSite(world, { organization });
    const elsewhere = await createSite(world);
    ok(await organization.admin.patch(site.url, { basename: 'unique' }));
    ok(await organization.admin.patch(site.url, { basename: 'unique' }));
    ok(await elsewhere.admin.patch(elsewhere.url, { basename: 'unique' }));
    const answer = refusal(await organization.admin.patch(other.url, { basename: 'unique' }));
    expect(answer.status).toBe(409);
    expect(answer.message).toContain('"unique"');
    const sites = await Promise.all(
      Array.from({ length: 8 }, () => createSite(world, { organization })),
    );
    const answers = await Promise.all(
      sites.map(({ url }) => organization.admin.patch(url, { basename: 'race' })),
    );
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([count(200), count(409)]).toEqual([1, 7]);
  });

  it('sets the default section, and the default site-space in it', async () => {
    const sectioned = await createSite(world, { organization });
    const first = await sectioned.addSection();
    const second = await sectioned.addSection();
    const variant = await sectioned.addSpace({ sectionId: second.id });
    ok(
      await sectioned.admin.patch(sectioned.url, {
        defaultSiteSection: second.id,
        defaultSiteSpace: variant.id,
      }),
    );
    const sections = await sectioned.sections();
    expect(sections.map((section: { default: boolean }) => section.default)).toEqual([false, true]);
    const defaults = ok(await sectioned.admin.get(`${sectioned.url}/site-spaces?default=true`));
    expect(defaults.items.map(({ id }: { id: string }) => id)).toEqual([
      first.siteSpaces[0].id,
      variant.id,
    ]);
    const refused = refusal(
      await sectioned.admin.patch(sectioned.url, { defaultSiteSpace: first.siteSpaces[0].id }),
    );
    expect(refused).toEqual({
      status: 400,
      message: '"defaultSiteSpace" is not in the default section of the site.',
    });
  });

  it('sets the default site-space at the root level, and none of another site', async () => {
    const flat = await createSite(world, { organization });
    await flat.addSpace();
    const second = await flat.addSpace();
    ok(await flat.admin.patch(flat.url, { defaultSiteSpace: second.id }));
    const [first, moved] = await flat.siteSpaces();
    expect([first.default, moved.default]).toEqual([false, true]);
    const other = await createSite(world, { organization });
    const section = await other.addSection();
    for (const body of [
      { defaultSiteSpace: section.siteSpaces[0].id },
      { defaultSiteSection: section.id },
    ]) {
      expect(refusal(await flat.admin.patch(flat.url, body)).status).toBe(400);
    }
  });

  it('sets and removes the icon, in each of its forms, on both surfaces', async () => {
    const images = { light: 'https://example.com/l.png', dark: 'https://example.com/d.png' };
    const { admin } = organization;
    expect(ok(await admin.get(site.url))).not.toHaveProperty('icon');
    for (const icon of [{ emoji: '📘' }, { icon: images }]) {
      expect(ok(await admin.patch(site.url, { icon })).icon).toEqual(icon);
      expect(ok(await admin.patch(site.url, { title: 'Manual' })).icon).toEqual(icon);
    }
    for (const icon of [null, {}]) {
      ok(await admin.patch(site.url, { icon: { emoji: '📘' } }));
      expect(ok(await admin.patch(site.url, { icon }))).not.toHaveProperty('icon');
    }
    const mutation = /* GraphQL */ `
      mutation ($input: UpdateSiteInput!) {
        updateSite(input: $input) {
          site {
            icon {
              ... on SiteEmojiIcon {
                emoji
              }
              ... on SiteImageIcon {
                images {
                  light
                  dark
                }
              }
            }
          }
        }
      }
    `;
    for (const icon of [{ images }, { emoji: '📘' }]) {
      const { data } = await admin.graphql(mutation, { input: { ...key(), icon } });
      expect(data).toEqual({
        updateSite: { site: { icon } },
      });
    }
  });

  it('refuses an icon of two forms, of too long an emoji, or of no web address', async () => {
    for (const icon of [
      { emoji: '📘', icon: { light: 'https://example.com/l', dark: 'https://example.com/d' } },
      { emoji: 'x'.repeat(51) },
      { icon: { light: 'javascript:alert(1)', dark: 'https://example.com/d' } },
      { icon: { light: 'https://example.com/l' } },
    ]) {
      const { status, message } = refusal(await organization.admin.patch(site.url, { icon }));
      expect(status).toBe(400);
      expect(message).toContain('icon');
    }
  });

  it('is for members who create, on both surfaces', async () => {
    const cast = await world.cast(organization.id);
    expect(
      await restOutcomes(cast, (client) => client.patch(site.url, { title: 'By role' })),
    ).toEqual(allowedFrom('create'));
    expect(
      await graphOutcomes(cast, (client) =>
        client.errorCode(updateSite, { input: { ...key(), title: 'By role' } }),
      ),
    ).toEqual(allowedFrom('create'));
  });
});
