import { describe, expect, it } from 'vitest';
import { sql } from '../../../src/database/database.ts';
import { newId } from '../../../src/lib/id.ts';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { eventually } from '../../support/eventually.ts';

const world = useWorld();
const organization = useOrganization(world);

const updateOrganization = /* GraphQL */ `
  mutation ($input: UpdateOrganizationInput!) {
    updateOrganization(input: $input) {
      organization {
        id
        title
        emailDomains
        inviteLinks
      }
    }
  }
`;

describe('updating an organization', () => {
  it('changes on /v1 what the graph shows', async () => {
    const { status, body } = await organization.admin.patch(`/v1/orgs/${organization.id}`, {
      title: 'Renamed',
      emailDomains: ['example.com'],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'organization', title: 'Renamed' });
    const data = await organization.admin.query(
      'query ($id: ID!) { organization(id: $id) { title } }',
      {
        id: organization.id,
      },
    );
    expect(data).toEqual({ organization: { title: 'Renamed' } });
  });

  it('leaves what is omitted, on both surfaces', async () => {
    await organization.admin.patch(`/v1/orgs/${organization.id}`, { title: 'Kept' });
    const data = await organization.admin.query(updateOrganization, {
      input: { organizationId: organization.id, inviteLinks: false },
    });
    expect(data.updateOrganization.organization).toMatchObject({
      title: 'Kept',
      inviteLinks: false,
    });
  });

  it('refuses a title that is too short, and names the field and the limit', async () => {
    const { status, body } = await organization.admin.patch(`/v1/orgs/${organization.id}`, {
      title: 'x',
    });
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: { code: 400, message: '"title" must have at least 2 characters.' } },
    });
  });

  it.each([
    [{ title: 'x'.repeat(256) }, '"title" must have at most 255 characters.'],
    [{ hostname: 'ab' }, '"hostname" must have at least 3 characters.'],
    [{ hostname: 'a'.repeat(33) }, '"hostname" must have at most 32 characters.'],
    [{ hostname: '-abc' }, '"hostname"'],
    [{ hostname: 'Docs' }, '"hostname"'],
    [{ logo: 'no address' }, '"logo"'],
    [{ logo: 'ftp://example.com/logo.png' }, '"logo"'],
    [
      { logo: `https://example.com/${'x'.repeat(2048)}` },
      '"logo" must have at most 2048 characters.',
    ],
    [{ defaultRole: 'owner' }, '"defaultRole" must be one of'],
    [{ defaultContent: { type: 'space', space: 'x' } }, '"defaultContent"'],
    [{ emailDomains: ['no domain'] }, '"emailDomains.0"'],
    [{ emailDomains: ['ok.example', `${'x'.repeat(256)}.example`] }, '"emailDomains.1"'],
    [{ emailDomains: Array.from({ length: 101 }, () => 'x.example') }, 'at most 100 items.'],
    [{ sso: 'yes' }, '"sso"'],
    [{ ai: 1 }, '"ai"'],
    [{ inviteLinks: 'no' }, '"inviteLinks"'],
    [{ plan: 'internal' }, '"plan"'],
  ])('refuses what is beyond a limit, and names it: %#', async (change, message) => {
    const { admin, id } = organization;
    const before = (await admin.get(`/v1/orgs/${id}`)).body;
    const { status, body } = await admin.patch(`/v1/orgs/${id}`, { ai: true, ...change });
    expect(status).toBe(400);
    expect(body.error.message).toContain(message);
    expect((await admin.get(`/v1/orgs/${id}`)).body).toEqual(before);
  });

  it('keeps e-mail domains in lower case, as they mean the same in any', async () => {
    const { body } = await organization.admin.patch(`/v1/orgs/${organization.id}`, {
      emailDomains: ['Example.COM', 'a.example'],
    });
    expect(body.emailDomains).toEqual(['example.com', 'a.example']);
  });

  it('refuses null where a value is needed', async () => {
    const { status } = await organization.admin.patch(`/v1/orgs/${organization.id}`, {
      title: null,
    });
    expect(status).toBe(400);
    const code = await organization.admin.errorCode(updateOrganization, {
      input: { organizationId: organization.id, title: null },
    });
    expect(code).toBe('BAD_USER_INPUT');
  });

  it('tells null from what is omitted, where null clears', async () => {
    const url = `/v1/orgs/${organization.id}`;
    const { admin } = organization;
    await admin.patch(url, { logo: 'https://example.com/logo.png', defaultRole: 'edit' });
    const kept = await admin.patch(url, { title: 'Logo' });
    expect(kept.body).toMatchObject({
      defaultRole: 'edit',
      urls: { logo: 'https://example.com/logo.png' },
    });
    const cleared = await admin.patch(url, { logo: null, defaultRole: null });
    expect(cleared.body.defaultRole).toBeNull();
    expect(cleared.body.urls).not.toHaveProperty('logo');
  });

  it('takes only a site of its own as default content', async () => {
    const other = await world.organization();
    const id = newId('Site');
    await world.db.prisma.site.create({
      data: { id, organizationId: other.id, title: 'Elsewhere' },
    });
    const defaultContent = { type: 'site', site: id };
    const { status, body } = await organization.admin.patch(`/v1/orgs/${organization.id}`, {
      defaultContent,
    });
    expect(status).toBe(400);
    expect(body.error.message).toContain('"defaultContent.site"');
    const own = await other.admin.patch(`/v1/orgs/${other.id}`, { defaultContent });
    expect(own.body.defaultContent).toEqual(defaultContent);
  });

  it('refuses a hostname that another organization has', async () => {
    const other = await world.organization();
    const hostname = 'taken-name';
    expect((await other.admin.patch(`/v1/orgs/${other.id}`, { hostname })).status).toBe(200);
    const { status, body } = await organization.admin.patch(`/v1/orgs/${organization.id}`, {
      hostname,
    });
    expect({ status, message: body.error.message }).toEqual({
      status: 409,
      message:
        'The hostname "taken-name" is already used by another organization. Choose a different one.',
    });
  });

  it('answers CONFLICT when the new default site is deleted meanwhile', async () => {
    const { id } = await world.db.prisma.site.create({
      data: { id: newId('Site'), organizationId: organization.id, title: 'Short-lived' },
    });
    const answer = await world.db.prisma.$transaction(async (deletion) => {
      await deletion.site.delete({ where: { id } });
      const change = organization.admin.patch(`/v1/orgs/${organization.id}`, {
        defaultContent: { type: 'site', site: id },
      });
      await eventually(async () => {
        const waiting = await world.db.query(
          sql`SELECT FROM pg_stat_activity
            WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        );
        expect(waiting).toHaveLength(1);
      });
      return { change };
    });
    const { status, body } = await answer.change;
    expect({ status, message: body.error.message }).toEqual({
      status: 409,
      message:
        'A resource that the request refers to was deleted at the same time: look for it, and choose another.',
    });
  });

  it('is for admins on both surfaces', async () => {
    const cast = await world.cast(organization.id);
    const expected = { ...allowedFrom('admin'), guest: 403 };
    const change = { title: 'By an admin' };
    const rest = await restOutcomes(cast, (client) =>
      client.patch(`/v1/orgs/${organization.id}`, change),
    );
    expect(rest).toEqual(expected);
    const input = { organizationId: organization.id, ...change };
    const graph = await graphOutcomes(cast, (client) =>
      client.errorCode(updateOrganization, { input }),
    );
    expect(graph).toEqual(expected);
  });

  it('is for admins, and the organization does not exist for strangers', async () => {
    const creator = await world.member(organization.id, 'create');
    const stranger = await world.user();
    const change = { title: 'Taken over' };
    expect((await creator.patch(`/v1/orgs/${organization.id}`, change)).status).toBe(403);
    expect((await stranger.patch(`/v1/orgs/${organization.id}`, change)).status).toBe(404);
  });
});
