import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, ok, refusal } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

describe('listing site-spaces', () => {
  it('goes section by section in their order, and filters by default', async () => {
    const site = await createSite(world, { organization });
    const first = await site.addSection();
    const second = await site.addSection();
    const a = first.siteSpaces[0].id;
    const b = second.siteSpaces[0].id;
    const { id: c } = await site.addSpace({ sectionId: first.id });
    expect(ids(await site.siteSpaces())).toEqual([a, c, b]);
    const pointer = { type: 'site-section', siteSection: first.id };
    ok(
      await site.admin.post(`${site.url}/sections/${second.id}/move`, {
        position: { before: pointer },
      }),
    );
    expect(ids(await site.siteSpaces())).toEqual([b, a, c]);
    const list = async (query: string) =>
      ok(await site.admin.get(`${site.url}/site-spaces${query}`));
    expect(await list('?default=true')).toMatchObject({ count: 2, items: [{ id: b }, { id: a }] });
    expect(await list('?default=false')).toMatchObject({ count: 1, items: [{ id: c }] });
    const page = await list('?limit=2');
    expect(ids(page.items)).toEqual([b, a]);
    expect(ids((await list(`?limit=2&page=${page.next.page}`)).items)).toEqual([c]);
    expect(refusal(await site.admin.get(`${site.url}/site-spaces?default=1`)).status).toBe(400);
  });

  it('leaves out what the caller may not view, from lists and from counts', async () => {
    const site = await createSite(world, { organization });
    const reader = await world.member(organization.id, 'read');
    const hidden = await world.space(organization.id, { defaultLevel: null });
    const secret = await site.addSpace({ spaceId: hidden.id });
    const open = await site.addSpace();
    const list = ok(await reader.get(`${site.url}/site-spaces`));
    expect({ count: list.count, ids: ids(list.items) }).toEqual({ count: 1, ids: [open.id] });
    expect(ok(await reader.get(site.url)).siteSpaces).toBe(1);
    expect(ok(await organization.admin.get(site.url)).siteSpaces).toBe(2);
    const creator = await world.member(organization.id, 'create');
    const url = `${site.url}/site-spaces/${secret.id}`;
    expect(refusal(await creator.patch(url, { path: 'found' })).status).toBe(404);
    expect((await creator.delete(url)).status).toBe(204);
    const place = { before: { type: 'site-space', siteSpace: secret.id } };
    const move = `${site.url}/site-spaces/${open.id}/move`;
    expect(refusal(await creator.post(move, { position: place })).status).toBe(400);
    expect(refusal(await creator.patch(site.url, { defaultSiteSpace: secret.id })).status).toBe(
      400,
    );
    expect(await site.siteSpaces()).toHaveLength(2);
  });

  it('leaves out deleted spaces until they are restored', async () => {
    const site = await createSite(world, { organization });
    const space = await world.space(organization.id);
    await site.addSpace({ spaceId: space.id });
    expect((await site.admin.delete(`/v1/spaces/${space.id}`)).status).toBe(204);
    expect(await site.siteSpaces()).toEqual([]);
    expect((await site.get()).siteSpaces).toBe(0);
    ok(await site.admin.post(`/v1/spaces/${space.id}/restore`));
    expect(await site.siteSpaces()).toHaveLength(1);
  });

  it('takes one statement for all levels, and one for the addresses', async () => {
    const sites = [
      await createSite(world, { organization }),
      await createSite(world, { organization }),
    ];
    for (const site of sites) {
      for (let count = 0; count < 3; count += 1) {
        const section = await site.addSection();
        await site.addSpace({ sectionId: section.id });
      }
    }
    const statements = await world.statements(() =>
      organization.admin.query(
        /* GraphQL */ `
          query ($id: ID!) {
            organization(id: $id) {
              sites(last: 2) {
                nodes {
                  sections(first: 3) {
                    totalCount
                    nodes {
                      title
                      siteSpaces(first: 3) {
                        totalCount
                        nodes {
                          title
                          path
                          urls {
                            published
                          }
                          space {
                            title
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        `,
        { id: organization.id },
      ),
    );
    // The token, all levels with their counts, and the sites that the addresses are made of.
    expect(statements).toHaveLength(3);
  });
});
