import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, ok } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

describe('deleting a site-space', () => {
  it('hands the default on in its section, and leaves the space', async () => {
    const site = await createSite(world, { organization });
    const section = await site.addSection();
    const other = await site.addSection();
    const [a] = ids(section.siteSpaces) as [string];
    const { id: b, space } = await site.addSpace({ sectionId: section.id });
    const { id: c } = await site.addSpace({ sectionId: section.id });
    ok(await site.admin.patch(site.url, { defaultSiteSpace: b }));
    const remove = async (id: string) => {
      expect((await site.admin.delete(`${site.url}/site-spaces/${id}`)).status).toBe(204);
      const items = await site.siteSpaces();
      return items
        .filter((item: { default: boolean }) => item.default)
        .map((item: { id: string }) => item.id);
    };
    const [fixed] = ids(other.siteSpaces);
    expect(await remove(b)).toEqual([c, fixed]);
    expect(await remove(c)).toEqual([a, fixed]);
    expect(await remove(a)).toEqual([fixed]);
    expect(await remove(a)).toEqual([fixed]);
    expect((await site.admin.get(`/v1/spaces/${space.id}`)).status).toBe(200);
    expect(await site.sections()).toMatchObject([{ siteSpaces: [] }, {}]);
  });
});
