import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, ok, refusal, type SiteHandle } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
let docs: SiteHandle;
let guides: SiteHandle;
let empty: SiteHandle;

beforeAll(async () => {
  docs = await createSite(world, { organization, body: { title: 'The Docs 100%' } });
  guides = await createSite(world, { organization, body: { title: 'Guides', type: 'premium' } });
  empty = await createSite(world, { organization, body: { title: 'docs, empty' } });
  await guides.publish();
});

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

const list = async (client: Client, query = '') =>
  ids(ok(await client.get(`/v1/orgs/${organization.id}/sites${query}`)).items);

const filtered = /* GraphQL */ `
  query ($id: ID!, $space: ID, $title: String, $published: Boolean, $type: [SiteType!]) {
    organization(id: $id) {
      sites(space: $space, title: $title, published: $published, type: $type) {
        totalCount
        nodes {
          id
        }
      }
    }
  }
`;

describe('listing sites', () => {
  it('goes from the oldest to the newest, with the count of the whole list', async () => {
    const body = ok(await organization.admin.get(`/v1/orgs/${organization.id}/sites?limit=2`));
    expect(ids(body.items)).toEqual([docs.id, guides.id]);
    expect(body.count).toBe(3);
    const next = ok(
      await organization.admin.get(
        `/v1/orgs/${organization.id}/sites?limit=2&page=${body.next.page}`,
      ),
    );
    expect(ids(next.items)).toEqual([empty.id]);
    expect(next).not.toHaveProperty('next');
  });

  it.each([
    ['?title=DOCS', () => [docs.id, empty.id], { title: 'DOCS' }],
    ['?title=100%25', () => [docs.id], { title: '100%' }],
    ['?title=_', () => [], { title: '_' }],
    ['?published=true', () => [guides.id], { published: true }],
    ['?published=false', () => [docs.id, empty.id], { published: false }],
    ['?type=premium', () => [guides.id], { type: ['PREMIUM'] }],
    [
      '?type=premium&type=basic&published=false',
      () => [docs.id, empty.id],
      { type: ['PREMIUM', 'BASIC'], published: false },
    ],
    ['?space=sp_missing', () => [], { space: 'sp_missing' }],
  ])('filters by %s as the graph does', async (query, expected, variables) => {
    expect(await list(organization.admin, query)).toEqual(expected());
    const { organization: found } = await organization.admin.query(filtered, {
      id: organization.id,
      ...variables,
    });
    expect(ids(found.sites.nodes)).toEqual(expected());
    expect(found.sites.totalCount).toBe(expected().length);
  });

  it('filters by a space, and by a hidden one as by a missing one', async () => {
    const reader = await world.member(organization.id, 'read');
    const open = await world.space(organization.id);
    const secret = await world.space(organization.id, { defaultLevel: null });
    await docs.addSpace({ spaceId: open.id });
    await docs.addSpace({ spaceId: secret.id });
    expect(await list(reader, `?space=${open.id}`)).toEqual([docs.id]);
    expect(await list(reader, `?space=${secret.id}`)).toEqual([]);
    expect(await list(organization.admin, `?space=${secret.id}`)).toEqual([docs.id]);
  });

  it.each([
    ['?published=maybe', 'published'],
    ['?type=gold', 'type'],
    [`?title=${'x'.repeat(129)}`, 'title'],
    ['?limit=1001', 'limit'],
    ['?visibility=public', 'visibility'],
  ])('refuses %s, naming the parameter', async (query, name) => {
    const answer = refusal(
      await organization.admin.get(`/v1/orgs/${organization.id}/sites${query}`),
    );
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(name);
  });

  it('shows guests the sites with a space of theirs only, here and by id', async () => {
    const guest = await world.member(organization.id, null);
    expect(await list(guest)).toEqual([]);
    expect((await guest.get(guides.url)).status).toBe(404);
    const shared = await world.space(organization.id);
    await world.grant(shared.id, guest.userId, 'read');
    await empty.addSpace({ spaceId: shared.id });
    await empty.addSpace();
    expect(await list(guest)).toEqual([empty.id]);
    expect(ok(await guest.get(empty.url)).siteSpaces).toBe(1);
    expect(ok(await guest.get(`${empty.url}/site-spaces`))).toMatchObject({
      count: 1,
      items: [{ space: { id: shared.id } }],
    });
    expect(
      await guest.query('query ($id: ID!) { node(id: $id) { id } }', { id: guides.id }),
    ).toEqual({ node: null });
  });

  it('counts the site-spaces of a whole page of sites in one statement', async () => {
    const statements = await world.plannedStatements(() =>
      organization.admin.query(
        `query ($id: ID!) { organization(id: $id) { sites { nodes { title siteSpaceCount } } } }`,
        { id: organization.id },
      ),
    );
    // The organization with its sites and their counts, found with the token.
    expect(statements).toHaveLength(1);
  });
});
