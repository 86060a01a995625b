import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, type SiteHandle } from './support.ts';
import { lawCount } from '../../support/law-count.ts';

const world = useWorld();
const organization = useOrganization(world);

/** A change of a site; numbers choose among what there is at that moment. */
interface Change {
  what: (typeof changes)[number];
  item: number;
  neighbor: number;
  side: 'before' | 'after';
}

const changes = [
  'addSection',
  'addSiteSpace',
  'addGroup',
  'deleteSection',
  'deleteSiteSpace',
  'deleteGroup',
  'addToGroup',
  'removeFromGroup',
  'sortSection',
  'sortGroup',
  'sortSiteSpace',
  'setDefaults',
] as const;

const change: fc.Arbitrary<Change> = fc.record({
  what: fc.constantFrom(...changes),
  item: fc.nat(20),
  neighbor: fc.nat(20),
  side: fc.constantFrom('before', 'after'),
});

/** Changes that are sent at once, batch after batch. */
const history = fc.array(fc.array(change, { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 6,
});

interface Structure {
  sections: { id: string; type: 'site-section' }[];
  groups: { id: string; type: 'site-section-group' }[];
  siteSpaces: { id: string; type: 'site-space' }[];
}

async function look(site: SiteHandle): Promise<Structure> {
  const { siteSections, siteSectionGroups, siteSpaces } = await rowsOf(site);
  return {
    sections: siteSections.map(({ id }) => ({ id, type: 'site-section' })),
    groups: siteSectionGroups.map(({ id }) => ({ id, type: 'site-section-group' })),
    siteSpaces: siteSpaces.map(({ id }) => ({ id, type: 'site-space' })),
  };
}

async function rowsOf(site: SiteHandle) {
  const { prisma } = world.db;
  const where = { where: { siteId: site.id } };
  return {
    siteSections: await prisma.siteSection.findMany(where),
    siteSectionGroups: await prisma.siteSectionGroup.findMany(where),
    siteSpaces: await prisma.siteSpace.findMany(where),
  };
}

const pick = <Item>(items: readonly Item[], number: number): Item | undefined =>
  items[number % Math.max(items.length, 1)];

/** Sends a change; what it takes may be missing, or go at the same moment. */
async function send(site: SiteHandle, structure: Structure, { what, ...which }: Change) {
  const { admin, url } = site;
  const section = pick(structure.sections, which.item)?.id ?? 'sec_none';
  const group = pick(structure.groups, which.neighbor)?.id ?? 'grp_none';
  const siteSpace = pick(structure.siteSpaces, which.item)?.id ?? 'ss_none';
  const newSpace = async () => (await world.space(organization.id)).id;
  const sort = (items: readonly object[], beside: readonly object[]) => {
    const position = { [which.side]: pick(beside, which.neighbor) };
    const item = pick(items, which.item);
    return admin.patch(`${url}/structure/sort`, { item, position });
  };
  const top = [...structure.sections, ...structure.groups];
  switch (what) {
    case 'addSection':
      return admin.post(`${url}/sections`, { spaceId: await newSpace() });
    case 'addSiteSpace':
      return admin.post(`${url}/site-spaces`, { spaceId: await newSpace() });
    case 'addGroup':
      return admin.post(`${url}/section-groups`, { title: 'G', sections: [section] });
    case 'deleteSection':
      return admin.delete(`${url}/sections/${section}`);
    case 'deleteSiteSpace':
      return admin.delete(`${url}/site-spaces/${siteSpace}`);
    case 'deleteGroup':
      return admin.delete(`${url}/section-groups/${group}`);
    case 'addToGroup':
      return admin.post(`${url}/section-groups/${group}/sections`, { sectionId: section });
    case 'removeFromGroup':
      return admin.delete(`${url}/section-groups/${group}/sections/${section}`);
    case 'sortSection':
      return sort(structure.sections, top);
    case 'sortGroup':
      return sort(structure.groups, top);
    case 'sortSiteSpace':
      return sort(structure.siteSpaces, structure.siteSpaces);
    case 'setDefaults':
      return admin.patch(url, { defaultSiteSection: section });
  }
}

/** The rows of one level, among which exactly one place is each one's own. */
function expectTotalOrder(rows: readonly { position: string }[]): void {
  expect(new Set(rows.map(({ position }) => position)).size).toBe(rows.length);
}

function expectOneDefault(rows: readonly { isDefault: boolean }[]): void {
  const defaults = rows.filter(({ isDefault }) => isDefault);
  expect(defaults).toHaveLength(rows.length === 0 ? 0 : 1);
}

async function expectLaws(site: SiteHandle): Promise<void> {
  const { siteSections, siteSectionGroups, siteSpaces } = await rowsOf(site);
  const sectionsIn = (group: string | null) =>
    siteSections.filter(({ groupId }) => groupId === group);
  expectTotalOrder([...siteSectionGroups, ...sectionsIn(null)]);
  for (const { id } of siteSectionGroups) expectTotalOrder(sectionsIn(id));
  expectOneDefault(siteSections);
  for (const level of [null, ...siteSections.map(({ id }) => id)]) {
    const siblings = siteSpaces.filter(({ sectionId }) => sectionId === level);
    expectTotalOrder(siblings);
    expectOneDefault(siblings);
  }
}

/** Every section is in one place, the top level or one group, and all lists have one order. */
async function expectOnePlace(site: SiteHandle): Promise<void> {
  const { siteSections, siteSpaces } = await rowsOf(site);
  const shown = (await site.structure()).flat();
  const rows = siteSections.length > 0 ? siteSections : siteSpaces;
  expect(shown.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  const list = siteSections.length > 0 ? await site.sections() : await site.siteSpaces();
  expect(list.map(({ id }: { id: string }) => id)).toEqual(shown);
}

describe('whatever happens to a site, at once or in turn', () => {
  it('siblings keep a total order, a section is in one place, and one default is left', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (batches) => {
        const site = await createSite(world, { organization });
        for (const batch of batches) {
          const structure = await look(site);
          const answers = await Promise.all(batch.map((one) => send(site, structure, one)));
          for (const { status, body } of answers) {
            expect([200, 201, 204, 400, 404, 409], JSON.stringify(body)).toContain(status);
          }
          await expectLaws(site);
        }
        await expectOnePlace(site);
      }),
      { numRuns: lawCount(8), endOnFailure: true },
    );
  });
});

