import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { baseUrl, World } from '../../support/world.ts';
import { createSite, ok, refusal, type SiteHandle } from './support.ts';

let world: World;
let organization: { id: string; admin: Client };

beforeAll(async () => {
  world = await World.create();
  organization = await world.organization();
});

afterAll(() => world.destroy());

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

describe('adding a space to a site', () => {
  it('shows it at the root level of a site without sections; the first is the default', async () => {
    const site = await createSite(world, { organization });
    const space = await world.space(organization.id, { title: 'Handbook' });
    const { status, body, headers } = await organization.admin.post(`${site.url}/site-spaces`, {
      spaceId: space.id,
    });
    expect(status).toBe(201);
    expect(headers['location']).toBe(`${baseUrl}${site.url}/site-spaces/${body.id}`);
    expect(body).toEqual({
      object: 'site-space',
      id: expect.stringMatching(/^ss_/),
      path: 'handbook',
      title: 'Handbook',
      default: true,
      hasAdvancedCustomizationFeature: false,
      space: expect.objectContaining({ object: 'space', id: space.id, title: 'Handbook' }),
      urls: {},
    });
    const same = await world.space(organization.id, { title: 'Handbook' });
    expect(await site.addSpace({ spaceId: same.id })).toMatchObject({
      path: 'handbook-1',
      default: false,
    });
    expect((await site.get()).siteSpaces).toBe(2);
  });

  it('adds it to the default section of a site with sections, or to a given one', async () => {
    const site = await createSite(world, { organization });
    const first = await site.addSection();
    const second = await site.addSection();
    ok(await site.admin.patch(site.url, { defaultSiteSection: second.id }));
    expect(await site.addSpace()).toMatchObject({ section: second.id, default: false });
    expect(await site.addSpace({ sectionId: first.id })).toMatchObject({ section: first.id });
  });

  it('lets a path come again in another section, but not a space', async () => {
    const site = await createSite(world, { organization });
    const space = await world.space(organization.id, { title: 'Same' });
    const namesake = await world.space(organization.id, { title: 'Same' });
    const first = await site.addSection({ spaceId: space.id });
    const second = await site.addSection({ spaceId: namesake.id });
    expect([first.siteSpaces[0].path, second.siteSpaces[0].path]).toEqual(['same', 'same']);
    const answer = await site.admin.post(`${site.url}/site-spaces`, {
      spaceId: space.id,
      sectionId: second.id,
    });
    expect(refusal(answer)).toEqual({
      status: 409,
      message: 'The site shows the space "Same" already.',
    });
  });

  it('refuses spaces and sections that are foreign, hidden or missing', async () => {
    const site = await createSite(world, { organization });
    const other = await createSite(world, { organization });
    const { id: sectionId } = await other.addSection();
    const away = await world.organization();
    const creator = await world.member(organization.id, 'create');
    await world.db.prisma.member.create({
      data: { organizationId: away.id, userId: creator.userId, role: 'read' },
    });
    const space = await world.space(organization.id);
    const hidden = await world.space(organization.id, { defaultLevel: null });
    const deleted = await world.space(organization.id, { deletedAt: new Date() });
    const foreign = await world.space(away.id);
    const statusFor = async (body: object) =>
      refusal(await creator.post(`${site.url}/site-spaces`, body)).status;
    expect(await statusFor({ spaceId: space.id, sectionId })).toBe(404);
    expect(await statusFor({ spaceId: space.id, sectionId: 'sec_missing' })).toBe(404);
    expect(await statusFor({ spaceId: space.id, sectionId: null })).toBe(400);
    expect(await statusFor({ spaceId: hidden.id })).toBe(404);
    expect(await statusFor({ spaceId: deleted.id })).toBe(404);
    expect(await statusFor({ spaceId: 'sp_missing' })).toBe(404);
    expect(await statusFor({ spaceId: foreign.id })).toBe(400);
    expect(await statusFor({})).toBe(400);
    expect(await site.siteSpaces()).toEqual([]);
  });

  it('stops at 1000 spaces, and lists them all', async () => {
    const site = await createSite(world, { organization });
    const { revisionId } = await world.space(organization.id);
    const spaces = Array.from({ length: 999 }, (_, index) => `sp_full${index}`);
    await world.db.prisma.space.createMany({
      data: spaces.map((id) => ({
        id,
        organizationId: organization.id,
        title: id,
        revisionId,
        position: 'a0',
      })),
    });
    await world.db.prisma.siteSpace.createMany({
      data: spaces.map((spaceId, index) => ({
        id: `ss_full${index}`,
        siteId: site.id,
        spaceId,
        path: spaceId,
        position: `b${String(index).padStart(4, '0')}V`,
        isDefault: index === 0,
      })),
    });
    await site.addSpace();
    const space = await world.space(organization.id);
    const message = 'A site shows at most 1000 spaces, and this one does.';
    for (const path of ['site-spaces', 'sections']) {
      const answer = await site.admin.post(`${site.url}/${path}`, { spaceId: space.id });
      expect(refusal(answer)).toEqual({ status: 409, message });
    }
    expect(await site.siteSpaces()).toHaveLength(1000);
    expect(await site.sections()).toEqual([]);
  });
});

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

  it('takes one statement a level, with the addresses and the spaces of all', async () => {
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
    // The token, the organization, the sites, the sections with their count, the site-spaces with
    // theirs, the spaces, and the sites again that the addresses are made of.
    expect(statements).toHaveLength(9);
  });
});

