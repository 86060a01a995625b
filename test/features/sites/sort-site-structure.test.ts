import { describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, ok, refusal, type SiteHandle } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

const section = (id: string) => ({ type: 'site-section', id });
const group = (id: string) => ({ type: 'site-section-group', id });
const siteSpace = (id: string) => ({ type: 'site-space', id });

const sort = (site: SiteHandle, item: object, position: object) =>
  site.admin.patch(`${site.url}/structure/sort`, { item, position });

/** A site with sections a to d, of which c and d are in a group. */
async function grouped() {
  const site = await createSite(world, { organization });
  const ids: string[] = [];
  for (let index = 0; index < 4; index += 1) ids.push((await site.addSection()).id);
  const [a = '', b = '', c = '', d = ''] = ids;
  const { id } = await site.addGroup([c, d]);
  return { site, a, b, c, d, id };
}

describe('sorting the structure of a site', () => {
  it('moves sections into a group, out of it, and in it', async () => {
    const { site, a, b, c, d, id } = await grouped();
    expect(await site.structure()).toEqual([a, b, [c, d]]);
    const moved = ok(await sort(site, section(a), { before: section(d) }));
    expect(moved).toMatchObject({ object: 'site-section', id: a, sectionGroup: id, default: true });
    expect(await site.structure()).toEqual([b, [c, a, d]]);
    ok(await sort(site, section(d), { before: section(c) }));
    expect(await site.structure()).toEqual([b, [d, c, a]]);
    ok(await sort(site, section(c), { before: group(id), after: section(b) }));
    expect(await site.structure()).toEqual([b, c, [d, a]]);
    expect(await site.sections()).toMatchObject([{ id: b }, { id: c }, { id: d }, { id: a }]);
    ok(await sort(site, section(d), { after: group(id) }));
    expect(await site.structure()).toEqual([b, c, [a], d]);
  });

  it('moves groups with their sections, at the top level only', async () => {
    const { site, a, b, c, d, id } = await grouped();
    const other = await site.addGroup([b]);
    expect(await site.structure()).toEqual([a, [c, d], [b]]);
    expect(ok(await sort(site, group(other.id), { before: section(a) }))).toMatchObject({
      object: 'site-section-group',
      id: other.id,
      sections: [{ id: b }],
    });
    expect(await site.structure()).toEqual([[b], a, [c, d]]);
    ok(await sort(site, group(other.id), { after: group(id) }));
    expect(await site.structure()).toEqual([a, [c, d], [b]]);
    for (const position of [{ after: section(c) }, { before: group(other.id) }]) {
      expect(refusal(await sort(site, group(other.id), position)).status).toBe(400);
    }
    expect(await site.structure()).toEqual([a, [c, d], [b]]);
  });

  it('moves site-spaces in their section', async () => {
    const site = await createSite(world, { organization });
    const [one, two] = [await site.addSpace(), await site.addSpace()];
    const moved = ok(await sort(site, siteSpace(two.id), { before: siteSpace(one.id) }));
    expect(moved).toMatchObject({ object: 'site-space', id: two.id });
    expect(await site.structure()).toEqual([two.id, one.id]);
    const other = await site.addSection();
    const position = { after: siteSpace(other.siteSpaces[0].id) };
    expect(refusal(await sort(site, siteSpace(one.id), position)).status).toBe(400);
  });

  it('answers each kind in the graph', async () => {
    const { site, a, b, c, id } = await grouped();
    const mutation = /* GraphQL */ `
      mutation ($input: SortSiteStructureInput!) {
        sortSiteStructure(input: $input) {
          item {
            __typename
            ... on SiteSection {
              id
              sectionGroup {
                id
              }
            }
            ... on SiteSectionGroup {
              id
            }
          }
        }
      }
    `;
    const key = { organizationId: organization.id, siteId: site.id };
    const move = async (item: object, position: object) =>
      (await site.admin.query(mutation, { input: { ...key, item, position } })).sortSiteStructure
        .item;
    expect(await move({ siteSection: b }, { after: { siteSection: c } })).toEqual({
      __typename: 'SiteSection',
      id: b,
      sectionGroup: { id },
    });
    expect(await move({ siteSectionGroup: id }, { before: { siteSection: a } })).toEqual({
      __typename: 'SiteSectionGroup',
      id,
    });
    const code = await site.admin.errorCode(mutation, {
      input: { ...key, item: { siteSection: a }, position: {} },
    });
    expect(code).toBe('INVALID_POSITION');
    const two = { siteSection: a, siteSectionGroup: id };
    const { errors } = await site.admin.graphql(mutation, {
      input: { ...key, item: two, position: {} },
    });
    expect(errors?.[0]?.message).toContain('Exactly one key');
  });

  it('refuses a place or a thing that does not exist, and changes nothing', async () => {
    const { site, a, b, c, d, id } = await grouped();
    const away = await grouped();
    const space = ok(await site.admin.get(`${site.url}/site-spaces`)).items[0];
    const attempts: [item: unknown, position: unknown, status: number][] = [
      [section(a), {}, 400],
      [section(a), null, 400],
      [section(a), undefined, 400],
      [undefined, { after: section(b) }, 400],
      [section(a), { after: section(a) }, 400],
      [section(a), { after: section('sec_missing') }, 400],
      [section(a), { after: section(away.b) }, 400],
      [section(a), { after: section(id) }, 400],
      [section(a), { after: group(b) }, 400],
      [section(a), { after: siteSpace(space.id) }, 400],
      [siteSpace(space.id), { after: section(a) }, 400],
      [section(a), { after: section(d), before: section(c) }, 400],
      [section(a), { after: section(b), before: section(c) }, 400],
      [section(a), { after: { type: 'space', id: b } }, 400],
      [section(a), { after: { ...section(b), extra: 1 } }, 400],
      [{ type: 'site-section' }, { after: section(b) }, 400],
      [section('sec_missing'), { after: section(b) }, 404],
      [section(away.a), { after: section(b) }, 404],
      [section(id), { after: section(b) }, 404],
      [group(b), { after: section(a) }, 404],
      [siteSpace(b), { after: siteSpace(space.id) }, 404],
    ];
    for (const [item, position, status] of attempts) {
      const answer = await site.admin.patch(`${site.url}/structure/sort`, { item, position });
      expect(refusal(answer).status, JSON.stringify({ item, position })).toBe(status);
    }
    expect(await site.structure()).toEqual([a, b, [c, d]]);
  });

  it('takes two as neighbours between which only hidden site-spaces lie', async () => {
    const site = await createSite(world, { organization });
    const creator = await world.member(organization.id, 'create');
    const hidden = await world.space(organization.id, { defaultLevel: null });
    const a = await site.addSpace();
    const secret = await site.addSpace({ spaceId: hidden.id });
    const b = await site.addSpace();
    const c = await site.addSpace();
    const send = (client: Client, position: object) =>
      client.patch(`${site.url}/structure/sort`, { item: siteSpace(c.id), position });
    const between = { after: siteSpace(a.id), before: siteSpace(b.id) };
    expect(refusal(await send(organization.admin, between)).status).toBe(400);
    ok(await send(creator, between));
    const list = ok(await creator.get(`${site.url}/site-spaces`)).items;
    expect(list).toMatchObject([{ id: a.id }, { id: c.id }, { id: b.id }]);
    const [missing, unseen] = await Promise.all(
      ['ss_missing', secret.id].map((id) => send(creator, { after: siteSpace(id) })),
    );
    expect(missing).toBeDefined();
    expect(refusal(unseen ?? { status: 0, body: {} })).toEqual(
      refusal(missing ?? { status: 0, body: {} }),
    );
  });
});