describe('reading the structure', () => {
  it('takes as many statements however long it is', async () => {
    const site = await createSite(world, { organization });
    const statements = () => world.statements(() => site.structure());
    const fill = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        const [one, two] = [await site.addSection(), await site.addSection()];
        await site.addSpace({ sectionId: two.id });
        await site.addGroup([one.id, two.id]);
      }
    };
    await fill(1);
    const ofOne = await statements();
    await fill(6);
    const ofMany = await statements();
    expect(ofMany.length, ofMany.join('\n')).toBe(ofOne.length);
  });

  it('is of site-spaces on a site without sections, and tells which', async () => {
    const site = await createSite(world, { organization });
    const answer = async () => (await site.admin.get(`${site.url}/structure`)).body;
    expect(await answer()).toEqual({ type: 'siteSpaces', structure: [] });
    await site.addGroup();
    const { id } = await site.addSpace();
    expect(await answer()).toMatchObject({ type: 'siteSpaces', structure: [{ id }] });
    const { id: sectionId } = await site.addSection();
    expect(await answer()).toMatchObject({
      type: 'sections',
      structure: [{ object: 'site-section-group' }, { object: 'site-section' }, { id: sectionId }],
    });
    const { site: found } = await site.admin.query(
      /* GraphQL */ `
        query ($id: ID!) {
          site(id: $id) {
            structure {
              __typename
              ... on SectionsStructure {
                type
                entries {
                  __typename
                }
              }
            }
          }
        }
      `,
      { id: site.id },
    );
    expect(found.structure).toEqual({
      __typename: 'SectionsStructure',
      type: 'SECTIONS',
      entries: [
        { __typename: 'SiteSectionGroup' },
        { __typename: 'SiteSection' },
        { __typename: 'SiteSection' },
      ],
    });
    for (const url of [`${site.url}x/structure`, `/v1/orgs/org_x/sites/${site.id}/structure`]) {
      expect((await site.admin.get(url)).status).toBe(404);
    }
  });

  it('shows the addresses that a share key opens', async () => {
    const site = await createSite(world, { organization, body: { visibility: 'share-link' } });
    const { id } = await site.addSpace();
    await site.publish();
    await world.db.prisma.shareLink.create({
      data: { id: `shl_${world.next()}`, siteId: site.id, name: 'Press', key: 'opens' },
    });
    const read = async (query: string) =>
      (await site.admin.get(`${site.url}/structure${query}`)).body.structure;
    expect(await read('')).toMatchObject([{ id, urls: {} }]);
    expect((await read('?shareKey=opens'))[0].urls.published).toContain('/opens');
    expect((await site.admin.get(`${site.url}/structure?shareKey=${'x'.repeat(201)}`)).status).toBe(
      400,
    );
  });
});
