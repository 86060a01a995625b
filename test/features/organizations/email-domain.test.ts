import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let organization: { id: string; admin: Client };
/** Whose e-mail address is of the domain, which the test gives them. */
let colleague: Client;
let stranger: Client;

const DOMAIN = 'acme.example';

beforeAll(async () => {
  organization = await world.organization('Acme');
  await organization.admin.patch(`/v1/orgs/${organization.id}`, {
    emailDomains: ['Acme.Example', 'other.example'],
  });
  colleague = await userOf('Acme.EXAMPLE');
  stranger = await world.user();
});

async function userOf(domain: string): Promise<Client> {
  const client = await world.user();
  await world.db.prisma.user.update({
    where: { id: client.userId },
    data: { email: `${client.userId}@${domain}` },
  });
  return client;
}

async function found(client: Client, domain = DOMAIN): Promise<string[]> {
  const { status, body } = await client.get(`/v1/email-domains/${domain}/orgs`);
  expect({ status, keys: Object.keys(body) }).toEqual({ status: 200, keys: ['organizations'] });
  return body.organizations.map(({ id }: { id: string }) => id);
}

const byEmailDomain = /* GraphQL */ `
  query ($emailDomain: String!) {
    emailDomain(emailDomain: $emailDomain) {
      name
      organizations {
        totalCount
        nodes {
          title
          permissions {
            view
          }
          billing {
            interval
          }
          members {
            totalCount
          }
        }
      }
    }
  }
`;

describe('the organizations of an e-mail domain', () => {
  it('are found by their members and by those who may join, in any case', async () => {
    const guest = await world.member(organization.id, null);
    for (const client of [organization.admin, guest, colleague]) {
      expect(await found(client)).toEqual([organization.id]);
      expect(await found(client, 'ACME.example')).toEqual([organization.id]);
    }
  });

  it('are found by nobody of another domain, not even by a longer or shorter one', async () => {
    for (const domain of ['other.example', `x${DOMAIN}`, 'cme.example', `sub.${DOMAIN}`]) {
      const client = await userOf(domain);
      expect(await found(client)).toEqual(domain === 'other.example' ? [organization.id] : []);
    }
    expect(await found(stranger)).toEqual([]);
    expect(await stranger.query(byEmailDomain, { emailDomain: DOMAIN })).toEqual({
      emailDomain: { name: DOMAIN, organizations: { totalCount: 0, nodes: [] } },
    });
  });

  it('are none for a domain that nobody lists', async () => {
    expect(await found(organization.admin, 'nobody.example')).toEqual([]);
  });

  it('show one who may join nothing but what the organization says of itself', async () => {
    const { emailDomain } = await colleague.query(byEmailDomain, {
      emailDomain: DOMAIN.toUpperCase(),
    });
    expect(emailDomain).toEqual({
      name: DOMAIN,
      organizations: {
        totalCount: 1,
        nodes: [
          {
            title: 'Acme',
            permissions: { view: false },
            billing: null,
            members: { totalCount: 0 },
          },
        ],
      },
    });
    expect((await colleague.get(`/v1/orgs/${organization.id}`)).status).toBe(404);
  });

  it('leave out those that enforce single sign-on or are blocked, but for members', async () => {
    const { id, admin } = await world.organization();
    const domain = 'closed.example';
    const outsider = await userOf(domain);
    await admin.patch(`/v1/orgs/${id}`, { emailDomains: [domain], sso: true });
    expect(await found(outsider, domain)).toEqual([]);
    expect(await found(admin, domain)).toEqual([id]);
    await world.db.prisma.organization.update({
      where: { id },
      data: { sso: false, blockedReason: 'security' },
    });
    expect(await found(outsider, domain)).toEqual([]);
    const { body } = await admin.get(`/v1/email-domains/${domain}/orgs`);
    expect(body.organizations[0].blocked).toEqual({ reason: 'security' });
  });

  it('leave out those that the viewer is disabled in', async () => {
    const disabled = await userOf(DOMAIN);
    await world.db.prisma.member.create({
      data: { organizationId: organization.id, userId: disabled.userId, disabled: true },
    });
    expect(await found(disabled)).toEqual([]);
  });

  it.each(['a@b.example', 'a b', 'x'.repeat(300), 'a..b', '-'])(
    'are refused by name for what is no domain: %j',
    async (text) => {
      const url = `/v1/email-domains/${encodeURIComponent(text)}/orgs`;
      const { status, body } = await colleague.get(url);
      expect(status).toBe(400);
      expect(body.error.message).toContain('"emailDomain"');
    },
  );

  it('are read in as many statements for many as for one', async () => {
    const domain = 'many.example';
    const member = await userOf(domain);
    const list = () => world.statements(() => member.get(`/v1/email-domains/${domain}/orgs`));
    const add = async (count: number) => {
      for (let made = 0; made < count; made += 1) {
        const { id, admin } = await world.organization();
        await admin.patch(`/v1/orgs/${id}`, { emailDomains: [domain] });
      }
    };
    await add(1);
    await list();
    const few = await list();
    await add(9);
    expect(await found(member, domain)).toHaveLength(10);
    expect((await list()).length).toBe(few.length);
  });
});
