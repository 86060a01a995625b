import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { createSite, ok, refusal, type SiteHandle } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

async function siteWithSections(count: number): Promise<{ site: SiteHandle; sections: string[] }> {
  const site = await createSite(world, { organization });
  const sections: string[] = [];
  for (let index = 0; index < count; index += 1) sections.push((await site.addSection()).id);
  return { site, sections };
}

describe('adding a section group', () => {
  it('puts it at the end of the site, with its sections in the given order', async () => {
    const { site, sections } = await siteWithSections(3);
    const [a = '', b = '', c = ''] = sections;
    const { body, status, headers } = await site.admin.post(`${site.url}/section-groups`, {
      title: 'Products',
      icon: 'box',
      sections: [c, a],
    });
    expect(status).toBe(201);
    expect(headers['location']).toBe(`${baseUrl}${site.url}/section-groups/${body.id}`);
    expect(body).toEqual({
      object: 'site-section-group',
      id: expect.stringMatching(/^grp_/) as string,
      title: 'Products',
      icon: 'box',
      sections: [
        expect.objectContaining({ object: 'site-section', id: c, sectionGroup: body.id }),
        expect.objectContaining({ object: 'site-section', id: a, sectionGroup: body.id }),
      ],
    });
    expect(await site.structure()).toEqual([b, [c, a]]);
    expect(ids(await site.sections())).toEqual([b, c, a]);
    const [moved] = await site.sections();
    expect(moved).not.toHaveProperty('sectionGroup');
  });

  it('takes sections out of the groups that they were in', async () => {
    const { site, sections } = await siteWithSections(2);
    const [a = '', b = ''] = sections;
    const first = await site.addGroup([a, b]);
    await site.addGroup([b]);
    expect(await site.structure()).toEqual([[a], [b]]);
    expect(ids(await site.groups())[0]).toBe(first.id);
  });

  it('works in the graph, empty, and without an icon', async () => {
    const { site } = await siteWithSections(1);
    const { addSectionGroupToSite } = await site.admin.query(
      /* GraphQL */ `
        mutation ($input: AddSectionGroupToSiteInput!) {
          addSectionGroupToSite(input: $input) {
            sectionGroup {
              id
              icon
              createdAt
              site {
                id
              }
              sections {
                totalCount
              }
            }
          }
        }
      `,
      { input: { organizationId: organization.id, siteId: site.id, title: 'T', icon: null } },
    );
    expect(addSectionGroupToSite.sectionGroup).toMatchObject({
      icon: null,
      site: { id: site.id },
      sections: { totalCount: 0 },
    });
    const { id } = addSectionGroupToSite.sectionGroup;
    const data = await site.admin.query(
      'query ($id: ID!, $site: ID!) { node(id: $id) { __typename } site(id: $site) { sectionGroup(id: $id) { id } sectionGroups { totalCount } } }',
      { id, site: site.id },
    );
    expect(data).toEqual({
      node: { __typename: 'SiteSectionGroup' },
      site: { sectionGroup: { id }, sectionGroups: { totalCount: 1 } },
    });
  });

  it('refuses what is over a limit, twice or not on the site', async () => {
    const { site, sections } = await siteWithSections(1);
    const [a = ''] = sections;
    const other = await siteWithSections(1);
    const attempts: [body: object, status: number, names: string][] = [
      [{}, 400, '"title"'],
      [{ title: null }, 400, '"title"'],
      [{ title: '' }, 400, '"title"'],
      [{ title: 'x'.repeat(101) }, 400, '"title"'],
      [{ title: 'T', icon: 'x'.repeat(51) }, 400, '"icon"'],
      [{ title: 'T', sections: a }, 400, '"sections"'],
      [{ title: 'T', sections: [a, a] }, 400, '"sections.1"'],
      [{ title: 'T', sections: Array.from({ length: 251 }, () => 'sec_x') }, 400, '"sections"'],
      [{ title: 'T', sections: ['sec_missing'] }, 404, 'sec_missing'],
      [{ title: 'T', sections: other.sections }, 404, 'site section'],
      [{ title: 'T', color: 'red' }, 400, '"color"'],
    ];
    for (const [body, status, names] of attempts) {
      const answer = refusal(await site.admin.post(`${site.url}/section-groups`, body));
      expect(answer).toEqual({ status, message: expect.stringContaining(names) as string });
    }
    expect(await site.groups()).toEqual([]);
    ok(
      await site.admin.post(`${site.url}/section-groups`, {
        title: 'x'.repeat(100),
        icon: 'x'.repeat(50),
      }),
      201,
    );
  });

  it('refuses the 101st, at once too', async () => {
    const { site } = await siteWithSections(0);
    await world.db.prisma.siteSectionGroup.createMany({
      data: Array.from({ length: 95 }, (_, index) => ({
        id: `grp_${world.next()}`,
        siteId: site.id,
        title: 'Filled',
        position: `b${String(index).padStart(4, '0')}V`,
      })),
    });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        site.admin.post(`${site.url}/section-groups`, { title: 'New' }),
      ),
    );
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([count(201), count(409)]).toEqual([5, 5]);
    expect(await site.groups()).toHaveLength(100);
  });
});

describe('updating a section group', () => {
  it('changes what is given and no more; null removes the icon', async () => {
    const { site } = await siteWithSections(0);
    const { id } = await site.addGroup();
    const url = `${site.url}/section-groups/${id}`;
    expect(ok(await site.admin.patch(url, { icon: 'box' }))).toMatchObject({
      title: 'Group',
      icon: 'box',
    });
    expect(ok(await site.admin.patch(url, { title: 'G' }))).toMatchObject({
      title: 'G',
      icon: 'box',
    });
    expect(ok(await site.admin.patch(url, { icon: null }))).not.toHaveProperty('icon');
    for (const body of [{ title: null }, { title: '' }, { title: 'x'.repeat(101) }, { icon: 3 }]) {
      expect(refusal(await site.admin.patch(url, body)).status).toBe(400);
    }
    expect((await site.groups())[0]).toMatchObject({ title: 'G' });
  });
});

