import { describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, refusal } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

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
    ]) {
      expect(refusal(await organization.admin.patch(url, { path: 'new' })).status, url).toBe(404);
      expect(refusal(await organization.admin.post(`${url}/move`, position)).status, url).toBe(404);
      expect((await organization.admin.delete(url)).status, url).toBe(204);
    }
    expect(await site.siteSpaces()).toHaveLength(1);
  });
});
