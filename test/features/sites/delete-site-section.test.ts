import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, ok } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

describe('deleting a section', () => {
  it('hands the default on to the next one, and at the end to the one before', async () => {
    const site = await createSite(world, { organization });
    const [a, b, c] = [await site.addSection(), await site.addSection(), await site.addSection()];
    const remove = async ({ id }: { id: string }) => {
      expect((await site.admin.delete(`${site.url}/sections/${id}`)).status).toBe(204);
      return (await site.sections()).map((section: { id: string; default: boolean }) => [
        section.id,
        section.default,
      ]);
    };
    ok(await site.admin.patch(site.url, { defaultSiteSection: b.id }));
    expect(await remove(b)).toEqual([
      [a.id, false],
      [c.id, true],
    ]);
    expect(await remove(c)).toEqual([[a.id, true]]);
    expect(await remove(a)).toEqual([]);
    expect((await site.get()).siteSpaces).toBe(0);
    expect(await remove(a)).toEqual([]);
  });
});
