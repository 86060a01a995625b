import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';

const world = useWorld();
let organization: { id: string; admin: Client };

beforeAll(async () => {
  organization = await world.organization('Example');
});

const url = () => `/v1/orgs/${organization.id}`;

describe('reading an organization', () => {
  it('shows all that the interface requires, and the bill to its admins', async () => {
    const { status, body } = await organization.admin.get(url());
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'organization',
      id: organization.id,
      title: 'Example',
      createdAt: expect.any(String),
      emailDomains: [],
      type: 'business',
      defaultRole: null,
      sso: false,
      ai: true,
      inviteLinks: true,
      plan: 'pro_2024',
      billing: {
        interval: 'monthly',
        endDate: null,
        hasPaymentFailed: false,
        isScheduledToCancel: false,
        pricing: {
          members: { plus_2024: { monthly: 8, yearly: 80 }, pro_2024: expect.any(Object) },
          sites: { premium: expect.any(Object), ultimate: expect.any(Object) },
        },
        usageAddons: {
          ai_responses: { enabled: false },
          ai_agent_responses: { enabled: false },
          translation_words: { enabled: false },
        },
      },
      urls: {
        location: `${baseUrl}/v1/orgs/${organization.id}`,
        app: `${baseUrl}/o/${organization.id}`,
      },
      trial: { status: 'notapplicable' },
      internal_isOnNewTrial: true,
      permissions: {
        view: true,
        admin: true,
        ownTeam: false,
        createContent: true,
        createOpenAPISpec: true,
        ingestConversations: true,
        viewBilling: true,
        listMembers: true,
        listTeams: true,
        listIntegrations: true,
        listInstallations: true,
      },
    });
  });

  it('keeps the bill from everybody else', async () => {
    const creator = await world.member(organization.id, 'create');
    const { body } = await creator.get(url());
    expect(body).not.toHaveProperty('billing');
    const query = 'query ($id: ID!) { organization(id: $id) { billing { interval } } }';
    expect(await creator.query(query, { id: organization.id })).toEqual({
      organization: { billing: null },
    });
  });

  it.each([
    ['create', { createContent: true, listIntegrations: true, listMembers: true, admin: false }],
    ['edit', { createContent: false, listIntegrations: false, listMembers: true, admin: false }],
    [null, { createContent: false, listIntegrations: false, listMembers: false, view: true }],
  ] as const)('shows flags by role: %s', async (role, flags) => {
    const member = await world.member(organization.id, role);
    const { body } = await member.get(url());
    expect(body.permissions).toMatchObject(flags);
  });

  it('names the default content to members, but no site to guests', async () => {
    await world.db.prisma.site.create({
      data: { id: 'site_default', organizationId: organization.id, title: 'Docs' },
    });
    await organization.admin.patch(url(), {
      defaultContent: { type: 'site', site: 'site_default' },
    });
    const reader = await world.member(organization.id, 'read');
    const guest = await world.member(organization.id, null);
    const expected = { type: 'site', site: 'site_default' };
    expect((await reader.get(url())).body.defaultContent).toEqual(expected);
    expect((await guest.get(url())).body).not.toHaveProperty('defaultContent');
    const cleared = await organization.admin.patch(url(), { defaultContent: null });
    expect(cleared).toMatchObject({ status: 200 });
    expect((await reader.get(url())).body).not.toHaveProperty('defaultContent');
  });

  it('does not exist for strangers', async () => {
    const stranger = await world.user();
    expect((await stranger.get(url())).status).toBe(404);
    expect((await stranger.get('/v1/orgs')).body).toEqual({ count: 0, items: [] });
  });

  it('is listed for its members, oldest first', async () => {
    const member = await world.member(organization.id, 'read');
    const second = await world.organization();
    await world.db.prisma.member.create({
      data: { organizationId: second.id, userId: member.userId, role: null },
    });
    const { body } = await member.get('/v1/orgs');
    expect(body.count).toBe(2);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([organization.id, second.id]);
  });
});
