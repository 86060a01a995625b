import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import { certificate, certificatePem, unusableCertificates } from '../../support/certificate.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let teamId: string;

beforeAll(async () => {
  teamId = await createTeam(organization.id);
});

const url = () => `/v1/orgs/${organization.id}/saml`;

async function createTeam(organizationId: string): Promise<string> {
  const { id } = await world.db.prisma.team.create({
    data: { id: newId('Team'), organizationId, title: 'Everybody' },
  });
  return id;
}

const complete = () => ({
  label: 'Company login',
  entityID: 'https://login.example.com',
  certificate: certificatePem,
  ssoURL: 'https://login.example.com/sso?tenant=1',
  defaultTeam: teamId,
  defaultRole: 'read',
});

async function created(body: object = complete()): Promise<{ id: string; url: string }> {
  const answer = await organization.admin.post(url(), body);
  if (answer.status !== 201) throw new Error(`The creation answers ${answer.status}.`);
  return { id: answer.body.id, url: `${url()}/${answer.body.id}` };
}

/** Guests see the organization, and get 403 where others see what they may not do. */
const adminsOnly = { ...allowedFrom('admin'), guest: 403 } as const;

const createProvider = /* GraphQL */ `
  mutation ($input: CreateSAMLProviderInput!) {
    createSAMLProvider(input: $input) {
      samlProvider {
        label
        ssoURL
        entityID
        certificate
        status
        defaultRole
        defaultTeam {
          id
        }
        organization {
          id
        }
      }
    }
  }
`;
const updateProvider =
  'mutation ($input: UpdateSAMLProviderInput!) { updateSAMLProvider(input: $input) { samlProvider { id label } } }';
const deleteProvider =
  'mutation ($input: DeleteSAMLProviderInput!) { deleteSAMLProvider(input: $input) { deletedSAMLProviderId } }';

