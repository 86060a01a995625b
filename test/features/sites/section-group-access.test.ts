import { describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, ok, refusal } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

describe('changes of section groups', () => {
  it('are for members who create, on both surfaces', async () => {
    const site = await createSite(world, { organization });
    const section = await site.addSection();
    const group = await site.addGroup([section.id]);
    const url = `${site.url}/section-groups`;
    const cast = await world.cast(organization.id);
    const key = { organizationId: organization.id, siteId: site.id };
    const ofGroup = { ...key, siteSectionGroupId: group.id };
    const other = await site.addSection();
    const pointer = { type: 'site-section', id: other.id };
    const after = { after: { siteSection: other.id } };
    const attempts = {
      addSectionGroupToSite: {
        rest: (client: Client) => client.post(url, { title: 'New' }),
        input: { ...key, title: 'New' },
        selection: 'sectionGroup { id }',
      },
      updateSiteSectionGroup: {
        rest: (client: Client) => client.patch(`${url}/${group.id}`, { title: 'New' }),
        input: { ...ofGroup, title: 'New' },
        selection: 'sectionGroup { id }',
      },
      addSectionToSiteSectionGroup: {
        rest: (client: Client) =>
          client.post(`${url}/${group.id}/sections`, { sectionId: section.id }),
        input: { ...ofGroup, sectionId: section.id },
        selection: 'sectionGroup { id }',
      },
      moveSiteSectionGroup: {
        rest: (client: Client) =>
          client.post(`${url}/${group.id}/move`, { position: { after: pointer } }),
        input: { ...ofGroup, position: after },
        selection: 'sectionGroup { id }',
      },
      sortSiteStructure: {
        rest: (client: Client) =>
          client.patch(`${site.url}/structure/sort`, {
            item: { type: 'site-section-group', id: group.id },
            position: { after: pointer },
          }),
        input: { ...key, item: { siteSectionGroup: group.id }, position: after },
        selection: 'item { __typename }',
      },
    };
    for (const [name, { rest, input, selection }] of Object.entries(attempts)) {
      expect(await restOutcomes(cast, rest), name).toEqual(allowedFrom('create'));
      const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
      const mutation = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
      expect(
        await graphOutcomes(cast, (client) => client.errorCode(mutation, { input })),
        name,
      ).toEqual(allowedFrom('create'));
    }
  });

  it('cannot be undone by who only reads: a deletion is refused, or does nothing', async () => {
    const site = await createSite(world, { organization });
    const section = await site.addSection();
    const group = await site.addGroup([section.id]);
    const url = `${site.url}/section-groups/${group.id}`;
    const cast = await world.cast(organization.id);
    for (const target of [`${url}/sections/${section.id}`, url]) {
      for (const role of ['review', 'edit', 'comment', 'read'] as const) {
        expect((await cast[role].delete(target)).status, role).toBe(403);
      }
      for (const role of ['guest', 'disabled', 'stranger'] as const) {
        expect((await cast[role].delete(target)).status, role).toBe(204);
      }
    }
    expect(await site.structure()).toEqual([[section.id]]);
    expect((await cast.create.delete(`${url}/sections/${section.id}`)).status).toBe(204);
    expect((await cast.create.delete(url)).status).toBe(204);
    expect(await site.structure()).toEqual([section.id]);
  });

  it('find nothing under foreign, malformed or missing ids', async () => {
    const site = await createSite(world, { organization });
    const group = await site.addGroup();
    const other = await createSite(world, { organization });
    const away = await createSite(world);
    for (const url of [
      `${other.url}/section-groups/${group.id}`,
      `${away.url}/section-groups/${group.id}`,
      `/v1/orgs/${away.organizationId}/sites/${site.id}/section-groups/${group.id}`,
      `${site.url}/section-groups/grp_missing`,
    ]) {
      expect(refusal(await organization.admin.patch(url, { title: 'New' })).status, url).toBe(404);
      expect((await organization.admin.delete(url)).status, url).toBe(204);
    }
    expect(await site.groups()).toHaveLength(1);
  });
});

describe('section groups', () => {
  it('exist for guests as far as they may view a space in them, counts included', async () => {
    const site = await createSite(world, { organization });
    const guest = await world.member(organization.id, null);
    const shared = await world.space(organization.id);
    await world.grant(shared.id, guest.userId, 'read');
    const hidden = await site.addSection();
    const visible = await site.addSection({ spaceId: shared.id });
    const alone = await site.addSection();
    const group = await site.addGroup([hidden.id, visible.id], 'Both');
    const hiddenGroup = await site.addGroup([alone.id], 'Hidden');
    await site.addGroup([], 'Empty');

    const list = ok(await guest.get(`${site.url}/section-groups`));
    expect(list.count).toBe(1);
    expect(list.items).toHaveLength(1);
    expect(list.items[0]).toMatchObject({ id: group.id, sections: [{ id: visible.id }] });
    expect(list.items[0].sections).toHaveLength(1);
    const { structure } = ok(await guest.get(`${site.url}/structure`));
    expect(structure).toEqual(list.items);
    const node = await guest.query('query ($id: ID!) { node(id: $id) { id } }', {
      id: hiddenGroup.id,
    });
    expect(node.node).toBeNull();
    const reader = await world.member(organization.id, 'read');
    expect(ok(await reader.get(`${site.url}/section-groups`)).count).toBe(3);
  });
});
