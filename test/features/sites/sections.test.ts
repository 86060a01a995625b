import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { baseUrl, World } from '../../support/world.ts';
import { createSite, ok, refusal } from './support.ts';

let world: World;
let organization: { id: string; admin: Client };

beforeAll(async () => {
  world = await World.create();
  organization = await world.organization();
});

afterAll(() => world.destroy());

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

describe('adding a section', () => {
  it('shows the space in it; the first section and its site-space are the defaults', async () => {
    const site = await createSite(world, { organization });
    const space = await world.space(organization.id, { title: 'API Reference' });
    const { status, body, headers } = await organization.admin.post(`${site.url}/sections`, {
      spaceId: space.id,
      icon: 'rocket',
    });
    expect(status).toBe(201);
    expect(headers['location']).toBe(`${baseUrl}${site.url}/sections/${body.id}`);
    expect(body).toEqual({
      object: 'site-section',
      id: expect.stringMatching(/^sec_/),
      title: 'API Reference',
      path: 'api-reference',
      default: true,
      icon: 'rocket',
      siteSpaces: [
        {
          object: 'site-space',
          id: expect.stringMatching(/^ss_/),
          path: 'api-reference',
          section: body.id,
          title: 'API Reference',
          default: true,
          hasAdvancedCustomizationFeature: false,
          space: expect.objectContaining({ object: 'space', id: space.id }),
          urls: {},
        },
      ],
      urls: {},
    });
    const second = await site.addSection({ title: 'API Reference' });
    expect(second).toMatchObject({ path: 'api-reference-1', default: false });
    expect((await site.addSection({ title: '!!' })).path).toBe('section');
    expect((await site.addSection({ title: 'Über Öl' })).path).toBe('uber-ol');
    expect((await site.addSection({ title: '日本語' })).path).toBe('日本語');
    expect((await site.addSection({ title: 'x'.repeat(128) })).path).toHaveLength(45);
  });

  it('takes null for title and icon as if they were left out', async () => {
    const site = await createSite(world, { organization });
    const space = await world.space(organization.id, { title: 'A' });
    const body = ok(
      await site.admin.post(`${site.url}/sections`, { spaceId: space.id, title: null, icon: null }),
      201,
    );
    expect(body).toMatchObject({ title: 'Untitled section', path: 'untitled-section' });
    expect(body).not.toHaveProperty('icon');
  });

  it('gives what lies at the root level a section before it, which stays the home', async () => {
    const site = await createSite(world, { organization });
    const home = await world.space(organization.id, { title: 'Guides' });
    const old = await site.addSpace({ spaceId: home.id });
    const variant = await site.addSpace();
    const added = await site.addSection({ title: 'New' });
    const [first, second, ...more] = await site.sections();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ title: 'Guides', default: true });
    expect(ids(first.siteSpaces)).toEqual([old.id, variant.id]);
    expect(second).toMatchObject({ id: added.id, default: false });
    const data = await site.admin.query(
      'query ($id: ID!) { site(id: $id) { defaultSiteSpace { id } } }',
      { id: site.id },
    );
    expect(data.site.defaultSiteSpace.id).toBe(old.id);
  });

  it('refuses a space twice, and one that is foreign, hidden or missing', async () => {
    const site = await createSite(world, { organization });
    const creator = await world.member(organization.id, 'create');
    const space = await world.space(organization.id);
    const hidden = await world.space(organization.id, { defaultLevel: null });
    const other = await world.organization();
    await world.db.prisma.member.create({
      data: { organizationId: other.id, userId: creator.userId, role: 'read' },
    });
    const foreign = await world.space(other.id);
    await site.addSection({ spaceId: space.id });
    const add = async (body: object) => refusal(await creator.post(`${site.url}/sections`, body));
    expect((await add({ spaceId: space.id })).status).toBe(409);
    expect((await add({ spaceId: hidden.id })).status).toBe(404);
    expect((await add({ spaceId: 'sp_missing' })).status).toBe(404);
    expect((await add({ spaceId: 'a\0b' })).status).toBe(404);
    expect(await add({ spaceId: foreign.id })).toEqual({
      status: 400,
      message: '"spaceId" is a space of another organization.',
    });
    expect(await add({})).toEqual({ status: 400, message: '"spaceId" is required.' });
    expect((await add({ spaceId: null })).status).toBe(400);
    expect((await add({ spaceId: 7 })).status).toBe(400);
    expect(await site.sections()).toHaveLength(1);
  });

  it.each([
    [{ title: 'x' }, '"title" must have at least 2 characters'],
    [{ title: 'x'.repeat(129) }, '"title" must have at most 128 characters'],
    [{ icon: 'x'.repeat(51) }, '"icon" must have at most 50 characters'],
    [{ path: 'a' }, '"path" is not known here'],
  ])('refuses %j', async (body, message) => {
    const site = await createSite(world, { organization });
    const space = await world.space(organization.id);
    const answer = refusal(
      await site.admin.post(`${site.url}/sections`, { ...body, spaceId: space.id }),
    );
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(message);
  });

  it('stops at 250 sections', async () => {
    const site = await createSite(world, { organization });
    await site.fillSections(249);
    await site.addSection();
    const space = await world.space(organization.id);
    const answer = refusal(await site.admin.post(`${site.url}/sections`, { spaceId: space.id }));
    expect(answer).toEqual({
      status: 409,
      message: 'A site has at most 250 sections, and this one does.',
    });
    expect(ok(await site.admin.get(`${site.url}/sections?limit=1000`)).items).toHaveLength(250);
  });
});

