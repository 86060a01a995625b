import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

const deleteSite = /* GraphQL */ `
  mutation ($input: DeleteSiteInput!) {
    deleteSite(input: $input) {
      deletedSiteId
    }
  }
`;

describe('deleting a site', () => {
  it('takes all that is below it along, but no space', async () => {
    const site = await createSite(world, { organization });
    const space = await world.space(organization.id);
    const section = await site.addSection({ spaceId: space.id });
    const { status, body } = await organization.admin.delete(site.url);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect((await organization.admin.get(site.url)).status).toBe(404);
    expect(await world.db.prisma.siteSection.count({ where: { id: section.id } })).toBe(0);
    expect(await world.db.prisma.siteSpace.count({ where: { siteId: site.id } })).toBe(0);
    expect((await organization.admin.get(`/v1/spaces/${space.id}`)).status).toBe(200);
  });

  it('answers the id on GraphQL, and succeeds when nothing is there', async () => {
    const site = await createSite(world, { organization });
    const input = { organizationId: organization.id, siteId: site.id };
    for (let time = 0; time < 2; time += 1) {
      const data = await organization.admin.query(deleteSite, { input });
      expect(data).toEqual({ deleteSite: { deletedSiteId: site.id } });
    }
    expect((await organization.admin.delete(site.url)).status).toBe(204);
  });

  it('does nothing for those who cannot see it, and is refused to those who cannot change it', async () => {
    const site = await createSite(world, { organization });
    const cast = await world.cast(organization.id);
    const other = await world.organization();
    const input = { organizationId: organization.id, siteId: site.id };
    for (const role of ['review', 'edit', 'comment', 'read'] as const) {
      expect((await cast[role].delete(site.url)).status, role).toBe(403);
      expect(await cast[role].errorCode(deleteSite, { input }), role).toBe('FORBIDDEN');
    }
    for (const role of ['guest', 'disabled', 'stranger'] as const) {
      expect((await cast[role].delete(site.url)).status, role).toBe(204);
      expect(await cast[role].errorCode(deleteSite, { input }), role).toBeUndefined();
    }
    const foreign = `/v1/orgs/${other.id}/sites/${site.id}`;
    expect((await other.admin.delete(foreign)).status).toBe(204);
    expect((await world.anonymous().delete(site.url)).status).toBe(401);
    expect((await organization.admin.get(site.url)).status).toBe(200);
    expect((await cast.create.delete(site.url)).status).toBe(204);
    expect((await organization.admin.get(site.url)).status).toBe(404);
  });
});
