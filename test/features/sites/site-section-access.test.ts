import { describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, ok, refusal } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

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
