import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { titlesFound, type List, type PageItem } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let openId: string;
let hiddenId: string;

interface SpaceItem {
  id: string;
  title: string;
  pages: PageItem[];
}

async function searchOrganization(
  client: Client,
  query: string,
  parameters: Record<string, string> = {},
): Promise<List<SpaceItem>> {
  const search = new URLSearchParams({ query, ...parameters });
  const { status, body } = await client.get<List<SpaceItem>>(
    `/v1/orgs/${organization.id}/search?${search}`,
  );
  if (status !== 200) throw new Error(`The search answers ${status}: ${JSON.stringify(body)}`);
  return body;
}

const titlesOf = ({ items }: List<SpaceItem>) =>
  items.map(({ title, pages }) => [title, ...pages.map((page) => page.title)]);

beforeAll(async () => {
  ({ id: openId } = await world.space(organization.id, { title: 'Open' }));
  ({ id: hiddenId } = await world.space(organization.id, { title: 'Hidden', defaultLevel: null }));
  const { id: deletedId } = await world.space(organization.id, { title: 'Deleted' });
  const elsewhere = await world.organization();
  const { id: foreignId } = await world.space(elsewhere.id, { title: 'Foreign' });
  await writePages(world, openId, [
    { title: 'First', markdown: 'A walrus and a narwhal.\n' },
    { title: 'Second', markdown: '# Walrus\n\nSwims.\n' },
  ]);
  await writePages(world, hiddenId, [{ title: 'Walrus', markdown: 'A secret pangolin.\n' }]);
  await writePages(world, deletedId, [{ title: 'Walrus', markdown: 'Gone.\n' }]);
  await writePages(world, foreignId, [{ title: 'Walrus', markdown: 'Foreign.\n' }]);
  const data = { deletedAt: new Date() };
  await world.db.prisma.space.update({ where: { id: deletedId }, data });
});

describe('the search of an organization', () => {
  it('answers spaces with their best pages, in the order of the best of each', async () => {
    const { admin } = organization;
    const all = await searchOrganization(admin, 'walrus');
    expect(all.count).toBe(2);
    expect(titlesOf(all)).toEqual([
      ['Hidden', 'Walrus'],
      ['Open', 'Second', 'First'],
    ]);
    expect(all.items[0]).toEqual({
      id: hiddenId,
      title: 'Hidden',
      pages: [
        {
          id: expect.stringMatching(/^page_/),
          title: 'Walrus',
          path: 'walrus',
          sections: [],
          urls: { app: expect.stringContaining(`/s/${hiddenId}/`) },
        },
      ],
    });
    const { next, items } = await searchOrganization(admin, 'walrus', { limit: '1' });
    expect(items.map(({ title }) => title)).toEqual(['Hidden']);
    const second = await searchOrganization(admin, 'walrus', {
      limit: '1',
      page: next?.page ?? '',
    });
    expect(second).toMatchObject({ count: 2, items: [{ title: 'Open' }] });
    expect(second.next).toBeUndefined();
  });

  it('shows ten pages of a space and counts all of them', async () => {
    const { id } = await world.space(organization.id, { title: 'Many' });
    const pages = Array.from({ length: 12 }, (_, n) => ({ title: `Okapi ${n}`, markdown: 'One.' }));
    await writePages(world, id, pages);
    const { organization: found } = await organization.admin.query(
      `query ($id: ID!) { organization(id: $id) { search(query: "okapi") { totalCount
        nodes { title pageCount space { id } pages { title } } } } }`,
      { id: organization.id },
    );
    const [{ pages: shown, ...node }] = found.search.nodes;
    expect(node).toEqual({ title: 'Many', pageCount: 12, space: { id } });
    expect(shown).toHaveLength(10);
    expect(found.search.totalCount).toBe(1);
  });
});

describe('what somebody may not see', () => {
  it('is not found and not counted, by anybody', async () => {
    const { guest, stranger, disabled, admin, ...members } = cast;
    for (const [role, member] of Object.entries(members)) {
      const found = await searchOrganization(member, 'walrus');
      expect({ role, count: found.count, titles: titlesOf(found) }).toEqual({
        role,
        count: 1,
        titles: [['Open', 'Second', 'First']],
      });
    }
    expect((await searchOrganization(admin, 'walrus')).count).toBe(2);
    expect(await searchOrganization(guest, 'walrus')).toEqual({ count: 0, items: [] });
    for (const outsider of [stranger, disabled]) {
      const { status } = await outsider.get(`/v1/orgs/${organization.id}/search?query=walrus`);
      expect(status).toBe(404);
    }
    const { status } = await cast.read.get(`/v1/spaces/${hiddenId}/search?query=walrus`);
    expect(status).toBe(404);
  });

  it('says nothing of its words: what is mistyped is read as if they were not there', async () => {
    // The hidden space has the very word; for those who see it, nothing is mistyped.
    await writePages(world, openId, [{ title: 'Spelling', markdown: 'A pangolim.\n' }]);
    expect(titlesOf(await searchOrganization(cast.read, 'pangolin'))).toEqual([
      ['Open', 'Spelling'],
    ]);
    expect(titlesOf(await searchOrganization(cast.admin, 'pangolin'))).toEqual([
      ['Hidden', 'Walrus'],
    ]);
    expect(titlesOf(await searchOrganization(cast.read, 'pangolins'))).toEqual([]);
  });

  it('comes and goes with access', async () => {
    const { guest } = cast;
    await world.grant(hiddenId, guest.userId, 'read');
    expect(titlesOf(await searchOrganization(guest, 'walrus'))).toEqual([['Hidden', 'Walrus']]);
    expect(await titlesFound(guest, hiddenId, 'walrus')).toEqual(['Walrus']);
    await world.db.prisma.grant.deleteMany({ where: { spaceId: hiddenId } });
    expect((await searchOrganization(guest, 'walrus')).count).toBe(0);
  });

  it('is found by all where it is published', async () => {
    const { id } = await world.space(organization.id, { defaultLevel: null });
    await writePages(world, id, [{ title: 'Public', markdown: 'A quokka.\n' }]);
    await world.publish(id);
    expect(await titlesFound(cast.stranger, id, 'quokka')).toEqual(['Public']);
    expect((await searchOrganization(cast.guest, 'quokka')).count).toBe(1);
  });
});

describe('a level of searches', () => {
  it('takes as many statements for many spaces as for one', async () => {
    const document = `query ($id: ID!, $first: Int) { organization(id: $id) {
      spaces(first: $first) { nodes { search(query: "walrus quokkas") { totalCount
        nodes { path sections { body } } } } } } }`;
    const statements = (first: number) =>
      world.plannedStatements(() =>
        organization.admin.query(document, { id: organization.id, first }),
      );
    const [ofOne, ofMany] = [await statements(1), await statements(10)];
    expect(ofMany).toHaveLength(ofOne.length);
  });
});
