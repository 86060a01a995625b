import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { createSite, ok, refusal } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

describe('adding a space to a site', () => {
  it('shows it at the root level of a site without sections; the first is the default', async () => {
    const site = await createSite(world, { organization });
    const space = await world.space(organization.id, { title: 'Handbook' });
    const { status, body, headers } = await organization.admin.post(`${site.url}/site-spaces`, {
      spaceId: space.id,
    });
    expect(status).toBe(201);
    expect(headers['location']).toBe(`${baseUrl}${site.url}/site-spaces/${body.id}`);
    expect(body).toEqual({
      object: 'site-space',
      id: expect.stringMatching(/^ss_/),
      path: 'handbook',
      title: 'Handbook',
      default: true,
      hasAdvancedCustomizationFeature: false,
      space: expect.objectContaining({ object: 'space', id: space.id, title: 'Handbook' }),
      urls: {},
    });
    const same = await world.space(organization.id, { title: 'Handbook' });
    expect(await site.addSpace({ spaceId: same.id })).toMatchObject({
      path: 'handbook-1',
      default: false,
    });
    expect((await site.get()).siteSpaces).toBe(2);
  });

  it('adds it to the default section of a site with sections, or to a given one', async () => {
    const site = await createSite(world, { organization });
    const first = await site.addSection();
    const second = await site.addSection();
    ok(await site.admin.patch(site.url, { defaultSiteSection: second.id }));
    expect(await site.addSpace()).toMatchObject({ section: second.id, default: false });
    expect(await site.addSpace({ sectionId: first.id })).toMatchObject({ section: first.id });
  });

  it('lets a path come again in another section, but not a space', async () => {
    const site = await createSite(world, { organization });
    const space = await world.space(organization.id, { title: 'Same' });
    const namesake = await world.space(organization.id, { title: 'Same' });
    const first = await site.addSection({ spaceId: space.id });
    const second = await site.addSection({ spaceId: namesake.id });
    expect([first.siteSpaces[0].path, second.siteSpaces[0].path]).toEqual(['same', 'same']);
    const answer = await site.admin.post(`${site.url}/site-spaces`, {
      spaceId: space.id,
      sectionId: second.id,
    });
    expect(refusal(answer)).toEqual({
      status: 409,
      message: 'The site shows the space "Same" already.',
    });
  });

  it('refuses spaces and sections that are foreign, hidden or missing', async () => {
    const site = await createSite(world, { organization });
    const other = await createSite(world, { organization });
    const { id: sectionId } = await other.addSection();
    const away = await world.organization();
    const creator = await world.member(organization.id, 'create');
    await world.db.prisma.member.create({
      data: { organizationId: away.id, userId: creator.userId, role: 'read' },
    });
    const space = await world.space(organization.id);
    const hidden = await world.space(organization.id, { defaultLevel: null });
    const deleted = await world.space(organization.id, { deletedAt: new Date() });
    const foreign = await world.space(away.id);
    const statusFor = async (body: object) =>
      refusal(await creator.post(`${site.url}/site-spaces`, body)).status;
    expect(await statusFor({ spaceId: space.id, sectionId })).toBe(404);
    expect(await statusFor({ spaceId: space.id, sectionId: 'sec_missing' })).toBe(404);
    expect(await statusFor({ spaceId: space.id, sectionId: null })).toBe(400);
    expect(await statusFor({ spaceId: hidden.id })).toBe(404);
    expect(await statusFor({ spaceId: deleted.id })).toBe(404);
    expect(await statusFor({ spaceId: 'sp_missing' })).toBe(404);
    expect(await statusFor({ spaceId: foreign.id })).toBe(400);
    expect(await statusFor({})).toBe(400);
    expect(await site.siteSpaces()).toEqual([]);
  });

  it('stops at 1000 spaces, and lists them all', async () => {
    const site = await createSite(world, { organization });
    const { revisionId } = await world.space(organization.id);
    const spaces = Array.from({ length: 999 }, (_, index) => `sp_full${index}`);
    await world.db.prisma.space.createMany({
      data: spaces.map((id) => ({
        id,
        organizationId: organization.id,
        title: id,
        revisionId,
        position: 'a0',
      })),
    });
    await world.db.prisma.siteSpace.createMany({
      data: spaces.map((spaceId, index) => ({
        id: `ss_full${index}`,
        siteId: site.id,
        spaceId,
        path: spaceId,
        position: `b${String(index).padStart(4, '0')}V`,
        isDefault: index === 0,
      })),
    });
    await site.addSpace();
    const space = await world.space(organization.id);
    const message = 'A site shows at most 1000 spaces, and this one does.';
    for (const path of ['site-spaces', 'sections']) {
      const answer = await site.admin.post(`${site.url}/${path}`, { spaceId: space.id });
      expect(refusal(answer)).toEqual({ status: 409, message });
    }
    expect(await site.siteSpaces()).toHaveLength(1000);
    expect(await site.sections()).toEqual([]);
  });
});
