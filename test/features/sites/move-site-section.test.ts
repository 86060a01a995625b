import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, ok, refusal } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

describe('moving a section', () => {
  it('puts it before or after another one, on both surfaces', async () => {
    const site = await createSite(world, { organization });
    const [a, b, c] = ids([
      await site.addSection(),
      await site.addSection(),
      await site.addSection(),
    ]) as [string, string, string];
    const pointer = (siteSection: string) => ({ type: 'site-section', siteSection });
    const move = async (id: string, position: object) =>
      ok(await site.admin.post(`${site.url}/sections/${id}/move`, { position }));
    expect((await move(c, { before: pointer(a) })).id).toBe(c);
    expect(ids(await site.sections())).toEqual([c, a, b]);
    await move(c, { after: pointer(a) });
    expect(ids(await site.sections())).toEqual([a, c, b]);
    await move(a, { after: pointer(c), before: pointer(b) });
    expect(ids(await site.sections())).toEqual([c, a, b]);
    await move(a, { after: pointer(c) });
    expect(ids(await site.sections())).toEqual([c, a, b]);
    const data = await site.admin.query(
      /* GraphQL */ `
        mutation ($input: MoveSiteSectionInput!) {
          moveSiteSection(input: $input) {
            section {
              site {
                sections {
                  nodes {
                    id
                  }
                }
              }
            }
          }
        }
      `,
      {
        input: {
          organizationId: organization.id,
          siteId: site.id,
          siteSectionId: b,
          position: { before: c },
        },
      },
    );
    expect(ids(data.moveSiteSection.section.site.sections.nodes)).toEqual([b, c, a]);
  });

  it('refuses a place that does not exist', async () => {
    const site = await createSite(world, { organization });
    const [a, b, c] = ids([
      await site.addSection(),
      await site.addSection(),
      await site.addSection(),
    ]) as [string, string, string];
    const other = await createSite(world, { organization });
    const foreign = await other.addSection();
    const pointer = (siteSection: string) => ({ type: 'site-section', siteSection });
    const url = `${site.url}/sections/${a}/move`;
    for (const body of [
      {},
      { position: null },
      { position: {} },
      { position: { before: null } },
      { position: { before: pointer(a) } },
      { position: { before: pointer('sec_missing') } },
      { position: { after: pointer(foreign.id) } },
      { position: { after: pointer(c), before: pointer(b) } },
      { position: { after: { type: 'site-space', siteSection: b } } },
      { position: { after: b } },
      { position: { after: { siteSection: b } } },
    ]) {
      expect(refusal(await site.admin.post(url, body)).status, JSON.stringify(body)).toBe(400);
    }
    const code = await site.admin.errorCode(
      'mutation ($input: MoveSiteSectionInput!) { moveSiteSection(input: $input) { section { id } } }',
      {
        input: {
          organizationId: organization.id,
          siteId: site.id,
          siteSectionId: a,
          position: {},
        },
      },
    );
    expect(code).toBe('INVALID_POSITION');
    expect(ids(await site.sections())).toEqual([a, b, c]);
  });

  it('goes on when there is no short position left between two', async () => {
    const site = await createSite(world, { organization });
    const [first, a, b] = ids([
      await site.addSection(),
      await site.addSection(),
      await site.addSection(),
    ]) as [string, string, string];
    const { position } = await world.db.prisma.siteSection.findUniqueOrThrow({
      where: { id: first },
    });
    await world.db.prisma.siteSection.update({
      where: { id: a },
      data: { position: `${position}${'0'.repeat(400)}V` },
    });
    const pointer = { type: 'site-section', siteSection: a };
    ok(await site.admin.post(`${site.url}/sections/${b}/move`, { position: { before: pointer } }));
    expect(ids(await site.sections())).toEqual([first, b, a]);
    const rows = await world.db.prisma.siteSection.findMany({ where: { siteId: site.id } });
    for (const row of rows) expect(row.position.length).toBeLessThan(10);
  });
});
