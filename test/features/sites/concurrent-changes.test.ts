import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, type SiteHandle } from './support.ts';

/** How many requests are under way at once. */
const REQUESTS = 20;

const world = useWorld();
const organization = useOrganization(world);

const times = Array.from({ length: REQUESTS }, (_, index) => index);

/** What must hold of siblings whatever happened to them. */
function expectOrder(rows: { isDefault: boolean; path: string; position: string }[]): void {
  expect(rows.filter(({ isDefault }) => isDefault)).toHaveLength(rows.length === 0 ? 0 : 1);
  expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length);
  expect(new Set(rows.map(({ position }) => position)).size).toBe(rows.length);
}

const sectionRows = (site: SiteHandle) =>
  world.db.prisma.siteSection.findMany({ where: { siteId: site.id } });

const siteSpaceRows = (site: SiteHandle) =>
  world.db.prisma.siteSpace.findMany({ where: { siteId: site.id } });

const newSpaces = () =>
  Promise.all(times.map(() => world.space(organization.id, { title: 'Same title' })));

describe('at once', () => {
  it('added sections get one default, paths and positions of their own', async () => {
    const site = await createSite(world, { organization });
    const spaces = await newSpaces();
    const answers = await Promise.all(
      spaces.map(({ id }) => site.admin.post(`${site.url}/sections`, { spaceId: id })),
    );
    expect(answers.map(({ status }) => status)).toEqual(times.map(() => 201));
    const rows = await sectionRows(site);
    expect(rows).toHaveLength(REQUESTS);
    expectOrder(rows);
  });

  it('added site-spaces get one default, paths and positions of their own', async () => {
    const site = await createSite(world, { organization });
    const spaces = await newSpaces();
    const answers = await Promise.all(
      spaces.map(({ id }) => site.admin.post(`${site.url}/site-spaces`, { spaceId: id })),
    );
    expect(answers.map(({ status }) => status)).toEqual(times.map(() => 201));
    const rows = await siteSpaceRows(site);
    expect(rows).toHaveLength(REQUESTS);
    expectOrder(rows);
  });

  it('one space is added once', async () => {
    const site = await createSite(world, { organization });
    const { id: spaceId } = await world.space(organization.id);
    const answers = await Promise.all(
      times.map((index) =>
        site.admin.post(`${site.url}/${index % 2 ? 'sections' : 'site-spaces'}`, { spaceId }),
      ),
    );
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([count(201), count(409)]).toEqual([1, REQUESTS - 1]);
    expect(await siteSpaceRows(site)).toHaveLength(1);
  });

  it('no section over the limit is added', async () => {
    const site = await createSite(world, { organization });
    await site.fillSections(245);
    const spaces = await newSpaces();
    const answers = await Promise.all(
      spaces.map(({ id }) => site.admin.post(`${site.url}/sections`, { spaceId: id })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15);
    expect(await sectionRows(site)).toHaveLength(250);
  });

  it('moves to one place keep a total order', async () => {
    const site = await createSite(world, { organization });
    const ids: string[] = [];
    for (const _ of times) ids.push((await site.addSpace()).id);
    const [target, ...others] = ids as [string, ...string[]];
    const position = { before: { type: 'site-space', siteSpace: target } };
    const answers = await Promise.all(
      others.map((id) => site.admin.post(`${site.url}/site-spaces/${id}/move`, { position })),
    );
    for (const { status } of answers) expect(status).toBe(200);
    const rows = await siteSpaceRows(site);
    expect(rows).toHaveLength(REQUESTS);
    expectOrder(rows);
    const order = (await site.siteSpaces()).map(({ id }: { id: string }) => id);
    expect(order.at(-1)).toBe(target);
  });

  it('deletions leave one default as long as anything is left', async () => {
    const site = await createSite(world, { organization });
    const ids: string[] = [];
    for (const _ of times) ids.push((await site.addSpace()).id);
    const remove = (id: string) => site.admin.delete(`${site.url}/site-spaces/${id}`);
    const first = await Promise.all(ids.slice(0, 15).flatMap((id) => [remove(id), remove(id)]));
    for (const { status } of first) expect(status).toBe(204);
    const left = await siteSpaceRows(site);
    expect(left).toHaveLength(5);
    expectOrder(left);
    await Promise.all(ids.map(remove));
    expect(await siteSpaceRows(site)).toEqual([]);
  });

  it('changes of everything keep every rule, and no request fails', async () => {
    const site = await createSite(world, { organization });
    const sections: string[] = [];
    for (let count = 0; count < 4; count += 1) sections.push((await site.addSection()).id);
    const spaces = await newSpaces();
    const answers = await Promise.all(
      times.map((index) => {
        const section = sections[index % 4] as string;
        const url = `${site.url}/sections/${section}`;
        const spaceId = spaces[index]?.id;
        switch (index % 5) {
          case 0:
            return site.admin.post(`${site.url}/sections`, { spaceId });
          case 1:
            return site.admin.post(`${site.url}/site-spaces`, { spaceId });
          case 2:
            return site.admin.delete(url);
          case 3:
            return site.admin.patch(site.url, { defaultSiteSection: section });
          default:
            return site.admin.patch(url, { path: 'contested' });
        }
      }),
    );
    for (const { status } of answers) expect([200, 201, 204, 400, 404, 409]).toContain(status);
    const rows = await sectionRows(site);
    expectOrder(rows);
    for (const { id } of rows) {
      expectOrder((await siteSpaceRows(site)).filter(({ sectionId }) => sectionId === id));
    }
  });

  it('a site that is deleted answers 404 or 204 to whatever still comes', async () => {
    const site = await createSite(world, { organization });
    const section = await site.addSection();
    const spaces = await newSpaces();
    const answers = await Promise.all(
      times.map((index) => {
        if (index === 5) return site.admin.delete(site.url);
        if (index % 2) return site.admin.delete(`${site.url}/sections/${section.id}`);
        return site.admin.post(`${site.url}/sections`, { spaceId: spaces[index]?.id });
      }),
    );
    for (const { status } of answers) expect([201, 204, 404]).toContain(status);
    expect(await siteSpaceRows(site)).toEqual([]);
  });
});
