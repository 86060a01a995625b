import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, ok, refusal } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

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
