import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, ok, refusal, type SiteHandle } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

describe('moving a site-space', () => {
  const pointer = (siteSpace: string) => ({ type: 'site-space', siteSpace });

  const threeSpaces = async (site: SiteHandle) =>
    ids([await site.addSpace(), await site.addSpace(), await site.addSpace()]) as [
      string,
      string,
      string,
    ];

  it('puts it before or after a sibling, on both surfaces', async () => {
    const site = await createSite(world, { organization });
    const [a, b, c] = await threeSpaces(site);
    const move = async (id: string, position: object) =>
      ok(await site.admin.post(`${site.url}/site-spaces/${id}/move`, { position }));
    expect((await move(c, { before: pointer(a) })).id).toBe(c);
    expect(ids(await site.siteSpaces())).toEqual([c, a, b]);
    await move(c, { after: pointer(b) });
    expect(ids(await site.siteSpaces())).toEqual([a, b, c]);
    const data = await site.admin.query(
      'mutation ($input: MoveSiteSpaceInput!) { moveSiteSpace(input: $input) { siteSpace { id isDefault } } }',
      {
        input: {
          organizationId: organization.id,
          siteId: site.id,
          siteSpaceId: a,
          position: { after: b },
        },
      },
    );
    expect(data.moveSiteSpace.siteSpace).toEqual({ id: a, isDefault: true });
    expect(ids(await site.siteSpaces())).toEqual([b, a, c]);
  });

  it('refuses a place that does not exist', async () => {
    const site = await createSite(world, { organization });
    const section = await site.addSection();
    const other = await site.addSection();
    const { id } = await site.addSpace({ sectionId: section.id });
    const away = await createSite(world, { organization });
    const foreign = await away.addSpace();
    const url = `${site.url}/site-spaces/${id}/move`;
    for (const body of [
      {},
      { position: {} },
      { position: { before: pointer(id) } },
      { position: { before: pointer('ss_missing') } },
      { position: { after: pointer(foreign.id) } },
      { position: { after: pointer(other.siteSpaces[0].id) } },
      { position: { after: { type: 'site-section', siteSection: section.id } } },
    ]) {
      expect(refusal(await site.admin.post(url, body)).status, JSON.stringify(body)).toBe(400);
    }
    const code = await site.admin.errorCode(
      'mutation ($input: MoveSiteSpaceInput!) { moveSiteSpace(input: $input) { siteSpace { id } } }',
      {
        input: {
          organizationId: organization.id,
          siteId: site.id,
          siteSpaceId: id,
          position: { before: id },
        },
      },
    );
    expect(code).toBe('INVALID_POSITION');
  });
});