describe('moving by the former operations', () => {
  it('takes sections where their neighbour is, and groups beside either', async () => {
    const { site, a, b, c, d, id } = await grouped();
    const pointer = { type: 'site-section', siteSection: c };
    const moved = await site.admin.post(`${site.url}/sections/${a}/move`, {
      position: { after: pointer },
    });
    expect(ok(moved)).toMatchObject({ id: a, sectionGroup: id });
    expect(await site.structure()).toEqual([b, [c, a, d]]);
    const url = `${site.url}/section-groups/${id}/move`;
    ok(await site.admin.post(url, { position: { before: section(b) } }));
    expect(await site.structure()).toEqual([[c, a, d], b]);
    const other = await site.addGroup();
    ok(await site.admin.post(url, { position: { after: group(other.id) } }));
    expect(await site.structure()).toEqual([b, [], [c, a, d]]);
    for (const position of [
      {},
      { after: section(c) },
      { after: group(id) },
      { after: siteSpace(b) },
      { after: { type: 'site-section', siteSection: b } },
    ]) {
      expect(refusal(await site.admin.post(url, { position })).status).toBe(400);
    }
    const missing = `${site.url}/section-groups/grp_missing/move`;
    expect(
      refusal(await site.admin.post(missing, { position: { after: section(b) } })).status,
    ).toBe(404);
  });
});
