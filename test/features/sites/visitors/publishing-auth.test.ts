import { describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../../support/cast.ts';
import type { Client } from '../../../support/client.ts';
import { useOrganization, useWorld } from '../../../support/use-world.ts';
import { createSite, ok, refusal } from '../support.ts';

const world = useWorld();
const organization = useOrganization(world);

async function newAuth() {
  const site = await createSite(world, { organization });
  return { site, url: `${site.url}/publishing/auth`, admin: site.admin };
}

describe('the visitor authentication of a site', () => {
  it('has a key of its own from the first look on, the same for everyone who looks', async () => {
    const { url, admin } = await newAuth();
    const looks = await Promise.all(Array.from({ length: 6 }, () => admin.get(url)));
    const [first] = looks.map((look) => ok(look));
    expect(first).toEqual({
      object: 'publishing-auth',
      backend: 'custom',
      privateKey: expect.stringMatching(/^dgk_[\w-]{43}$/),
    });
    for (const look of looks) expect(ok(look)).toEqual(first);
    const other = await newAuth();
    expect(ok(await admin.get(other.url)).privateKey).not.toBe(first.privateKey);
  });

  it('changes, leaves and removes on both surfaces; the key stays', async () => {
    const { site, url, admin } = await newAuth();
    const fallbackURL = 'https://example.com/login?next=docs';
    const changed = ok(await admin.patch(url, { backend: 'integration', fallbackURL }));
    expect(changed).toMatchObject({ backend: 'integration', fallbackURL });
    expect(ok(await admin.patch(url, {}))).toEqual(changed);
    const { updateSitePublishingAuth } = await admin.query(
      /* GraphQL */ `
        mutation ($input: UpdateSitePublishingAuthInput!) {
          updateSitePublishingAuth(input: $input) {
            publishingAuth {
              backend
              fallbackURL
              privateKey
            }
          }
        }
      `,
      { input: { organizationId: organization.id, siteId: site.id, backend: 'CUSTOM' } },
    );
    expect(updateSitePublishingAuth.publishingAuth).toEqual({
      backend: 'CUSTOM',
      fallbackURL,
      privateKey: changed.privateKey,
    });
    expect(ok(await admin.patch(url, { fallbackURL: null }))).not.toHaveProperty('fallbackURL');
    expect(ok(await admin.get(url)).privateKey).toBe(changed.privateKey);
  });

  it.each([
    [{ backend: null }, '"backend" must be one of "custom", "integration"'],
    [{ backend: 'saml' }, '"backend" must be one of "custom", "integration"'],
    [{ fallbackURL: 'example.com' }, '"fallbackURL" must be a URL'],
    [{ fallbackURL: 'https://me:secret@example.com' }, 'must not contain a user or a password'],
    [{ fallbackURL: 'javascript:alert(1)' }, '"fallbackURL" must be a URL'],
    [{ fallbackURL: `https://example.com/${'x'.repeat(2048)}` }, 'at most 2048 characters'],
    [{ privateKey: 'mine' }, '"privateKey" is not known here'],
  ])('refuses %j', async (body, message) => {
    const { url, admin } = await newAuth();
    expect(refusal(await admin.patch(url, body))).toEqual({
      status: 400,
      message: expect.stringContaining(message),
    });
  });

  it('gets another key, and each of two at once one that was the key', async () => {
    const { url, admin } = await newAuth();
    const before = ok(await admin.patch(url, { fallbackURL: 'https://example.com' }));
    const after = ok(await admin.post(`${url}/regenerate`));
    expect(after.privateKey).toMatch(/^dgk_/);
    expect(after.privateKey).not.toBe(before.privateKey);
    expect(after).toEqual({ ...before, privateKey: after.privateKey });
    await Promise.all([admin.post(`${url}/regenerate`), admin.post(`${url}/regenerate`)]);
    const { privateKey } = ok(await admin.get(url));
    expect([before.privateKey, after.privateKey]).not.toContain(privateKey);
  });

  it('is for those who may change the site, to read it too', async () => {
    const { site, url } = await newAuth();
    const cast = await world.cast(organization.id);
    const attempts = {
      get: (client: Client) => client.get(url),
      patch: (client: Client) => client.patch(url, { backend: 'custom' }),
      regenerate: (client: Client) => client.post(`${url}/regenerate`),
    };
    for (const [name, attempt] of Object.entries(attempts)) {
      expect(await restOutcomes(cast, attempt), name).toEqual(allowedFrom('create'));
    }
    const input = { organizationId: organization.id, siteId: site.id };
    for (const name of ['updateSitePublishingAuth', 'regenerateSitePublishingAuth']) {
      const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
      const mutation = `mutation ($input: ${type}!) {
        ${name}(input: $input) { publishingAuth { privateKey } } }`;
      expect(
        await graphOutcomes(cast, (client) => client.errorCode(mutation, { input })),
        name,
      ).toEqual(allowedFrom('create'));
    }
    const query = 'query ($id: ID!) { site(id: $id) { title publishingAuth { privateKey } } }';
    const { data, errors } = await cast.review.graphql(query, { id: site.id });
    expect(data).toEqual({ site: { title: expect.any(String), publishingAuth: null } });
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });

  it('shows its key nowhere but there', async () => {
    const { site, url, admin } = await newAuth();
    const { privateKey } = ok(await admin.get(url));
    const answers = [await admin.get(site.url), await admin.get(`${site.url}/adaptive-schema`)];
    expect(JSON.stringify(answers)).not.toContain(privateKey);
  });
});