describe('updating a site-space', () => {
  it('changes, leaves and removes on both surfaces', async () => {
    const site = await createSite(world, { organization });
    const { id } = await site.addSpace();
    const url = `${site.url}/site-spaces/${id}`;
    const all = { path: 'start', condition: 'visitor.claims.beta == true' };
    expect(ok(await site.admin.patch(url, all))).toMatchObject(all);
    expect(ok(await site.admin.patch(url, {}))).toMatchObject(all);
    const update = /* GraphQL */ `
      mutation ($input: UpdateSiteSpaceInput!) {
        updateSiteSpace(input: $input) {
          siteSpace {
            path
            condition
          }
        }
      }
    `;
    const key = { organizationId: organization.id, siteId: site.id, siteSpaceId: id };
    const kept = await site.admin.query(update, { input: { ...key, path: 'home' } });
    expect(kept.updateSiteSpace.siteSpace).toEqual({ path: 'home', condition: all.condition });
    const removed = await site.admin.query(update, { input: { ...key, condition: null } });
    expect(removed.updateSiteSpace.siteSpace).toEqual({ path: 'home', condition: null });
    ok(await site.admin.patch(url, all));
    expect(ok(await site.admin.patch(url, { condition: null }))).not.toHaveProperty('condition');
  });

  it('shows another space under the same address, with the title of that', async () => {
    const site = await createSite(world, { organization });
    const { id, path } = await site.addSpace();
    const shown = await site.addSpace();
    const url = `${site.url}/site-spaces/${id}`;
    const space = await world.space(organization.id, { title: 'Version 2' });
    const body = ok(await site.admin.patch(url, { spaceId: space.id }));
    expect(body).toMatchObject({ id, path, title: 'Version 2', space: { id: space.id } });
    ok(await site.admin.patch(`/v1/spaces/${space.id}`, { title: 'Version 3' }));
    expect((await site.siteSpaces())[0].title).toBe('Version 3');
    expect(ok(await site.admin.patch(url, { spaceId: space.id })).id).toBe(id);
    const statusFor = async (spaceId: string) =>
      refusal(await site.admin.patch(url, { spaceId })).status;
    expect(await statusFor(shown.space.id)).toBe(409);
    expect(await statusFor('sp_missing')).toBe(404);
    const away = await createSite(world);
    const foreign = await away.addSpace();
    expect(await statusFor(foreign.space.id)).toBe(404);
  });

  it('keeps paths unique among the siblings', async () => {
    const site = await createSite(world, { organization });
    const first = await site.addSpace();
    const second = await site.addSpace();
    const url = `${site.url}/site-spaces/${second.id}`;
    expect(refusal(await site.admin.patch(url, { path: first.path })).status).toBe(409);
    expect(ok(await site.admin.patch(url, { path: second.path })).path).toBe(second.path);
  });

  it.each([
    [{ path: '' }, '"path" must have at least 1 character'],
    [{ path: 'x'.repeat(101) }, '"path" must have at most 100 characters'],
    [{ path: 'a#b' }, '"path" must be one segment of a path'],
    [{ path: null }, '"path" must not be null'],
    [{ condition: '' }, '"condition" must have at least 1 character'],
    [{ condition: 'x'.repeat(1025) }, '"condition" must have at most 1024 characters'],
    [{ condition: 'a\0b' }, 'U+0000'],
    [{ spaceId: null }, '"spaceId" must not be null'],
    [{ title: 'Title' }, '"title" is not known here'],
  ])('refuses %j', async (body, message) => {
    const site = await createSite(world, { organization });
    const { id } = await site.addSpace();
    const answer = refusal(await site.admin.patch(`${site.url}/site-spaces/${id}`, body));
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(message);
  });
});