describe('creating a SAML provider', () => {
  it('shows all that the interface requires, and where it is', async () => {
    const { status, body, headers } = await organization.admin.post(url(), complete());
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        object: 'saml-provider',
        id: expect.stringMatching(/^saml_/),
        label: 'Company login',
        entityID: 'https://login.example.com',
        certificate: certificatePem,
        ssoURL: 'https://login.example.com/sso?tenant=1',
        defaultTeam: expect.objectContaining({ object: 'team', id: teamId }),
        defaultRole: 'read',
        createdAt: expect.any(String),
        status: 'active',
        service: {
          acsURL: `${baseUrl}/saml/${body.id}/acs`,
          startURL: `${baseUrl}/saml/${body.id}/login`,
          entityID: `${baseUrl}/saml/${body.id}/metadata`,
        },
        urls: { location: `${baseUrl}${url()}/${body.id}` },
      },
    });
    expect(headers['location']).toBe(body.urls.location);
  });

  it('has a label without blanks around it', async () => {
    const { url: address } = await created({ ...complete(), label: ' Company login\n' });
    expect((await organization.admin.get(address)).body.label).toBe('Company login');
    await organization.admin.patch(address, { label: '  Other  ' });
    expect((await organization.admin.get(address)).body.label).toBe('Other');
  });

  it('needs a label only, and is pending then; the role is null for guests', async () => {
    const input = { organizationId: organization.id, label: 'Soon' };
    const data = await organization.admin.query(createProvider, { input });
    expect(data.createSAMLProvider.samlProvider).toEqual({
      label: 'Soon',
      entityID: '',
      ssoURL: null,
      certificate: '',
      status: 'PENDING',
      defaultRole: null,
      defaultTeam: null,
      organization: { id: organization.id },
    });
    const { url: address } = await created({ label: 'Soon' });
    const { body } = await organization.admin.get(address);
    expect(body).toMatchObject({ status: 'pending' });
    expect(body).not.toHaveProperty('ssoURL');
    expect(body).not.toHaveProperty('defaultTeam');
  });

  it('is for admins on both surfaces', async () => {
    const body = { label: 'By an admin' };
    expect(await restOutcomes(cast, (client) => client.post(url(), body))).toEqual(adminsOnly);
    const input = { organizationId: organization.id, ...body };
    const graph = await graphOutcomes(cast, (client) =>
      client.errorCode(createProvider, { input }),
    );
    expect(graph).toEqual(adminsOnly);
  });

  it.each([
    [{ label: '' }, '"label" must have at least 1 character.'],
    [{ label: ' \t ' }, '"label" must have at least 1 character.'],
    [{ label: 'One\ntwo' }, '"label" must be on one line.'],
    [{ label: 'One\u2028two' }, '"label" must be on one line.'],
    [{ label: 'x'.repeat(31) }, '"label" must have at most 30 characters.'],
    [{ entityID: 'x'.repeat(1025) }, '"entityID" must have at most 1024 characters.'],
    [{ certificate: 'x'.repeat(10_001) }, '"certificate" must have at most 10000 characters.'],
    [{ certificate: 'no certificate' }, '"certificate" must be an X.509 certificate'],
    [{ certificate: btoa('no certificate') }, '"certificate" must be an X.509 certificate'],
    [{ certificate: certificatePem.slice(0, 200) }, '"certificate" must be an X.509 certificate'],
    [
      { certificate: `${certificatePem}${certificatePem.slice(0, 200)}` },
      '"certificate" must be an X.509 certificate',
    ],
    [{ ssoURL: 'login' }, '"ssoURL" must be a valid url.'],
    [{ ssoURL: 'ldap://login.example.com' }, '"ssoURL" must be a valid url.'],
    [
      { ssoURL: `https://login.example.com/${'x'.repeat(2048)}` },
      '"ssoURL" must have at most 2048',
    ],
    [{ defaultTeam: 'team_unknown' }, '"defaultTeam" must be a team of the organization.'],
    [{ defaultRole: 'owner' }, '"defaultRole" must be one of'],
    [{ entityID: null }, '"entityID" must not be null'],
  ])('refuses %o', async (change, message) => {
    const { status, body } = await organization.admin.post(url(), { ...complete(), ...change });
    expect(status).toBe(400);
    expect(body.error.message).toContain(message);
  });

  it('takes a certificate as PEM and as bare Base64, with line breaks or without', async () => {
    for (const text of [
      certificatePem,
      `of 2026\n${certificatePem}of 2027\n${certificatePem}`,
      certificate,
      certificate.replaceAll(/(.{64})/g, '$1\r\n'),
    ]) {
      const answer = await organization.admin.post(url(), { label: 'Any', certificate: text });
      expect(answer).toMatchObject({ status: 201, body: { certificate: text } });
      await organization.admin.delete(`${url()}/${answer.body.id}`);
    }
  });

  it.each(Object.entries(unusableCertificates))(
    'refuses %s, alone and as one of several',
    async (_name, unusable) => {
      const pem = `-----BEGIN CERTIFICATE-----\n${unusable}\n-----END CERTIFICATE-----\n`;
      for (const text of [unusable, `${certificatePem}${pem}`]) {
        const answer = await organization.admin.post(url(), { label: 'Any', certificate: text });
        expect(answer.status).toBe(400);
        expect(answer.body.error.message).toContain(
          '"certificate" must have an RSA key of at least',
        );
      }
    },
  );

  it('takes no team of another organization', async () => {
    const other = await world.organization();
    const defaultTeam = await createTeam(other.id);
    const { status } = await organization.admin.post(url(), { label: 'Any', defaultTeam });
    expect(status).toBe(400);
  });

  it('refuses more than an organization can have, two at once too', async () => {
    const full = await world.organization();
    await world.db.prisma.samlProvider.createMany({
      data: Array.from({ length: 49 }, () => ({
        id: newId('SAMLProvider'),
        organizationId: full.id,
        label: 'One of many',
      })),
    });
    const answers = await Promise.all(
      ['One', 'Two'].map((label) => full.admin.post(`/v1/orgs/${full.id}/saml`, { label })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });
});

