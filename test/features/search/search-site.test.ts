import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import type { List, PageItem } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
/** Site-spaces of the site by the titles of their spaces; "Guide" is the default one. */
const siteSpaceIds: Record<string, string> = {};
let siteId: string;
let otherSiteSpaceId: string;

interface SpaceItem {
  id: string;
  title: string;
  pages: PageItem[];
}

const urlOf = (parameters = '') =>
  `/v1/orgs/${organization.id}/sites/${siteId}/search${parameters}`;

async function titlesFound(client: Client, scope?: object): Promise<string[]> {
  const { status, body } = await client.post<List<SpaceItem>>(urlOf(), { query: 'walrus', scope });
  if (status !== 200) throw new Error(`The search answers ${status}: ${JSON.stringify(body)}`);
  return body.items.map(({ title }) => title).toSorted();
}

async function newSite(): Promise<string> {
  const { body } = await organization.admin.post(`/v1/orgs/${organization.id}/sites`, {
    title: 'Docs',
  });
  return body.id;
}

async function addSpace(site: string, spaceId: string): Promise<string> {
  const url = `/v1/orgs/${organization.id}/sites/${site}/site-spaces`;
  return (await organization.admin.post(url, { spaceId })).body.id;
}

async function newSpace(title: string, defaultLevel?: null): Promise<string> {
  const { id } = await world.space(organization.id, {
    title,
    ...(defaultLevel === null && { defaultLevel }),
  });
  await writePages(world, id, [{ title: `Walrus in ${title}`, markdown: 'It swims.\n' }]);
  return id;
}

beforeAll(async () => {
  siteId = await newSite();
  for (const title of ['Guide', 'Reference']) {
    siteSpaceIds[title] = await addSpace(siteId, await newSpace(title));
  }
  siteSpaceIds['Hidden'] = await addSpace(siteId, await newSpace('Hidden', null));
  otherSiteSpaceId = await addSpace(await newSite(), await newSpace('Elsewhere'));
});

describe('the search of a site', () => {
  it('finds the spaces that it shows, and no others', async () => {
    expect(await titlesFound(organization.admin)).toEqual(['Guide', 'Hidden', 'Reference']);
    expect(await titlesFound(organization.admin, { mode: 'all' })).toHaveLength(3);
  });

  it('finds the default ones, those beside them, or chosen ones', async () => {
    const { admin } = organization;
    const { Reference } = siteSpaceIds;
    expect(await titlesFound(admin, { mode: 'default' })).toEqual(['Guide']);
    const both = { mode: 'default', includedSiteSpaces: [Reference] };
    expect(await titlesFound(admin, both)).toEqual(['Guide', 'Reference']);
    const one = { mode: 'specific', siteSpaceIds: [Reference] };
    expect(await titlesFound(admin, one)).toEqual(['Reference']);
  });

  it('hides what somebody may not see, as if it were on another site', async () => {
    expect(await titlesFound(cast.read)).toEqual(['Guide', 'Reference']);
    const attempt = (id: string | undefined) =>
      cast.read.post(urlOf(), { query: 'a', scope: { mode: 'specific', siteSpaceIds: [id] } });
    const { status, body } = await attempt(siteSpaceIds['Hidden']);
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: expect.stringContaining('"scope.siteSpaceIds.0"'),
    });
    for (const id of [otherSiteSpaceId, 'ss_unknown']) {
      expect((await attempt(id)).body).toEqual(body);
    }
    expect((await cast.stranger.post(urlOf(), { query: 'walrus' })).status).toBe(404);
  });

  it('needs an id to search chosen ones', async () => {
    const { status, body } = await organization.admin.post(urlOf(), {
      query: 'a',
      scope: { mode: 'specific' },
    });
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: expect.stringContaining('siteSpaceIds'),
    });
  });

  it('has pages, which continue with the same query', async () => {
    const { admin } = organization;
    const body = { query: 'walrus', scope: { mode: 'all' } };
    const first = (await admin.post<List<SpaceItem>>(urlOf('?limit=2'), body)).body;
    expect(first).toMatchObject({ count: 3, items: [{}, {}] });
    const page = encodeURIComponent(first.next?.page ?? '');
    const second = (await admin.post<List<SpaceItem>>(urlOf(`?limit=2&page=${page}`), body)).body;
    expect(second.next).toBeUndefined();
    const titles = [...first.items, ...second.items].map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['Guide', 'Hidden', 'Reference']);
    const other = { ...body, scope: { mode: 'default' } };
    expect((await admin.post(urlOf(`?limit=2&page=${page}`), other)).status).toBe(400);
  });

  it('is a field of the graph', async () => {
    const { node } = await organization.admin.query(
      `query ($id: ID!, $ids: [ID!]) { node(id: $id) { ... on Site {
        search(query: "walrus", scope: { mode: SPECIFIC, siteSpaceIds: $ids }) {
          totalCount nodes { title pages { title } } } } } }`,
      { id: siteId, ids: [siteSpaceIds['Reference']] },
    );
    expect(node.search).toEqual({
      totalCount: 1,
      nodes: [{ title: 'Reference', pages: [{ title: 'Walrus in Reference' }] }],
    });
  });
});
