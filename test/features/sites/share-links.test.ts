import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { createSite, ok, refusal, type SiteHandle } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

/** A published site that only a share link opens, with a space. */
async function sharedSite(): Promise<SiteHandle> {
  const site = await createSite(world, { organization, body: { visibility: 'share-link' } });
  await site.addSpace();
  await site.publish();
  return site;
}

const create = (site: SiteHandle, name = 'Partners') =>
  site.admin.post(`${site.url}/share-links`, { name });

const publishedWith = async (site: SiteHandle, url: string) => {
  const key = url.split('/').at(-1) ?? '';
  const { items } = ok(await site.admin.get(`${site.url}/site-spaces?shareKey=${key}`));
  return items[0].urls.published;
};

/** Writes many share links at once. */
async function fill(site: SiteHandle, count: number): Promise<void> {
  const data = Array.from({ length: count }, (_, index) => {
    const id = newId('ShareLink');
    return { id, siteId: site.id, name: `Link ${index}`, key: id };
  });
  await world.db.prisma.shareLink.createMany({ data });
}

describe('a share link', () => {
  it('is created active, with a key in its address that opens the site', async () => {
    const site = await sharedSite();
    const answer = await create(site);
    const body = ok(answer, 201);
    expect(body).toEqual({
      object: 'share-link',
      id: expect.stringMatching(/^shl_/),
      createdAt: expect.any(String),
      name: 'Partners',
      active: true,
      urls: { published: expect.stringMatching(/^https:.*\/[\w-]{32}$/) },
    });
    expect(answer.headers['location']).toBe(`${baseUrl}${site.url}/share-links/${body.id}`);
    expect(await publishedWith(site, body.urls.published)).toBe(body.urls.published);
    const other = ok(await create(site), 201);
    expect(other.urls.published).not.toBe(body.urls.published);
  });

  it('is renamed, turned off and on; its key stays, and opens nothing while it is off', async () => {
    const site = await sharedSite();
    const { id, urls } = ok(await create(site), 201);
    const link = `${site.url}/share-links/${id}`;
    const renamed = ok(await site.admin.patch(link, { name: 'Press' }));
    expect(renamed).toMatchObject({ name: 'Press', active: true, urls });
    const off = ok(await site.admin.patch(link, { active: false }));
    expect(off).toMatchObject({ name: 'Press', active: false, urls: {} });
    expect(off.urls).not.toHaveProperty('published');
    expect(await publishedWith(site, urls.published)).toBeUndefined();
    expect(ok(await site.admin.patch(link, { active: true }))).toMatchObject({ urls });
    expect(await publishedWith(site, urls.published)).toBe(urls.published);
  });

  it('is deleted with its key, twice without a fault', async () => {
    const site = await sharedSite();
    const { id, urls } = ok(await create(site), 201);
    expect((await site.admin.delete(`${site.url}/share-links/${id}`)).status).toBe(204);
    expect((await site.admin.delete(`${site.url}/share-links/${id}`)).status).toBe(204);
    expect(await publishedWith(site, urls.published)).toBeUndefined();
    expect(ok(await site.admin.get(`${site.url}/share-links`))).toEqual({ count: 0, items: [] });
  });

  it('has an address only where and while the site is published', async () => {
    const site = await createSite(world, { organization, body: { visibility: 'share-link' } });
    const unpublished = ok(await create(site), 201);
    expect(unpublished.urls).toEqual({});
    await site.publish();
    const [published] = ok(await site.admin.get(`${site.url}/share-links`)).items;
    expect(published.urls.published).toMatch(/\/s\//);
  });

  it('takes an empty name, and no longer one than 50 characters', async () => {
    const site = await sharedSite();
    expect(ok(await create(site, ''), 201).name).toBe('');
    expect(ok(await create(site, 'x'.repeat(50)), 201).name).toHaveLength(50);
    expect(refusal(await create(site, 'x'.repeat(51)))).toEqual({
      status: 400,
      message: '"name" must have at most 50 characters.',
    });
    const missing = await site.admin.post(`${site.url}/share-links`, {});
    expect(refusal(missing)).toEqual({ status: 400, message: '"name" is required.' });
  });

  it('is one of at most 10,000', async () => {
    const site = await sharedSite();
    await fill(site, 10_000);
    expect(refusal(await create(site))).toEqual({
      status: 409,
      message: 'A site has at most 10000 share links, and this one does: delete one first.',
    });
  });
});

describe('share links', () => {
  const mutations = {
    createShareLink: 'CreateShareLinkInput',
    updateShareLink: 'UpdateShareLinkInput',
  };

  it('are changed by members who create, on both surfaces', async () => {
    const site = await sharedSite();
    const { id } = ok(await create(site), 201);
    const cast = await world.cast(organization.id);
    const key = { organizationId: organization.id, siteId: site.id };
    const attempts = {
      createShareLink: {
        rest: (client: Client) => client.post(`${site.url}/share-links`, { name: 'New' }),
        input: { ...key, name: 'New' },
      },
      updateShareLink: {
        rest: (client: Client) => client.patch(`${site.url}/share-links/${id}`, { name: 'New' }),
        input: { ...key, shareLinkId: id, name: 'New' },
      },
    };
    for (const [name, { rest, input }] of Object.entries(attempts)) {
      expect(await restOutcomes(cast, rest), name).toEqual(allowedFrom('create'));
      const type = mutations[name as keyof typeof mutations];
      const mutation = `mutation ($input: ${type}!) { ${name}(input: $input) { shareLink { id } } }`;
      expect(
        await graphOutcomes(cast, (client) => client.errorCode(mutation, { input })),
        name,
      ).toEqual(allowedFrom('create'));
    }
    const remove = (client: Client) => client.delete(`${site.url}/share-links/${id}`);
    for (const role of ['review', 'edit', 'comment', 'read'] as const) {
      expect((await remove(cast[role])).status, role).toBe(403);
    }
    for (const role of ['guest', 'disabled', 'stranger'] as const) {
      expect((await remove(cast[role])).status, role).toBe(204);
    }
    const shareLink = await world.db.prisma.shareLink.count({ where: { id } });
    expect(shareLink).toBe(1);
  });

  it('are listed for members without their keys, unless they may change the site', async () => {
    const site = await sharedSite();
    const { id } = ok(await create(site), 201);
    const query = /* GraphQL */ `
      query ($id: ID!) {
        node(id: $id) {
          ... on ShareLink {
            key
            urls {
              published
            }
          }
        }
      }
    `;
    const reader = await world.member(organization.id, 'review');
    const [listed] = ok(await reader.get(`${site.url}/share-links`)).items;
    expect(listed).toMatchObject({ id, name: 'Partners', active: true, urls: {} });
    expect((await reader.query(query, { id })).node).toEqual({
      key: null,
      urls: { published: null },
    });
    const creator = await world.member(organization.id, 'create');
    const { node } = await creator.query(query, { id });
    expect(node.urls.published.endsWith(`/${node.key}`)).toBe(true);
  });

  it('do not exist for guests, who see a part of the site only', async () => {
    const site = await sharedSite();
    const { id } = ok(await create(site), 201);
    const guest = await world.member(organization.id, null);
    const [siteSpace] = await site.siteSpaces();
    await world.grant(siteSpace.space.id, guest.userId, 'admin');
    expect(ok(await guest.get(`${site.url}/share-links`))).toEqual({ count: 0, items: [] });
    const url = `${site.url}/share-links/${id}`;
    expect(refusal(await guest.patch(url, { name: 'Mine' }))).toEqual({
      status: 404,
      message: `No share link with the id "${id}" was found: check the id, and that you have access.`,
    });
    expect((await guest.delete(url)).status).toBe(204);
    expect(
      (await guest.query('query ($id: ID!) { node(id: $id) { id } }', { id })).node,
    ).toBeNull();
    expect(ok(await site.admin.get(`${site.url}/share-links`)).count).toBe(1);
  });

  it('are found on their own site only', async () => {
    const site = await sharedSite();
    const { id } = ok(await create(site), 201);
    const other = await sharedSite();
    const answer = await site.admin.patch(`${other.url}/share-links/${id}`, { active: false });
    expect(refusal(answer).status).toBe(404);
    expect((await site.admin.delete(`${other.url}/share-links/${id}`)).status).toBe(204);
    const found = await site.admin.query(
      'query ($site: ID!, $id: ID!) { site(id: $site) { shareLink(id: $id) { id } } }',
      { site: other.id, id },
    );
    expect(found.site.shareLink).toBeNull();
    expect(ok(await site.admin.get(`${site.url}/share-links`)).items[0].active).toBe(true);
  });

  it('are listed exactly when there are 1,001, in the same few statements', async () => {
    const [few, many] = [await sharedSite(), await sharedSite()];
    await fill(few, 1);
    await fill(many, 1001);
    const list = (site: SiteHandle) => site.admin.get(`${site.url}/share-links?limit=1000`);
    const first = ok(await list(many));
    expect(first.count).toBe(1001);
    const second = ok(
      await many.admin.get(`${many.url}/share-links?limit=1000&page=${first.next.page}`),
    );
    expect(second.next).toBeUndefined();
    const names = [...first.items, ...second.items].map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(1001);
    const ofFew = await world.statements(() => list(few));
    const ofMany = await world.statements(() => list(many));
    expect(ofMany.length).toBe(ofFew.length);
  });
});