describe('reading SAML providers', () => {
  const everybody = {
    read: 'ok',
    comment: 'ok',
    edit: 'ok',
    review: 'ok',
    create: 'ok',
    admin: 'ok',
  };

  it('is for every member but guests, on both surfaces', async () => {
    const provider = await created();
    const expected = { ...everybody, guest: 404, disabled: 404, stranger: 404 };
    expect(await restOutcomes(cast, (client) => client.get(provider.url))).toEqual(expected);
    const query = /* GraphQL */ `
      query ($organizationId: ID!, $id: ID!) {
        organization(id: $organizationId) {
          samlProvider(id: $id) {
            id
          }
        }
      }
    `;
    const variables = { organizationId: organization.id, id: provider.id };
    const graph = await graphOutcomes(cast, async (client) => {
      const data = await client.query(query, variables);
      return data.organization?.samlProvider ? undefined : 'NOT_FOUND';
    });
    expect(graph).toEqual(expected);
    expect((await world.anonymous().get(provider.url)).status).toBe(401);
  });

  it('lists them oldest first; a guest sees none', async () => {
    const own = await world.organization();
    const reader = await world.member(own.id, 'read');
    const guest = await world.member(own.id, null);
    const list = `/v1/orgs/${own.id}/saml`;
    const labels = ['First', 'Second'];
    for (const label of labels) await own.admin.post(list, { label });
    const { body } = await reader.get(list);
    expect(body.count).toBe(2);
    expect(body.items.map(({ label }: { label: string }) => label)).toEqual(labels);
    expect((await guest.get(list)).body).toEqual({ count: 0, items: [] });
    const query = /* GraphQL */ `
      query ($id: ID!) {
        organization(id: $id) {
          samlProviders {
            totalCount
            nodes {
              label
            }
          }
        }
      }
    `;
    const data = await reader.query(query, { id: own.id });
    expect(data.organization.samlProviders).toEqual({
      totalCount: 2,
      nodes: labels.map((label) => ({ label })),
    });
  });

  it('finds none of another organization', async () => {
    const other = await world.organization();
    const provider = await created();
    const { status } = await other.admin.get(`/v1/orgs/${other.id}/saml/${provider.id}`);
    expect(status).toBe(404);
  });

  it('shows the ways to log in: those that are active, with where a login starts', async () => {
    const own = await world.organization();
    const guest = await world.member(own.id, null);
    const { defaultTeam: _none, ...settings } = complete();
    const { body } = await own.admin.post(`/v1/orgs/${own.id}/saml`, settings);
    await own.admin.post(`/v1/orgs/${own.id}/saml`, { label: 'Pending' });
    const logins = `/v1/orgs/${own.id}/sso`;
    const login = { id: body.id, label: 'Company login', startURL: body.service.startURL };
    expect(await own.admin.get(logins)).toMatchObject({ status: 200, body: { items: [login] } });
    expect((await guest.get(logins)).body).toEqual({ items: [] });
    expect((await cast.stranger.get(logins)).status).toBe(404);
    const query =
      'query ($id: ID!) { organization(id: $id) { ssoLogins { id: samlProviderId label startURL } } }';
    expect((await own.admin.query(query, { id: own.id })).organization.ssoLogins).toEqual([login]);
  });
});

describe('updating a SAML provider', () => {
  it('changes what is given, leaves the rest, and follows the status', async () => {
    const provider = await created();
    const pending = await organization.admin.patch(provider.url, { certificate: '' });
    expect(pending.body).toMatchObject({
      ...complete(),
      defaultTeam: { id: teamId },
      certificate: '',
      status: 'pending',
    });
    const active = await organization.admin.patch(provider.url, { certificate, defaultRole: null });
    expect(active.body).toMatchObject({ certificate, defaultRole: null, status: 'active' });
    const unchanged = await organization.admin.patch(provider.url, {});
    expect(unchanged.body).toEqual(active.body);
  });

  it('is for admins on both surfaces', async () => {
    const provider = await created();
    const expected = allowedFrom('admin');
    const change = { label: 'Renamed' };
    expect(await restOutcomes(cast, (client) => client.patch(provider.url, change))).toEqual(
      expected,
    );
    const input = { organizationId: organization.id, samlProviderId: provider.id, ...change };
    const graph = await graphOutcomes(cast, (client) =>
      client.errorCode(updateProvider, { input }),
    );
    expect(graph).toEqual(expected);
  });

  it('holds the limits of a new one', async () => {
    const provider = await created();
    for (const change of [{ label: '' }, { certificate: 'x' }, { ssoURL: '' }, { label: null }]) {
      expect((await organization.admin.patch(provider.url, change)).status).toBe(400);
    }
  });

  it('loses its default team when that is deleted', async () => {
    const defaultTeam = await createTeam(organization.id);
    const provider = await created({ ...complete(), defaultTeam });
    await organization.admin.delete(`/v1/orgs/${organization.id}/teams/${defaultTeam}`);
    const { status, body } = await organization.admin.get(provider.url);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('defaultTeam');
  });
});

describe('deleting a SAML provider', () => {
  it('is for admins; for those who do not see it, it is as good as deleted', async () => {
    const outcome = { ...allowedFrom('admin'), guest: 'ok', disabled: 'ok', stranger: 'ok' };
    const provider = () => created({ label: 'Short-lived' });
    const rest = await restOutcomes(cast, async (client) => client.delete((await provider()).url));
    expect(rest).toEqual(outcome);
    const graph = await graphOutcomes(cast, async (client) => {
      const { id } = await provider();
      const input = { organizationId: organization.id, samlProviderId: id };
      return client.errorCode(deleteProvider, { input });
    });
    expect(graph).toEqual(outcome);
  });

  it('deletes it once, and for good', async () => {
    const provider = await created({ label: 'Short-lived' });
    expect((await cast.stranger.delete(provider.url)).status).toBe(204);
    expect((await organization.admin.get(provider.url)).status).toBe(200);
    expect(await organization.admin.delete(provider.url)).toMatchObject({ status: 204 });
    expect((await organization.admin.get(provider.url)).status).toBe(404);
    expect((await organization.admin.delete(provider.url)).status).toBe(204);
  });
});