describe('deleting a section group', () => {
  it('returns its sections to its place in their order, and keeps the default one', async () => {
    const { site, sections } = await siteWithSections(4);
    const [a = '', b = '', c = '', d = ''] = sections;
    const group = await site.addGroup([b, a]);
    const after = await site.addGroup([d]);
    expect(await site.structure()).toEqual([c, [b, a], [d]]);
    const answer = await site.admin.delete(`${site.url}/section-groups/${group.id}`);
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect(await site.structure()).toEqual([c, b, a, [d]]);
    expect(ids(await site.groups())).toEqual([after.id]);
    const defaults = (await site.sections()).filter(
      (section: { default: boolean }) => section.default,
    );
    expect(ids(defaults)).toEqual([a]);
    expect((await site.admin.delete(`${site.url}/section-groups/${group.id}`)).status).toBe(204);
  });
});

describe('the sections of a group', () => {
  it('are added at its end, out of the group that they were in', async () => {
    const { site, sections } = await siteWithSections(3);
    const [a = '', b = '', c = ''] = sections;
    const first = await site.addGroup([a, b]);
    const second = await site.addGroup([c]);
    const url = `${site.url}/section-groups/${second.id}`;
    const { status, body, headers } = await site.admin.post(`${url}/sections`, { sectionId: a });
    expect(status).toBe(201);
    expect(headers['location']).toBe(`${baseUrl}${url}`);
    expect(body.id).toBe(second.id);
    expect(ids(body.sections)).toEqual([c, a]);
    expect(await site.structure()).toEqual([[b], [c, a]]);

    // One that is there already keeps its place.
    ok(await site.admin.post(`${url}/sections`, { sectionId: c }), 201);
    expect(await site.structure()).toEqual([[b], [c, a]]);

    const data = await site.admin.query(
      'mutation ($input: AddSectionToSiteSectionGroupInput!) { addSectionToSiteSectionGroup(input: $input) { sectionGroup { sections { nodes { id sectionGroup { id } } } } } }',
      {
        input: {
          organizationId: organization.id,
          siteId: site.id,
          siteSectionGroupId: first.id,
          sectionId: c,
        },
      },
    );
    expect(data.addSectionToSiteSectionGroup.sectionGroup.sections.nodes).toEqual([
      { id: b, sectionGroup: { id: first.id } },
      { id: c, sectionGroup: { id: first.id } },
    ]);
  });

  it('refuse a section that is missing or of another site', async () => {
    const { site } = await siteWithSections(0);
    const { id } = await site.addGroup();
    const other = await siteWithSections(1);
    const url = `${site.url}/section-groups/${id}/sections`;
    for (const sectionId of ['sec_missing', other.sections[0], id]) {
      expect(refusal(await site.admin.post(url, { sectionId })).status).toBe(404);
    }
    for (const body of [{}, { sectionId: null }, { sectionId: 5 }]) {
      expect(refusal(await site.admin.post(url, body)).status).toBe(400);
    }
  });

  it('return to the top level directly after the group when they are removed', async () => {
    const { site, sections } = await siteWithSections(4);
    const [a = '', b = '', c = '', d = ''] = sections;
    const group = await site.addGroup([a, b, c]);
    const other = await site.addGroup([d]);
    const url = `${site.url}/section-groups/${group.id}/sections`;
    const answer = await site.admin.delete(`${url}/${b}`);
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect(await site.structure()).toEqual([[a, c], b, [d]]);
    for (const notInIt of [b, d, 'sec_missing', other.id]) {
      expect((await site.admin.delete(`${url}/${notInIt}`)).status).toBe(204);
    }
    expect(await site.structure()).toEqual([[a, c], b, [d]]);
    const input = {
      organizationId: organization.id,
      siteId: site.id,
      siteSectionGroupId: group.id,
      siteSectionId: c,
    };
    const data = await site.admin.query(
      'mutation ($input: RemoveSectionFromSiteSectionGroupInput!) { removeSectionFromSiteSectionGroup(input: $input) { removedSiteSectionId } }',
      { input },
    );
    expect(data.removeSectionFromSiteSectionGroup.removedSiteSectionId).toBe(c);
    expect(await site.structure()).toEqual([[a], c, b, [d]]);
  });

  it('may go: the group stays, empty', async () => {
    const { site, sections } = await siteWithSections(2);
    const [a = '', b = ''] = sections;
    await site.addGroup([a]);
    ok(await site.admin.delete(`${site.url}/sections/${a}`), 204);
    expect(await site.structure()).toEqual([b, []]);
    const [only] = await site.sections();
    expect(only).toMatchObject({ id: b, default: true });
  });
});

describe('the successor of a deleted default section', () => {
  it('is the next one on the site, across groups', async () => {
    const { site, sections } = await siteWithSections(4);
    const [a = '', b = '', c = '', d = ''] = sections;
    await site.addGroup([c, b]);
    expect(await site.structure()).toEqual([a, d, [c, b]]);
    const remove = async (id: string) =>
      ok(await site.admin.delete(`${site.url}/sections/${id}`), 204);
    const defaultId = async () =>
      ids((await site.sections()).filter((section: { default: boolean }) => section.default));
    await remove(a);
    expect(await defaultId()).toEqual([d]);
    await remove(d);
    expect(await defaultId()).toEqual([c]);
    await site.admin.patch(site.url, { defaultSiteSection: b });
    await remove(b);
    expect(await defaultId()).toEqual([c]);
  });
});
