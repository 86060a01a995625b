import { beforeAll, describe, expect, it } from 'vitest';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
const hostname = 'docs.shown.example.com';
let siteUrl: string;
let siteId: string;

const urlOf = (name: string) => `/v1/custom-hostnames/${name}`;
const setHostname = (name: string | null) => organization.admin.patch(siteUrl, { hostname: name });

beforeAll(async () => {
  const sites = `/v1/orgs/${organization.id}/sites`;
  const { id: spaceId } = await world.space(organization.id);
  const created = await organization.admin.post(sites, { title: 'Docs', spaces: [spaceId] });
  siteId = created.body.id;
  siteUrl = `${sites}/${siteId}`;
});

describe('a custom hostname', () => {
  it('is set on a site, whose address it becomes, and found by its name', async () => {
    const { body } = await setHostname(hostname);
    expect(body).toMatchObject({ object: 'site', hostname });
    const found = await organization.admin.get(urlOf(hostname));
    expect(found.body).toEqual({
      object: 'custom-hostname',
      hostname,
      target: { type: 'site', organization: organization.id, site: siteId },
      status: 'dns_passed',
    });
    const published = await organization.admin.post(`${siteUrl}/publish`);
    expect(published.body.urls.published).toBe(`https://${hostname}`);
    expect((await organization.admin.get(urlOf(hostname))).body.status).toBe('live');
    const { customHostname } = await organization.admin.query(
      `query ($hostname: String!) { customHostname(hostname: $hostname) {
        hostname status target { type siteId site { title } } } }`,
      { hostname },
    );
    expect(customHostname).toEqual({
      hostname,
      status: 'LIVE',
      target: { type: 'SITE', siteId, site: { title: 'Docs' } },
    });
  });

  it.each([
    ['docs.elsewhere.example.com', 'dns_wrong_cname', 'has another CNAME record'],
    ['docs.nowhere.example.com', 'dns_no_cname', 'has no CNAME record'],
    ['docs.silent.example.com', 'internal_error', 'did not return'],
  ])('shows and tells what is wrong with its record: %s', async (name, status, problem) => {
    await setHostname(name);
    expect((await organization.admin.get(urlOf(name))).body.status).toBe(status);
    const checked = await organization.admin.patch(urlOf(name));
    expect({ status: checked.status, message: checked.body.error.message }).toEqual({
      status: 400,
      message: expect.stringContaining(problem),
    });
    expect(checked.body.error.message).toContain('docs.example.com');
  });

  it('passes the check of a correct record', async () => {
    await setHostname(hostname);
    expect((await cast.read.patch(urlOf(hostname))).status).toBe(204);
  });

  it('exists for those who may see the site', async () => {
    await setHostname(hostname);
    for (const method of ['get', 'patch'] as const) {
      expect((await cast.stranger[method](urlOf(hostname))).status).toBe(404);
    }
    expect((await cast.read.delete(urlOf(hostname))).status).toBe(403);
    expect((await cast.stranger.delete(urlOf(hostname))).status).toBe(204);
    expect((await organization.admin.get(urlOf(hostname))).status).toBe(200);
  });

  it('is removed, and free for another site then', async () => {
    await setHostname(hostname);
    const other = await world.organization();
    const sites = `/v1/orgs/${other.id}/sites`;
    const { body: site } = await other.admin.post(sites, { title: 'Other' });
    const take = () => other.admin.patch(`${sites}/${site.id}`, { hostname });
    const refused = await take();
    expect({ status: refused.status, message: refused.body.error.message }).toEqual({
      status: 409,
      message: expect.stringContaining(`The hostname "${hostname}" is already used`),
    });
    for (let count = 0; count < 2; count += 1) {
      expect((await organization.admin.delete(urlOf(hostname))).status).toBe(204);
    }
    expect((await organization.admin.get(siteUrl)).body).not.toHaveProperty('hostname');
    expect((await organization.admin.get(urlOf(hostname))).status).toBe(404);
    expect((await take()).status).toBe(200);
    expect((await setHostname(null)).status).toBe(200);
  });

  it.each([
    ['the gateway', 'docs.example.com'],
    ['two labels', 'example.com'],
    ['capitals', 'Docs.acme.example.com'],
    ['an address', 'https://docs.acme.example.com'],
    ['a name of more than 253 characters', `${'a.'.repeat(122)}example.com`],
  ])('is refused: %s', async (_name, name) => {
    const { status, body } = await setHostname(name);
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: expect.stringContaining('"hostname"'),
    });
  });
});

it('a proxy on a host of more than 253 characters is refused', async () => {
  const proxy = `${'a.'.repeat(122)}example.com/docs`;
  const { status, body } = await organization.admin.patch(siteUrl, { proxy });
  expect([status, body.error.message]).toEqual([
    400,
    '"proxy" must have a host of at most 253 characters.',
  ]);
});

it.each([
  ['/v1/custom-hostnames/docs.unknown.example.com', 'custom hostname', 'docs.unknown.example.com'],
  ['/v1/subdomains/unknown', 'subdomain', 'unknown'],
])('a missing name is told as a name, not as an id: %s', async (url, noun, name) => {
  const { body } = await organization.admin.get(url);
  expect(body.error.message).toBe(
    `No ${noun} with the name "${name}" was found: check the name, and that you have access.`,
  );
});

describe('a subdomain', () => {
  it('shows the organization whose hostname it is, to its members', async () => {
    await organization.admin.patch(`/v1/orgs/${organization.id}`, { hostname: 'acme-docs' });
    const url = '/v1/subdomains/acme-docs';
    for (const client of [organization.admin, cast.read, cast.guest]) {
      expect((await client.get(url)).body).toEqual({
        object: 'subdomain',
        subdomain: 'acme-docs',
        target: { type: 'organization', organization: organization.id },
        isActive: true,
      });
    }
    expect((await cast.stranger.get(url)).status).toBe(404);
    expect((await organization.admin.get('/v1/subdomains/unknown')).status).toBe(404);
    const { subdomain } = await organization.admin.query(
      '{ subdomain(subdomain: "acme-docs") { isActive target { organization { id } } } }',
    );
    expect(subdomain).toEqual({
      isActive: true,
      target: { organization: { id: organization.id } },
    });
  });

  it('is not active while the organization is blocked', async () => {
    const other = await world.organization();
    await other.admin.patch(`/v1/orgs/${other.id}`, { hostname: 'blocked-one' });
    const data = { blockedReason: 'security' };
    await world.db.prisma.organization.update({ where: { id: other.id }, data });
    expect((await other.admin.get('/v1/subdomains/blocked-one')).body.isActive).toBe(false);
  });
});
