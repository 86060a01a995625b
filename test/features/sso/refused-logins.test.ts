import { beforeAll, describe, expect, it } from 'vitest';
import { newProviderKey, responseTo, signed } from '../../support/identity-provider.ts';
import type { ProviderKey } from '../../support/identity-provider.ts';
import {
  addProvider,
  begin,
  deliver,
  logIn,
  problemOn,
  respond,
  tokenOn,
  type Begun,
  type TestProvider,
} from '../../support/saml-login.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
let provider: TestProvider;
let second: TestProvider;
let otherKey: ProviderKey;

beforeAll(async () => {
  [provider, second, otherKey] = await Promise.all([
    addProvider(world, organization.id),
    addProvider(world, organization.id),
    newProviderKey(),
  ]);
});

const SHA1 = 'http://www.w3.org/2000/09/xmldsig#';
const HOUR_MS = 3_600_000;
const eve = { email: 'eve@example.com' };

const claims = () => ({ issuer: provider.entityId, email: 'ada@example.com' });
const unsigned = (begun: Begun, more = {}) => responseTo(begun.request, { ...claims(), ...more });
const good = (begun: Begun, more = {}) => respond(begun, provider, more);
const signedBy = (begun: Begun, signing: Partial<Parameters<typeof signed>[1]>) =>
  signed(unsigned(begun), { key: provider.key, ...signing });
const assertionIn = (xml: string) => /<saml:Assertion[^]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
/** An assertion of the attacker beside one that is signed, which is moved to where nobody reads. */
const around = (xml: string, forged: string, put: (signedOne: string) => string) => {
  const signedOne = assertionIn(xml);
  return xml.replace(signedOne, () => `${put(signedOne)}${forged}`);
};

const refused: Record<string, [xml: (begun: Begun) => string, problem: RegExp]> = {
  'an unsigned one': [(begun) => unsigned(begun), /not signed/],
  'one whose envelope alone is signed': [
    (begun) => signedBy(begun, { element: 'Response' }),
    /not signed/,
  ],
  'one signed with another key': [(begun) => signedBy(begun, { key: otherKey }), /signature/i],
  'one that was changed': [
    (begun) => good(begun).replaceAll('ada@', 'eve@'),
    /what it signs was changed/,
  ],
  'a forged assertion before the signed one': [
    (begun) => good(begun).replace('</samlp:Status>', `$&${assertionIn(unsigned(begun, eve))}`),
    /exactly one assertion/,
  ],
  'a forged assertion, the signed one in extensions': [
    (begun) =>
      around(
        good(begun),
        assertionIn(unsigned(begun, eve)),
        (one) => `<samlp:Extensions>${one}</samlp:Extensions>`,
      ),
    /exactly one assertion/,
  ],
  'a forged assertion, the signed one inside its signature': [
    (begun) => {
      const xml = good(begun);
      const one = assertionIn(xml);
      const signature = /<Signature[^]*<\/Signature>/.exec(one)?.[0] ?? '';
      const kept = one.replace(signature, '');
      const wrapped = signature.replace('</Signature>', `<Object>${kept}</Object></Signature>`);
      const forged = assertionIn(unsigned(begun, eve)).replace('</saml:Issuer>', `$&${wrapped}`);
      return xml.replace(one, () => forged);
    },
    /exactly one assertion/,
  ],
  'two assertions': [
    (begun) => {
      const xml = good(begun);
      return xml.replace('</samlp:Response>', () => `${assertionIn(xml)}</samlp:Response>`);
    },
    /exactly one assertion/,
  ],
  'one that expired': [(begun) => good(begun, { shiftMs: -HOUR_MS }), /expired/],
  'one that is not valid yet': [(begun) => good(begun, { shiftMs: HOUR_MS }), /not valid yet/],
  'one for another service': [(begun) => good(begun, { audience: 'https://x' }), /audience/],
  'an envelope of another issuer': [
    (begun) => unsigned(begun, { issuer: 'https://x' }),
    /issuer of the response/,
  ],
  'an assertion of another issuer': [
    (begun) => good(begun, { assertionIssuer: 'https://x' }),
    /issuer of the assertion/,
  ],
  'one sent to another place': [
    (begun) => good(begun, { destination: 'https://x' }),
    /Destination/,
  ],
  'one for another recipient': [(begun) => good(begun, { recipient: 'https://x' }), /Recipient/],
  'one to no request': [(begun) => good(begun, { inResponseTo: '_x' }), /to no login/],
  'one to no request at all': [(begun) => good(begun, { inResponseTo: '' }), /to no login/],
  'one to a request whose id was changed': [
    (begun) => good(begun, { inResponseTo: begun.request.id.replace(/^_../, '_AA') }),
    /to no login/,
  ],
  'one signed by SHA-1': [
    (begun) => signedBy(begun, { algorithm: `${SHA1}rsa-sha1` }),
    /SignatureMethod/,
  ],
  'one with a digest by SHA-1': [
    (begun) => signedBy(begun, { digest: `${SHA1}sha1` }),
    /DigestMethod/,
  ],
  'one with a DOCTYPE': [
    (begun) => `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${good(begun)}`,
    /DOCTYPE/,
  ],
  'one with entities that grow': [
    (begun) => `<!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${good(begun)}`,
    /DOCTYPE/,
  ],
  'a comment in the address': [
    (begun) => good(begun, { email: 'admin@example.com<!---->.evil.test' }),
    /no plain XML/,
  ],
  'a processing instruction in the address': [
    (begun) => good(begun, { email: 'admin@example.com<?x y?>.evil.test' }),
    /no plain XML/,
  ],
  'an assertion that is encrypted': [
    (begun) =>
      good(begun).replace(
        '</samlp:Status>',
        '$&<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
      ),
    /encrypted/,
  ],
  'one that names no address': [(begun) => good(begun, { email: 'ada' }), /no e-mail address/],
  'a failure at the provider': [
    (begun) => unsigned(begun, { status: 'Responder' }),
    /did not let you/,
  ],
  'what is no XML': [() => 'Hello <b>', /no plain XML/],
  'what is no response': [() => '<html/>', /no response/],
  'elements in elements without end': [
    () => `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`,
    /no plain XML/,
  ],
  'more tags than anybody needs': [() => `<a>${'<b/>'.repeat(3000)}</a>`, /no plain XML/],
};

