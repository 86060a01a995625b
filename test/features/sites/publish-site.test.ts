import { describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, ok, refusal } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

describe('publishing a site', () => {
  it('lets visitors reach it, and unpublishing ends that; both may be repeated', async () => {
    const site = await createSite(world, { organization });
    await site.addSpace();
    for (const _ of [1, 2]) {
      const published = ok(await site.admin.post(`${site.url}/publish`));
      expect(published).toMatchObject({ object: 'site', id: site.id, published: true });
      expect(published.urls.published).toEqual(expect.any(String));
    }
    expect(await site.get()).toMatchObject({ published: true });
    for (const _ of [1, 2]) {
      const unpublished = ok(await site.admin.post(`${site.url}/unpublish`));
      expect(unpublished).toMatchObject({ id: site.id, published: false });
      expect(unpublished.urls).not.toHaveProperty('published');
    }
    expect(await site.get()).toMatchObject({ published: false });
  });

  it('is refused while the site shows nothing, with what to do', async () => {
    const site = await createSite(world, { organization });
    const refused = { status: 409, message: expect.stringContaining('Add one to it') as string };
    expect(refusal(await site.admin.post(`${site.url}/publish`))).toEqual(refused);
    const space = await world.space(organization.id, { deletedAt: new Date() });
    const { id } = await world.space(organization.id);
    await site.addSpace({ spaceId: id });
    await world.db.prisma.siteSpace.updateMany({
      where: { siteId: site.id },
      data: { spaceId: space.id },
    });
    expect(refusal(await site.admin.post(`${site.url}/publish`))).toEqual(refused);
    expect(await site.get()).toMatchObject({ published: false });
  });

  it.each(['publish', 'unpublish'] as const)(
    'is for members who create, on both surfaces: %s',
    async (verb) => {
      const site = await createSite(world, { organization });
      await site.addSpace();
      const cast = await world.cast(organization.id);
      const input = { organizationId: organization.id, siteId: site.id };
      const mutation = `mutation ($input: ${verb === 'publish' ? 'Publish' : 'Unpublish'}SiteInput!) {
        ${verb}Site(input: $input) { site { published } } }`;
      // Guests see what is published to everybody, so that each starts with an unpublished site.
      const unpublished = () =>
        world.db.prisma.site.update({ where: { id: site.id }, data: { published: false } });
      const onGraph = await graphOutcomes(cast, async (client) => {
        await unpublished();
        return client.errorCode(mutation, { input });
      });
      const onRest = await restOutcomes(cast, async (client) => {
        await unpublished();
        return client.post(`${site.url}/${verb}`);
      });
      expect(onGraph).toEqual(allowedFrom('create'));
      expect(onRest).toEqual(allowedFrom('create'));
    },
  );
});