describe('updating a section', () => {
  it('changes, leaves and removes on both surfaces', async () => {
    const site = await createSite(world, { organization });
    const { id } = await site.addSection();
    const url = `${site.url}/sections/${id}`;
    const all = {
      title: 'Guide',
      path: 'the-guide',
      condition: 'visitor.claims.beta == true',
      icon: 'book',
      description: 'How to',
    };
    expect(ok(await site.admin.patch(url, all))).toMatchObject(all);
    expect(ok(await site.admin.patch(url, {}))).toMatchObject(all);
    const update = /* GraphQL */ `
      mutation ($input: UpdateSiteSectionInput!) {
        updateSiteSection(input: $input) {
          section {
            title
            condition
            icon
            description
          }
        }
      }
    `;
    const key = { organizationId: organization.id, siteId: site.id, siteSectionId: id };
    const kept = await site.admin.query(update, { input: { ...key, title: 'Guides' } });
    expect(kept.updateSiteSection.section).toEqual({
      title: 'Guides',
      condition: all.condition,
      icon: 'book',
      description: 'How to',
    });
    const cleared = ok(
      await site.admin.patch(url, { condition: null, icon: null, description: null }),
    );
    for (const field of ['condition', 'icon', 'description']) {
      expect(cleared).not.toHaveProperty(field);
    }
    await site.admin.query(update, { input: { ...key, icon: 'book' } });
    const removed = await site.admin.query(update, { input: { ...key, icon: null } });
    expect(removed.updateSiteSection.section.icon).toBeNull();
  });

  it.each([
    [{ title: null }, '"title" must not be null'],
    [{ title: 'x' }, '"title" must have at least 2 characters'],
    [{ path: '' }, '"path" must have at least 1 character'],
    [{ path: 'x'.repeat(101) }, '"path" must have at most 100 characters'],
    [{ path: 'a b' }, '"path" must be one segment of a path'],
    [{ path: 'a?b' }, '"path" must be one segment of a path'],
    [{ path: null }, '"path" must not be null'],
    [{ condition: '' }, '"condition" must have at least 1 character'],
    [{ condition: 'x'.repeat(1025) }, '"condition" must have at most 1024 characters'],
    [{ description: 'x'.repeat(257) }, '"description" must have at most 256 characters'],
    [{ icon: 'x'.repeat(51) }, '"icon" must have at most 50 characters'],
    [{ defaultSiteSpace: 'ss_missing' }, '"defaultSiteSpace" is no site-space of the section'],
    [{ defaultSiteSpace: null }, '"defaultSiteSpace" must not be null'],
  ])('refuses %j', async (body, message) => {
    const site = await createSite(world, { organization });
    const { id } = await site.addSection();
    const answer = refusal(await site.admin.patch(`${site.url}/sections/${id}`, body));
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(message);
  });

  it('keeps paths unique on the site', async () => {
    const site = await createSite(world, { organization });
    const first = await site.addSection({ title: 'Taken' });
    const second = await site.addSection({ title: 'Other' });
    const url = `${site.url}/sections/${second.id}`;
    const answer = refusal(await site.admin.patch(url, { path: first.path }));
    expect(answer).toEqual({
      status: 409,
      message: 'Another section of the site has the path "taken".',
    });
    expect(ok(await site.admin.patch(url, { path: 'other' })).path).toBe('other');
  });

  it('sets its default site-space, and none of another section', async () => {
    const site = await createSite(world, { organization });
    const first = await site.addSection();
    const second = await site.addSection();
    const variant = await site.addSpace({ sectionId: second.id });
    const url = `${site.url}/sections/${second.id}`;
    const body = ok(await site.admin.patch(url, { defaultSiteSpace: variant.id }));
    expect(body.siteSpaces.map((siteSpace: { default: boolean }) => siteSpace.default)).toEqual([
      false,
      true,
    ]);
    const foreign = { defaultSiteSpace: first.siteSpaces[0].id };
    expect(refusal(await site.admin.patch(url, foreign)).status).toBe(400);
  });
});