describe('a response', () => {
  it.each(Object.keys(refused))('is refused: %s', async (name) => {
    const [xml, problem] = refused[name] ?? [() => '', /./];
    const begun = await begin(world, provider);
    const page = await deliver(world, provider, xml(begun));
    expect([page.statusCode, problemOn(page)]).toEqual([403, expect.stringMatching(problem)]);
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(await world.db.prisma.samlLogin.count()).toBe(0);
  });

  it('is refused when it answers a request of another provider, even of the same key', async () => {
    const begun = await begin(world, second);
    const request = (await begin(world, provider)).request;
    const xml = good({ ...begun, request: { ...request, id: begun.request.id } });
    expect(problemOn(await deliver(world, provider, xml))).toMatch(/to no login/);
  });

  it('is refused when it is too large, or comes as something else', async () => {
    const large = await deliver(world, provider, ' '.repeat(300_000));
    expect([large.statusCode, problemOn(large)]).toEqual([413, expect.stringMatching(/262144/)]);
    const post = (payload: string) =>
      world.app.inject({
        method: 'POST',
        url: `/saml/${provider.id}/acs`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      });
    for (const form of ['', 'SAMLResponse=a&SAMLResponse=b', 'RelayState=https%3A%2F%2Fevil']) {
      const page = await post(form);
      expect([page.statusCode, problemOn(page)]).toEqual([403, expect.stringMatching(/one field/)]);
    }
  });

  it('is taken with both signatures, from clocks that are half a minute apart', async () => {
    const begun = await begin(world, provider);
    const xml = signed(good(begun, { shiftMs: 30_000 }), {
      key: provider.key,
      element: 'Response',
    });
    const { statusCode, headers } = await deliver(world, provider, xml);
    expect(statusCode).toBe(303);
    // Wherever a RelayState might lead, the browser stays here.
    expect(headers.location).toMatch(/^https:\/\/docs\.example\.com\/saml\//);
    expect(tokenOn(await logIn(world, provider))).toMatch(/^dg_/);
  });
});
