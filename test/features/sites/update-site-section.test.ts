import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, ok, refusal } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

describe('updating a section', () => {
  it('changes, leaves and removes on both surfaces', async () => {
    const site = await createSite(world, { organization });
    const { id } = await site.addSection();
    const url = `${site.url}/sections/${id}`;
    const all = {
      title: 'Guide',
      path: 'the-guide',
      condition: 'visitor.claims.beta == true',
      icon: 'book',
      description: 'How to',
    };
    expect(ok(await site.admin.patch(url, all))).toMatchObject(all);
    expect(ok(await site.admin.patch(url, {}))).toMatchObject(all);
    const update = /* GraphQL */ `
      mutation ($input: UpdateSiteSectionInput!) {
        updateSiteSection(input: $input) {
          section {
            title
            condition
            icon
            description
          }
        }
      }
    `;
    const key = { organizationId: organization.id, siteId: site.id, siteSectionId: id };
    const kept = await site.admin.query(update, { input: { ...key, title: 'Guides' } });
    expect(kept.updateSiteSection.section).toEqual({
      title: 'Guides',
      condition: all.condition,
      icon: 'book',
      description: 'How to',
    });
    const cleared = ok(
      await site.admin.patch(url, { condition: null, icon: null, description: null }),
    );
    for (const field of ['condition', 'icon', 'description']) {
      expect(cleared).not.toHaveProperty(field);
    }
    await site.admin.query(update, { input: { ...key, icon: 'book' } });
    const removed = await site.admin.query(update, { input: { ...key, icon: null } });
    expect(removed.updateSiteSection.section.icon).toBeNull();
  });

  it.each([
    [{ title: null }, '"title" must not be null'],
    [{ title: 'x' }, '"title" must have at least 2 characters'],
    [{ path: '' }, '"path" must have at least 1 character'],
    [{ path: 'x'.repeat(101) }, '"path" must have at most 100 characters'],
    [{ path: 'a b' }, '"path" must be one segment of a path'],
    [{ path: 'a?b' }, '"path" must be one segment of a path'],
    [{ path: null }, '"path" must not be null'],
    [{ condition: '' }, '"condition" must have at least 1 character'],
    [{ condition: 'x'.repeat(1025) }, '"condition" must have at most 1024 characters'],
    [{ description: 'x'.repeat(257) }, '"description" must have at most 256 characters'],
    [{ icon: 'x'.repeat(51) }, '"icon" must have at most 50 characters'],
    [{ defaultSiteSpace: 'ss_missing' }, '"defaultSiteSpace" is not a site-space of the section'],
    [{ defaultSiteSpace: null }, '"defaultSiteSpace" must not be null'],
  ])('refuses %j', async (body, message) => {
    const site = await createSite(world, { organization });
    const { id } = await site.addSection();
    const answer = refusal(await site.admin.patch(`${site.url}/sections/${id}`, body));
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(message);
  });

  it('keeps paths unique on the site', async () => {
    const site = await createSite(world, { organization });
    const first = await site.addSection({ title: 'Taken' });
    const second = await site.addSection({ title: 'Other' });
    const url = `${site.url}/sections/${second.id}`;
    const answer = refusal(await site.admin.patch(url, { path: first.path }));
    expect(answer).toEqual({
      status: 409,
      message:
        'The path "taken" is already used by another section of this site. Choose a different one.',
    });
    expect(ok(await site.admin.patch(url, { path: 'other' })).path).toBe('other');
  });

  it('sets its default site-space, and none of another section', async () => {
    const site = await createSite(world, { organization });
    const first = await site.addSection();
    const second = await site.addSection();
    const variant = await site.addSpace({ sectionId: second.id });
    const url = `${site.url}/sections/${second.id}`;
    const body = ok(await site.admin.patch(url, { defaultSiteSpace: variant.id }));
    expect(body.siteSpaces.map((siteSpace: { default: boolean }) => siteSpace.default)).toEqual([
      false,
      true,
    ]);
    const foreign = { defaultSiteSpace: first.siteSpaces[0].id };
    expect(refusal(await site.admin.patch(url, foreign)).status).toBe(400);
  });
});
