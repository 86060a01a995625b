import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { signed } from '../../support/identity-provider.ts';
import { answerTo, refusedFor, type RefusedResponse } from '../../support/refused-responses.ts';
import {
  begin,
  deliver,
  deliverForm,
  problemOn,
  respond,
  unsigned,
  useProvider,
} from '../../support/saml-login.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const provider = useProvider(world, organization);

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const SHA512 = 'http://www.w3.org/2001/04/xmlenc#sha512';

const refused: Record<string, RefusedResponse> = {
  'what is no XML': [() => 'Hello <b>', /not plain XML/],
  nothing: [() => '', /not plain XML/],
  'what is no response': [() => '<html/>', /not a SAML 2.0 response/],
  'a request': [(begun) => begun.request.xml, /not a SAML 2.0 response/],
  'a response of another version of SAML': [
    (begun, one) => respond(begun, one).replaceAll('SAML:2.0:protocol', 'SAML:1.0:protocol'),
    /not a SAML 2.0 response/,
  ],
  'one with a DOCTYPE': [
    (begun, one) => `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${respond(begun, one)}`,
    /DOCTYPE/,
  ],
  'one with entities that grow': [
    (begun, one) => `<!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${respond(begun, one)}`,
    /DOCTYPE/,
  ],
  'one with an entity that is not defined': [
    (begun, one) => unsigned(begun, one, { email: '&admin;@example.com' }),
    /not plain XML|not signed/,
  ],
  'one in UTF-16': [(begun, one) => Buffer.from(respond(begun, one), 'utf16le'), /XML/],
  'one in Latin-1': [
    (begun, one) => Buffer.from(respond(begun, one, { name: 'Zo\u00eb' }), 'latin1'),
    /not XML in UTF-8/,
  ],
  'one that is deflated': [(begun, one) => deflateRawSync(respond(begun, one)), /not XML in UTF-8/],
  'one that is compressed': [(begun, one) => gzipSync(respond(begun, one)), /not XML in UTF-8/],
  'one with a text behind it': [(begun, one) => `${respond(begun, one)}<a/>`, /not plain XML/],
  'an assertion that is encrypted': [
    (begun, one) =>
      respond(begun, one).replace(
        '</samlp:Status>',
        '$&<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
      ),
    /encrypted: turn that off/,
  ],
  'an encrypted assertion alone': [
    (begun, one) =>
      unsigned(begun, one).replace(
        /<saml:Assertion[^]*<\/saml:Assertion>/,
        '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
      ),
    /encrypted: turn that off/,
  ],
  'a failure at the provider': [
    (begun, one) => unsigned(begun, one, { status: 'Responder' }),
    /did not let you/,
  ],
  'a failure at the provider that is signed': [
    (begun, one) => respond(begun, one, { status: 'Requester' }),
    /did not let you/,
  ],
  'elements in elements without end': [
    () => `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`,
    /not plain XML/,
  ],
  'more tags than anybody needs': [() => `<a>${'<b/>'.repeat(3000)}</a>`, /not plain XML/],
};

/** Sends a good response in an encoding of its own. */
async function sendAs(encode: (xml: string) => string) {
  const begun = await begin(world, provider);
  const SAMLResponse = encode(respond(begun, provider));
  return deliverForm(world, provider, { SAMLResponse });
}

const base64 = (xml: string) => Buffer.from(xml).toString('base64');

describe('a response', () => {
  it.each(Object.entries(refused))('is refused: %s', async (_name, [response, problem]) => {
    expect(await answerTo(world, provider, response)).toEqual(refusedFor(problem));
  });

  it('is refused when it is not in Base64, whole and alone', async () => {
    const encodings: ((xml: string) => string)[] = [
      (xml) => xml,
      (xml) => `${base64(xml)}!`,
      (xml) => `${base64(xml)}====${base64(xml)}`,
      (xml) => Buffer.from(`${xml}\u00ff?>`).toString('base64url'),
      (xml) => `data:text/xml;base64,${base64(xml)}`,
    ];
    for (const encode of encodings) {
      expect(problemOn(await sendAs(encode))).toMatch(/not in Base64/);
    }
  });

  it('is refused when it is too large', async () => {
    const large = await deliver(world, provider, ' '.repeat(300_000));
    expect([large.statusCode, problemOn(large)]).toEqual([413, expect.stringMatching(/262144/)]);
  });

  it('is taken in lines, and with a byte order mark', async () => {
    const inLines = await sendAs((xml) => base64(xml).replaceAll(/.{76}/g, '$&\r\n'));
    const marked = await sendAs((xml) => base64(`\ufeff${xml}`));
    expect([inLines.statusCode, marked.statusCode]).toEqual([303, 303]);
  });

  it('is taken with both signatures, and by SHA-512', async () => {
    const { key } = provider;
    const good = unsigned(await begin(world, provider), provider);
    const twice = signed(signed(good, { key }), { key, element: 'Response' });
    const strong = signed(unsigned(await begin(world, provider), provider), {
      ...{ key, algorithm: `${MORE}rsa-sha512`, digest: SHA512 },
    });
    for (const xml of [twice, strong]) {
      expect((await deliver(world, provider, xml)).statusCode).toBe(303);
    }
  });

  it('is taken from clocks that are nearly a minute apart', async () => {
    for (const shiftMs of [-110_000, 55_000]) {
      const xml = respond(await begin(world, provider), provider, { shiftMs });
      expect((await deliver(world, provider, xml)).statusCode).toBe(303);
    }
  });
});