describe('deleting a section', () => {
  it('hands the default on to the next one, and at the end to the one before', async () => {
    const site = await createSite(world, { organization });
    const [a, b, c] = [await site.addSection(), await site.addSection(), await site.addSection()];
    const remove = async ({ id }: { id: string }) => {
      expect((await site.admin.delete(`${site.url}/sections/${id}`)).status).toBe(204);
      return (await site.sections()).map((section: { id: string; default: boolean }) => [
        section.id,
        section.default,
      ]);
    };
    ok(await site.admin.patch(site.url, { defaultSiteSection: b.id }));
    expect(await remove(b)).toEqual([
      [a.id, false],
      [c.id, true],
    ]);
    expect(await remove(c)).toEqual([[a.id, true]]);
    expect(await remove(a)).toEqual([]);
    expect((await site.get()).siteSpaces).toBe(0);
    expect(await remove(a)).toEqual([]);
  });
});

describe('moving a section', () => {
  it('puts it before or after another one, on both surfaces', async () => {
    const site = await createSite(world, { organization });
    const [a, b, c] = ids([
      await site.addSection(),
      await site.addSection(),
      await site.addSection(),
    ]) as [string, string, string];
    const pointer = (siteSection: string) => ({ type: 'site-section', siteSection });
    const move = async (id: string, position: object) =>
      ok(await site.admin.post(`${site.url}/sections/${id}/move`, { position }));
    expect((await move(c, { before: pointer(a) })).id).toBe(c);
    expect(ids(await site.sections())).toEqual([c, a, b]);
    await move(c, { after: pointer(a) });
    expect(ids(await site.sections())).toEqual([a, c, b]);
    await move(a, { after: pointer(c), before: pointer(b) });
    expect(ids(await site.sections())).toEqual([c, a, b]);
    await move(a, { after: pointer(c) });
    expect(ids(await site.sections())).toEqual([c, a, b]);
    const data = await site.admin.query(
      /* GraphQL */ `
        mutation ($input: MoveSiteSectionInput!) {
          moveSiteSection(input: $input) {
            section {
              site {
                sections {
                  nodes {
                    id
                  }
                }
              }
            }
          }
        }
      `,
      {
        input: {
          organizationId: organization.id,
          siteId: site.id,
          siteSectionId: b,
          position: { before: c },
        },
      },
    );
    expect(ids(data.moveSiteSection.section.site.sections.nodes)).toEqual([b, c, a]);
  });

  it('refuses a place that does not exist', async () => {
    const site = await createSite(world, { organization });
    const [a, b, c] = ids([
      await site.addSection(),
      await site.addSection(),
      await site.addSection(),
    ]) as [string, string, string];
    const other = await createSite(world, { organization });
    const foreign = await other.addSection();
    const pointer = (siteSection: string) => ({ type: 'site-section', siteSection });
    const url = `${site.url}/sections/${a}/move`;
    for (const body of [
      {},
      { position: null },
      { position: {} },
      { position: { before: null } },
      { position: { before: pointer(a) } },
      { position: { before: pointer('sec_missing') } },
      { position: { after: pointer(foreign.id) } },
      { position: { after: pointer(c), before: pointer(b) } },
      { position: { after: { type: 'site-space', siteSection: b } } },
      { position: { after: b } },
      { position: { after: { siteSection: b } } },
    ]) {
      expect(refusal(await site.admin.post(url, body)).status, JSON.stringify(body)).toBe(400);
    }
    const code = await site.admin.errorCode(
      'mutation ($input: MoveSiteSectionInput!) { moveSiteSection(input: $input) { section { id } } }',
      {
        input: {
          organizationId: organization.id,
          siteId: site.id,
          siteSectionId: a,
          position: {},
        },
      },
    );
    expect(code).toBe('INVALID_POSITION');
    expect(ids(await site.sections())).toEqual([a, b, c]);
  });

  it('goes on when there is no short position left between two', async () => {
    const site = await createSite(world, { organization });
    const [first, a, b] = ids([
      await site.addSection(),
      await site.addSection(),
      await site.addSection(),
    ]) as [string, string, string];
    const { position } = await world.db.prisma.siteSection.findUniqueOrThrow({
      where: { id: first },
    });
    await world.db.prisma.siteSection.update({
      where: { id: a },
      data: { position: `${position}${'0'.repeat(400)}V` },
    });
    const pointer = { type: 'site-section', siteSection: a };
    ok(await site.admin.post(`${site.url}/sections/${b}/move`, { position: { before: pointer } }));
    expect(ids(await site.sections())).toEqual([first, b, a]);
    const rows = await world.db.prisma.siteSection.findMany({ where: { siteId: site.id } });
    for (const row of rows) expect(row.position.length).toBeLessThan(10);
  });
});