describe('deleting a site-space', () => {
  it('hands the default on in its section, and leaves the space', async () => {
    const site = await createSite(world, { organization });
    const section = await site.addSection();
    const other = await site.addSection();
    const [a] = ids(section.siteSpaces) as [string];
    const { id: b, space } = await site.addSpace({ sectionId: section.id });
    const { id: c } = await site.addSpace({ sectionId: section.id });
    ok(await site.admin.patch(site.url, { defaultSiteSpace: b }));
    const remove = async (id: string) => {
      expect((await site.admin.delete(`${site.url}/site-spaces/${id}`)).status).toBe(204);
      const items = await site.siteSpaces();
      return items
        .filter((item: { default: boolean }) => item.default)
        .map((item: { id: string }) => item.id);
    };
    const [fixed] = ids(other.siteSpaces);
    expect(await remove(b)).toEqual([c, fixed]);
    expect(await remove(c)).toEqual([a, fixed]);
    expect(await remove(a)).toEqual([fixed]);
    expect(await remove(a)).toEqual([fixed]);
    expect((await site.admin.get(`/v1/spaces/${space.id}`)).status).toBe(200);
    expect(await site.sections()).toMatchObject([{ siteSpaces: [] }, {}]);
  });
});

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
      { position: { before: pointer('\0') } },
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

describe('changes of site-spaces', () => {
  it('are for members who create, on both surfaces', async () => {
    const site = await createSite(world, { organization });
    const a = await site.addSpace();
    const b = await site.addSpace();
    const cast = await world.cast(organization.id);
    const key = { organizationId: organization.id, siteId: site.id };
    const place = { after: { type: 'site-space', siteSpace: b.id } };
    const space = async () => (await world.space(organization.id)).id;
    const attempts = {
      addSpaceToSite: {
        rest: async (client: Client) =>
          client.post(`${site.url}/site-spaces`, { spaceId: await space() }),
        input: async () => ({ ...key, spaceId: await space() }),
      },
      updateSiteSpace: {
        rest: (client: Client) => client.patch(`${site.url}/site-spaces/${a.id}`, { path: 'new' }),
        input: async () => ({ ...key, siteSpaceId: a.id, path: 'new' }),
      },
      moveSiteSpace: {
        rest: (client: Client) =>
          client.post(`${site.url}/site-spaces/${a.id}/move`, { position: place }),
        input: async () => ({ ...key, siteSpaceId: a.id, position: { after: b.id } }),
      },
    };
    for (const [name, { rest, input }] of Object.entries(attempts)) {
      expect(await restOutcomes(cast, rest), name).toEqual(allowedFrom('create'));
      const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
      const mutation = `mutation ($input: ${type}!) { ${name}(input: $input) { siteSpace { id } } }`;
      expect(
        await graphOutcomes(cast, async (client) =>
          client.errorCode(mutation, { input: await input() }),
        ),
        name,
      ).toEqual(allowedFrom('create'));
    }
    const url = `${site.url}/site-spaces/${a.id}`;
    for (const role of ['review', 'edit', 'comment', 'read'] as const) {
      expect((await cast[role].delete(url)).status, role).toBe(403);
    }
    for (const role of ['guest', 'disabled', 'stranger'] as const) {
      expect((await cast[role].delete(url)).status, role).toBe(204);
    }
    expect(ids(await site.siteSpaces())).toContain(a.id);
    expect((await cast.create.delete(url)).status).toBe(204);
    expect(ids(await site.siteSpaces())).not.toContain(a.id);
  });

  it('find nothing under foreign, malformed or missing ids', async () => {
    const site = await createSite(world, { organization });
    const { id } = await site.addSpace();
    const other = await createSite(world, { organization });
    const away = await createSite(world);
    const position = { position: { before: { type: 'site-space', siteSpace: id } } };
    for (const url of [
      `${other.url}/site-spaces/${id}`,
      `${away.url}/site-spaces/${id}`,
      `/v1/orgs/${away.organizationId}/sites/${site.id}/site-spaces/${id}`,
      `${site.url}/site-spaces/${site.id}`,
      `${site.url}/site-spaces/ss_missing`,
      `${site.url}/site-spaces/%00`,
    ]) {
      expect(refusal(await organization.admin.patch(url, { path: 'new' })).status, url).toBe(404);
      expect(refusal(await organization.admin.post(`${url}/move`, position)).status, url).toBe(404);
      expect((await organization.admin.delete(url)).status, url).toBe(204);
    }
    expect(await site.siteSpaces()).toHaveLength(1);
  });
});
