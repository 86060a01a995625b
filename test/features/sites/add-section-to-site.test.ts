import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { createSite, ok, refusal } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

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
    expect(await add({ spaceId: foreign.id })).toEqual({
      status: 400,
      message: `"spaceId" names a space of another organization: "${foreign.id}".`,
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

  it('copies no title of a space that some members may not view, nor does a new site', async () => {
    const site = await createSite(world, { organization });
    const reader = await world.member(organization.id, 'read');
    const secret = { title: 'Takeover', defaultLevel: null };
    const collection = await world.collection(organization.id, { defaultLevel: null });
    const below = { title: 'Takeover', parentId: collection.id };
    for (const options of [secret, below]) {
      const space = await world.space(organization.id, options);
      await site.addSection({ spaceId: space.id });
      const body = { spaces: [space.id] };
      const other = ok(await site.admin.post(`/v1/orgs/${organization.id}/sites`, body), 201);
      expect(other.title).toBe('Untitled site');
    }
    for (const place of ['sections', 'structure']) {
      const text = JSON.stringify(ok(await reader.get(`${site.url}/${place}`)));
      expect(text).toContain('Untitled section');
      expect(text).not.toMatch(/takeover/i);
    }
    const open = await world.space(organization.id, { title: 'Guides', defaultLevel: 'read' });
    expect(await site.addSection({ spaceId: open.id })).toMatchObject({ title: 'Guides' });
    const named = await world.space(organization.id, secret);
    const given = await site.addSection({ spaceId: named.id, title: 'Board' });
    expect(given).toMatchObject({ title: 'Board', path: 'board' });
  });

  it('does not tell the title of a hidden space at the root level', async () => {
    const site = await createSite(world, { organization });
    const hidden = await world.space(organization.id, { title: 'Takeover', defaultLevel: null });
    await site.addSpace({ spaceId: hidden.id });
    const creator = await world.member(organization.id, 'create');
    const space = await world.space(organization.id, { title: 'Seen' });
    ok(await creator.post(`${site.url}/sections`, { spaceId: space.id }), 201);
    const { items } = ok(await creator.get(`${site.url}/sections`));
    expect(items.map(({ title, path }: Record<string, string>) => [title, path])).toEqual([
      ['Untitled section', 'untitled-section'],
      ['Seen', 'seen'],
    ]);
  });
});
