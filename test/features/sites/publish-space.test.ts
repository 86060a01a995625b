import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { createSite, ok } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

/** A published site that shows the space second. */
async function publish(spaceId: string, visibility: string) {
  const site = await createSite(world, { organization, body: { visibility } });
  await site.addSpace();
  const siteSpace = await site.addSpace({ spaceId });
  await site.publish();
  return { id: site.id, url: `${baseUrl}/s/${site.id}`, path: siteSpace.path };
}

const urlsOf = async (spaceId: string, query = '') =>
  ok(await organization.admin.get(`/v1/spaces/${spaceId}${query}`)).urls;

describe('the published address of a space', () => {
  it('is that on the published site with the widest audience', async () => {
    const { id } = await world.space(organization.id);
    const draft = await createSite(world, { organization });
    await draft.addSpace({ spaceId: id });
    expect(Object.keys(await urlsOf(id))).not.toContain('published');
    const closed = await publish(id, 'visitor-auth');
    expect(await urlsOf(id)).toMatchObject({ published: `${closed.url}/${closed.path}` });
    expect(Object.keys(await urlsOf(id))).not.toContain('public');
    const open = await publish(id, 'public');
    const address = `${open.url}/${open.path}`;
    expect(await urlsOf(id)).toMatchObject({ published: address, public: address });
    expect((await organization.admin.delete(`/v1/spaces/${id}`)).status).toBe(204);
    for (const key of ['published', 'public']) expect(await urlsOf(id)).not.toHaveProperty(key);
  });

  it('of a share-link site needs the key of an active link', async () => {
    const { id } = await world.space(organization.id);
    const site = await publish(id, 'share-link');
    await world.db.prisma.shareLink.create({
      data: { id: 'shl_1', siteId: site.id, name: 'Link', key: 'let-me-in' },
    });
    const opened = await urlsOf(id, '?shareKey=let-me-in');
    expect(opened.published).toBe(`${site.url}/let-me-in/${site.path}`);
    expect(opened).not.toHaveProperty('public');
    for (const query of ['', '?shareKey=', '?shareKey=wrong']) {
      expect(await urlsOf(id, query), query).not.toHaveProperty('published');
    }
    await world.db.prisma.shareLink.updateMany({ data: { active: false } });
    expect(await urlsOf(id, '?shareKey=let-me-in')).not.toHaveProperty('published');
  });

  it.each(['site-space', 'section'])(
    'on a public site is for nobody without claims when its %s has a condition',
    async (conditional) => {
      const { id } = await world.space(organization.id);
      const site = await createSite(world, { organization });
      const section = await site.addSection({ spaceId: id });
      const [siteSpace] = section.siteSpaces;
      await site.publish();
      const readers = [
        await world.user(),
        await world.member(organization.id, null),
        organization.admin,
      ];
      const outcomes = async () => ({
        rest: await Promise.all(
          readers.map(async (reader) => (await reader.get(`/v1/spaces/${id}/content`)).status),
        ),
        graph: await Promise.all(
          readers.map(async (reader) => {
            const query = 'query ($id: ID!) { node(id: $id) { id } space(id: $id) { id } }';
            const { node, space } = await reader.query(query, { id });
            return node?.id === id && space?.id === id;
          }),
        ),
      });
      const everybody = { rest: [200, 200, 200], graph: [true, true, true] };
      const members = { rest: [404, 404, 200], graph: [false, false, true] };
      expect(await outcomes()).toEqual(everybody);
      expect(await urlsOf(id)).toHaveProperty('public');

      const part =
        conditional === 'section' ? `sections/${section.id}` : `site-spaces/${siteSpace.id}`;
      const setCondition = async (condition: string | null) =>
        ok(await organization.admin.patch(`${site.url}/${part}`, { condition }));
      await setCondition('visitor.claims.isStaff');
      expect(await outcomes()).toEqual(members);
      const space = ok(await organization.admin.get(`/v1/spaces/${id}`));
      expect(space).toMatchObject({
        visibility: 'visitor-auth',
        urls: { published: expect.any(String) },
      });
      expect(space.urls).not.toHaveProperty('public');

      await setCondition(null);
      expect(await outcomes()).toEqual(everybody);
    },
  );

  it('takes one statement for a whole list', async () => {
    const statements = await world.statements(() =>
      organization.admin.query(
        'query ($id: ID!) { organization(id: $id) { spaces { nodes { urls { published public } } } } }',
        { id: organization.id },
      ),
    );
    // The token, the organization with its spaces, their publications.
    expect(statements).toHaveLength(3);
  });
});

describe('how visitors of a space prove who they are', () => {
  const graphQuery = 'query ($id: ID!) { space(id: $id) { visitorAuth { backend } } }';
  const authOf = async (spaceId: string) => {
    const { visitorAuth } = ok(await organization.admin.get(`/v1/spaces/${spaceId}`));
    const { space } = await organization.admin.query(graphQuery, { id: spaceId });
    expect(space.visitorAuth?.backend.toLowerCase()).toEqual(visitorAuth?.backend);
    return visitorAuth;
  };

  it('is what the site says that shows it to those with a token, and nothing elsewhere', async () => {
    const { id } = await world.space(organization.id);
    expect(await authOf(id)).toBeUndefined();
    const site = await publish(id, 'visitor-auth');
    expect(await authOf(id)).toEqual({ backend: 'custom' });
    const path = `/v1/orgs/${organization.id}/sites/${site.id}/publishing/auth`;
    ok(await organization.admin.patch(path, { backend: 'integration' }));
    expect(await authOf(id)).toEqual({ backend: 'integration' });
    ok(await organization.admin.post(`/v1/orgs/${organization.id}/sites/${site.id}/unpublish`));
    expect(await authOf(id)).toBeUndefined();
  });

  it('is nothing once a site shows it to everybody, or it is deleted', async () => {
    const [open, deleted] = [
      await world.space(organization.id),
      await world.space(organization.id),
    ];
    for (const { id } of [open, deleted]) await publish(id, 'visitor-auth');
    await publish(open.id, 'unlisted');
    expect(await authOf(open.id)).toBeUndefined();
    expect((await organization.admin.delete(`/v1/spaces/${deleted.id}`)).status).toBe(204);
    expect(await authOf(deleted.id)).toBeUndefined();
  });
});
