import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { newProviderKey, signed } from '../../support/identity-provider.ts';
import {
  addProvider,
  begin,
  deliver,
  follow,
  logIn,
  problemOn,
  respond,
  tokenOn,
  unsigned,
} from '../../support/saml-login.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';

const world = useWorld();
const organization = useOrganization(world);
const viewer = '{ viewer { id displayName email } organizations { nodes { id } } }';

describe('a login', () => {
  it('makes a member with the default role and team, and gives a token that ends', async () => {
    const { id: defaultTeamId } = await world.db.prisma.team.create({
      data: { id: newId('Team'), organizationId: organization.id, title: 'Everybody' },
    });
    const settings = { defaultRole: 'edit', defaultTeamId };
    const provider = await addProvider(world, organization.id, settings);
    const page = await logIn(world, provider, { email: 'Ada@Example.com', name: 'Ada Lovelace' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    const ada = world.withToken(tokenOn(page) ?? '');
    const data = await ada.query(viewer);
    expect(data).toEqual({
      viewer: { id: expect.any(String), displayName: 'Ada Lovelace', email: 'ada@example.com' },
      organizations: { nodes: [{ id: organization.id }] },
    });
    const url = `/v1/orgs/${organization.id}/members/${data.viewer.id}`;
    expect((await organization.admin.get(url)).body).toMatchObject({ role: 'edit', sso: true });
    const { body: teams } = await organization.admin.get(`${url}/teams`);
    expect(teams.items).toMatchObject([{ team: { id: defaultTeamId } }]);
    const token = await world.db.prisma.apiToken.findFirstOrThrow({
      where: { samlProviderId: provider.id },
    });
    expect(token.secretHash).not.toContain(tokenOn(page));
    const hours = (Number(token.expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThanOrEqual(12);
  });

  it('takes a name in one line, and without what cannot be seen', async () => {
    const provider = await addProvider(world, organization.id);
    const name = '\n  Grace\n  Hop\u202Eper\t';
    const page = await logIn(world, provider, { email: 'hopper@example.com', name });
    const grace = world.withToken(tokenOn(page) ?? '');
    const { displayName } = (await grace.query(viewer)).viewer;
    expect(displayName).toBe('Grace Hopper');
  });

  it('leads to the same account each time, and makes guests without a default role', async () => {
    const provider = await addProvider(world, organization.id, { defaultRole: null });
    const email = 'grace@example.com';
    const tokens = [
      await logIn(world, provider, { email }),
      await logIn(world, provider, { email }),
    ];
    const [first, second] = await Promise.all(
      tokens.map((page) => world.withToken(tokenOn(page) ?? '').query(viewer)),
    );
    expect(second).toEqual(first);
    const member = await organization.admin.get(
      `/v1/orgs/${organization.id}/members/${first.viewer.id}`,
    );
    expect(member.body.role).toBeNull();
  });

  it('keeps what it binds the browser by from scripts, and asks no password of anyone', async () => {
    const { id } = await addProvider(world, organization.id);
    const answer = await world.app.inject({ url: `/saml/${id}/login` });
    expect(answer.statusCode).toBe(302);
    // No other host of the domain can set a cookie of that name.
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-docgraph_login=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(String(answer.headers.location)).toMatch(/^https:\/\/login\.example\.com\/sso\?/);
    const { request } = await begin(world, { id });
    expect(request).toMatchObject({
      acsURL: `${baseUrl}/saml/${id}/acs`,
      audience: `${baseUrl}/saml/${id}/metadata`,
    });
  });

  it('is done once, for the browser that began it', async () => {
    const provider = await addProvider(world, organization.id);
    const begun = await begin(world, provider);
    const other = await begin(world, provider);
    const xml = respond(begun, provider);
    const delivered = await deliver(world, provider, xml);
    for (const cookie of [other.cookie, '', '__Host-docgraph_login=']) {
      const page = await follow(world, delivered, cookie);
      expect([page.statusCode, tokenOn(page)]).toEqual([403, undefined]);
      expect(problemOn(page)).toMatch(/another browser/);
    }
    expect(tokenOn(await follow(world, delivered, begun.cookie))).toMatch(/^dg_/);
    expect(problemOn(await follow(world, delivered, begun.cookie))).toMatch(/already used/);
    expect(problemOn(await deliver(world, provider, xml))).toMatch(/already used/);
  });

  it('can be begun twice in one browser, and both end', async () => {
    const provider = await addProvider(world, organization.id);
    const first = await begin(world, provider);
    const next = await begin(world, provider, first.cookie);
    expect(next.cookie).toBe(first.cookie);
    for (const begun of [first, next]) {
      const delivered = await deliver(world, provider, respond(begun, provider));
      expect(tokenOn(await follow(world, delivered, next.cookie))).toMatch(/^dg_/);
    }
    const strange = await begin(world, provider, '__Host-docgraph_login=chosen-by-somebody');
    expect(strange.cookie).toMatch(/^__Host-docgraph_login=[\w-]{43}$/);
  });

  it('ends when the session at the provider does, if that is sooner', async () => {
    const provider = await addProvider(world, organization.id);
    const begun = await begin(world, provider);
    const end = new Date(Date.now() + 3_600_000).toISOString();
    const stated = unsigned(begun, provider).replace(
      '<saml:AuthnStatement',
      `$& SessionNotOnOrAfter="${end}"`,
    );
    const delivered = await deliver(world, provider, signed(stated, { key: provider.key }));
    const page = await follow(world, delivered, begun.cookie);
    const ada = world.withToken(tokenOn(page) ?? '');
    const data = await ada.query('{ viewer { apiTokens { nodes { label expiresAt } } } }');
    expect(data.viewer.apiTokens.nodes[0]).toMatchObject({
      label: 'Login by Company',
      expiresAt: end,
    });
    expect(page.body).toContain(`datetime="${end}"`);
  });

  it('is by any of the certificates that a provider has while it changes its key', async () => {
    const provider = await addProvider(world, organization.id);
    const next = await newProviderKey();
    await organization.admin.patch(`/v1/orgs/${organization.id}/saml/${provider.id}`, {
      certificate: `${provider.key.cert}\n${next.cert}`,
    });
    for (const key of [provider.key, next]) {
      expect(tokenOn(await logIn(world, { ...provider, key }))).toMatch(/^dg_/);
    }
    const other = { ...provider, key: await newProviderKey() };
    expect(problemOn(await logIn(world, other))).toMatch(/not of the certificate/);
  });

  it.each([
    ['P-256', 'ecdsa-sha256'],
    ['P-384', 'ecdsa-sha384'],
    ['P-521', 'ecdsa-sha512'],
  ] as const)('is by a key on the curve %s, too, with %s', async (curve, name) => {
    const key = await newProviderKey({ keyType: 'ec', curve });
    const provider = await addProvider(world, organization.id, { key });
    const algorithm = `http://www.w3.org/2001/04/xmldsig-more#${name}`;
    expect(tokenOn(await logIn(world, { ...provider, algorithm }))).toMatch(/^dg_/);
  });

  it('is by a key whose certificate has expired, as long as the provider uses it', async () => {
    const dates = { notBeforeDate: new Date('2020-01-01'), notAfterDate: new Date('2021-01-01') };
    const key = await newProviderKey(dates);
    const provider = await addProvider(world, organization.id);
    const changed = await organization.admin.patch(
      `/v1/orgs/${organization.id}/saml/${provider.id}`,
      { certificate: key.cert },
    );
    expect(changed.status).toBe(200);
    expect(tokenOn(await logIn(world, { ...provider, key }))).toMatch(/^dg_/);
  });

  it('has a page for whoever opens the address that responses are sent to', async () => {
    const provider = await addProvider(world, organization.id);
    const url = `/saml/${provider.id}/acs`;
    const page = await world.app.inject({ url: `${url}?SAMLResponse=x` });
    expect([page.statusCode, page.headers.allow]).toEqual([405, 'POST']);
    expect(page.headers['content-type']).toMatch('text/html');
    expect(problemOn(page)).toMatch(/by POST/);
    expect(page.body).toContain(`href="${baseUrl}/saml/${provider.id}/login"`);
    expect((await world.app.inject({ method: 'HEAD', url })).statusCode).toBe(405);
    const unknown = await world.app.inject({ url: `/saml/${newId('SAMLProvider')}/acs` });
    expect([unknown.statusCode, problemOn(unknown)]).toEqual([404, expect.any(String)]);
  });

  it('is over when its token is revoked, which it can do itself', async () => {
    const provider = await addProvider(world, organization.id);
    const ada = world.withToken(tokenOn(await logIn(world, provider)) ?? '');
    const data = await ada.query('{ viewer { apiTokens(first: 1) { nodes { id } } } }');
    await ada.query(
      'mutation ($id: ID!) { revokeApiToken(input: { id: $id }) { revokedApiTokenId } }',
      data.viewer.apiTokens.nodes[0],
    );
    expect((await ada.get('/v1/user')).status).toBe(401);
  });

  it('gives one token when it is finished several times at once', async () => {
    const provider = await addProvider(world, organization.id);
    const begun = await begin(world, provider);
    const delivered = await deliver(world, provider, respond(begun, provider));
    const pages = await Promise.all(
      Array.from({ length: 5 }, () => follow(world, delivered, begun.cookie)),
    );
    expect(pages.filter((page) => tokenOn(page) !== undefined)).toHaveLength(1);
  });

  it('is not there for an unknown provider, and not yet for a pending one', async () => {
    const unknown = newId('SAMLProvider');
    for (const id of [unknown, 'saml_x']) {
      for (const page of ['login', 'finish', 'metadata']) {
        expect((await world.app.inject({ url: `/saml/${id}/${page}` })).statusCode).toBe(404);
      }
    }
    const provider = await addProvider(world, organization.id);
    const where = { id: provider.id };
    await world.db.prisma.samlProvider.update({ where, data: { ssoUrl: '' } });
    const page = await world.app.inject({ url: `/saml/${provider.id}/login` });
    expect([page.statusCode, problemOn(page)]).toEqual([409, expect.stringMatching(/set up/)]);
  });

  it('has metadata, for a pending provider as well', async () => {
    const { body } = await organization.admin.post(`/v1/orgs/${organization.id}/saml`, {
      label: 'New',
    });
    const answer = await world.app.inject({ url: body.service.entityID.replace(baseUrl, '') });
    expect(answer.headers['content-type']).toMatch('application/samlmetadata+xml');
    expect(answer.body).toContain(`entityID="${body.service.entityID}"`);
    expect(answer.body).toContain(`Location="${body.service.acsURL}"`);
    expect(answer.body).toContain('WantAssertionsSigned="true"');
    expect(answer.body).toContain('nameid-format:emailAddress</NameIDFormat>');
  });
});