describe('changes of sections', () => {
  const mutations = {
    addSectionToSite: 'section { id }',
    updateSiteSection: 'section { id }',
    moveSiteSection: 'section { id }',
  };

  it('are for members who create, on both surfaces', async () => {
    const site = await createSite(world, { organization });
    const a = await site.addSection();
    const b = await site.addSection();
    const cast = await world.cast(organization.id);
    const key = { organizationId: organization.id, siteId: site.id };
    const pointer = { type: 'site-section', siteSection: b.id };
    const space = async () => (await world.space(organization.id)).id;
    const attempts = {
      addSectionToSite: {
        rest: async (client: Client) =>
          client.post(`${site.url}/sections`, { spaceId: await space() }),
        input: async () => ({ ...key, spaceId: await space() }),
      },
      updateSiteSection: {
        rest: (client: Client) => client.patch(`${site.url}/sections/${a.id}`, { title: 'New' }),
        input: async () => ({ ...key, siteSectionId: a.id, title: 'New' }),
      },
      moveSiteSection: {
        rest: (client: Client) =>
          client.post(`${site.url}/sections/${a.id}/move`, { position: { after: pointer } }),
        input: async () => ({ ...key, siteSectionId: a.id, position: { after: b.id } }),
      },
    };
    for (const [name, { rest, input }] of Object.entries(attempts)) {
      expect(await restOutcomes(cast, rest), name).toEqual(allowedFrom('create'));
      const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
      const selection = mutations[name as keyof typeof mutations];
      const mutation = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
      expect(
        await graphOutcomes(cast, async (client) =>
          client.errorCode(mutation, { input: await input() }),
        ),
        name,
      ).toEqual(allowedFrom('create'));
    }
  });

  it('find nothing under foreign, malformed or missing ids', async () => {
    const site = await createSite(world, { organization });
    const section = await site.addSection();
    const other = await createSite(world, { organization });
    const away = await createSite(world);
    const position = { position: { before: { type: 'site-section', siteSection: section.id } } };
    for (const url of [
      `${other.url}/sections/${section.id}`,
      `${away.url}/sections/${section.id}`,
      `/v1/orgs/${away.organizationId}/sites/${site.id}/sections/${section.id}`,
      `${site.url}/sections/${section.siteSpaces[0].id}`,
      `${site.url}/sections/sec_missing`,
      `${site.url}/sections/%00`,
    ]) {
      expect(refusal(await organization.admin.patch(url, { title: 'New' })).status, url).toBe(404);
      expect(refusal(await organization.admin.post(`${url}/move`, position)).status, url).toBe(404);
      expect((await organization.admin.delete(url)).status, url).toBe(204);
    }
    expect(await site.sections()).toHaveLength(1);
  });

  it('cannot be undone by who only reads: a deletion is refused, or does nothing', async () => {
    const site = await createSite(world, { organization });
    const section = await site.addSection();
    const url = `${site.url}/sections/${section.id}`;
    const cast = await world.cast(organization.id);
    for (const role of ['review', 'edit', 'comment', 'read'] as const) {
      expect((await cast[role].delete(url)).status, role).toBe(403);
    }
    for (const role of ['guest', 'disabled', 'stranger'] as const) {
      expect((await cast[role].delete(url)).status, role).toBe(204);
    }
    expect(await site.sections()).toHaveLength(1);
    expect((await cast.create.delete(url)).status).toBe(204);
    expect(await site.sections()).toHaveLength(0);
  });

  it('are seen by guests as far as they may view a space', async () => {
    const site = await createSite(world, { organization });
    const guest = await world.member(organization.id, null);
    const shared = await world.space(organization.id);
    await world.grant(shared.id, guest.userId, 'read');
    await site.addSection();
    const visible = await site.addSection({ spaceId: shared.id });
    await site.addSpace({ sectionId: visible.id });
    const list = ok(await guest.get(`${site.url}/sections`));
    expect(list.count).toBe(1);
    expect(list.items).toMatchObject([
      { id: visible.id, siteSpaces: [{ title: expect.any(String) }] },
    ]);
    expect(list.items[0].siteSpaces).toHaveLength(1);
  });
});
