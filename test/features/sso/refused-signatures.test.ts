import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { newProviderKey, signed, type ProviderKey } from '../../support/identity-provider.ts';
import { answerTo, refusedFor, type RefusedResponse } from '../../support/refused-responses.ts';
import { addProvider, respond, unsigned, useProvider } from '../../support/saml-login.ts';
import type { Begun, TestProvider } from '../../support/saml-login.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const provider = useProvider(world, organization);
let otherKey: ProviderKey;

beforeAll(async () => {
  otherKey = await newProviderKey();
});

const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const RSA_SHA256 = `${MORE}rsa-sha256`;
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const eve = { email: 'eve@example.com' };

type Signing = Partial<Parameters<typeof signed>[1]>;

const signedBy = (begun: Begun, { key }: TestProvider, signing: Signing) =>
  signed(unsigned(begun, provider), { key, ...signing });
const found = (xml: string, pattern: RegExp) => pattern.exec(xml)?.[0] ?? '';
const assertionIn = (xml: string) => found(xml, /<saml:Assertion[^]*<\/saml:Assertion>/);
const signatureIn = (xml: string) => found(xml, /<Signature [^]*<\/Signature>/);
const idOf = (xml: string, element: string) =>
  new RegExp(`<${element}[^>]* ID="([^"]+)"`).exec(xml)?.[1] ?? '';
/** A good response in which one text stands in place of another. */
const changed =
  (from: string | RegExp, to: string | ((part: string) => string)) =>
  (begun: Begun, one: TestProvider) => {
    const xml = respond(begun, one);
    const forged = xml.replace(from, typeof to === 'string' ? () => to : to);
    if (forged === xml) throw new Error(`There is no ${String(from)}.`);
    return forged;
  };
const forgedAssertion = (begun: Begun, one: TestProvider) => assertionIn(unsigned(begun, one, eve));

/** The assertion of an attacker in place of one that is signed, which is kept somewhere else. */
const wrapping: Record<string, RefusedResponse> = {
  'a forged assertion before the signed one': [
    (begun, one) =>
      respond(begun, one).replace('</samlp:Status>', `$&${forgedAssertion(begun, one)}`),
    /exactly one assertion/,
  ],
  'a forged assertion, the signed one in extensions': [
    (begun, one) => {
      const xml = respond(begun, one);
      const kept = assertionIn(xml);
      const moved = `<samlp:Extensions>${kept}</samlp:Extensions>`;
      return xml.replace(kept, () => `${moved}${forgedAssertion(begun, one)}`);
    },
    /exactly one assertion/,
  ],
  'a forged assertion, the signed one inside its signature': [
    (begun, one) => {
      const xml = respond(begun, one);
      const kept = assertionIn(xml);
      const signature = signatureIn(kept);
      const object = `<Object>${kept.replace(signature, '')}</Object></Signature>`;
      const wrapped = signature.replace('</Signature>', object);
      const forged = forgedAssertion(begun, one).replace('</saml:Issuer>', `$&${wrapped}`);
      return xml.replace(kept, () => forged);
    },
    /exactly one assertion/,
  ],
  'a forged assertion around the signed one': [
    (begun, one) => {
      const xml = respond(begun, one);
      const kept = assertionIn(xml);
      const advice = `<saml:Advice>${kept}</saml:Advice></saml:Conditions>`;
      const forged = forgedAssertion(begun, one).replace('</saml:Conditions>', () => advice);
      return xml.replace(kept, () => forged);
    },
    /exactly one assertion/,
  ],
  'a forged response around the signed one': [
    (begun, one) => {
      const inner = `<samlp:Extensions>${respond(begun, one)}</samlp:Extensions>`;
      return unsigned(begun, one, eve).replace('<samlp:Status>', () => `${inner}<samlp:Status>`);
    },
    /exactly one assertion/,
  ],
  'the signature of another assertion': [
    (begun, one) => {
      const signature = signatureIn(respond(begun, one));
      return unsigned(begun, one, eve).replace(
        /(<saml:Assertion[^]*?<\/saml:Issuer>)/,
        (start) => `${start}${signature}`,
      );
    },
    /not of one element/,
  ],
  'the signature of another assertion, whose id is taken over': [
    (begun, one) => {
      const xml = respond(begun, one);
      const forged = unsigned(begun, one, eve);
      return forged
        .replace(idOf(forged, 'saml:Assertion'), idOf(xml, 'saml:Assertion'))
        .replace(/(<saml:Assertion[^]*?<\/saml:Issuer>)/, (start) => `${start}${signatureIn(xml)}`);
    },
    /what it signs was changed/,
  ],
  'two assertions': [
    changed('</samlp:Response>', (end) => `<saml:Assertion xmlns:saml="x"/>${end}`),
    /exactly one assertion/,
  ],
};

/** Signatures in other shapes than SAML has them. */
const shapes: Record<string, RefusedResponse> = {
  'no signature': [(begun, one) => unsigned(begun, one), /not signed/],
  'a signature of the envelope alone': [
    (begun, one) => signedBy(begun, one, { element: 'Response' }),
    /not signed/,
  ],
  'a signature of the whole document': [changed(/ URI="#[^"]+"/, ' URI=""'), /not of one element/],
  'a signature of the response in the assertion': [
    (begun, one) => {
      const xml = respond(begun, one);
      return xml.replace(/ URI="#[^"]+"/, ` URI="#${idOf(xml, 'samlp:Response')}"`);
    },
    /not of one element/,
  ],
  'a reference by XPointer': [
    changed(/ URI="#[^"]+"/, ' URI="#xpointer(/)"'),
    /not of one element/,
  ],
  'no reference': [changed(/<Reference[^]*<\/Reference>/, ''), /not of one element/],
  'two references': [
    changed(/<Reference[^]*<\/Reference>/, (one) => `${one}${one}`),
    /one element/,
  ],
  'two signed infos': [
    changed(/<SignedInfo>[^]*<\/SignedInfo>/, (one) => `${one}${one}`),
    /not of one element/,
  ],
  'a second signature': [changed(/<Signature [^]*<\/Signature>/, (one) => `${one}${one}`), /SAML/],
  'a signature deeper inside': [
    changed(/<Signature [^]*<\/Signature>/, (one) => `<saml:Advice>${one}</saml:Advice>`),
    /not signed/,
  ],
  'a signature in the status, too': [
    (begun, one) => {
      const xml = respond(begun, one);
      return xml.replace('</samlp:Status>', `${signatureIn(xml)}$&`);
    },
    /not where SAML has it/,
  ],
  'an object in the signature': [
    changed('</Signature>', (end) => `<Object Id="x">anything</Object>${end}`),
    /not of one element/,
  ],
  'an id that two elements have': [
    (begun, one) => {
      const xml = respond(begun, one);
      const id = idOf(xml, 'saml:Assertion');
      return xml.replace('<samlp:Status>', `<samlp:Status Id="${id}">`);
    },
    /not of one element/,
  ],
};

/** Algorithms that do not hold, or that the certificate cannot stand for. */
const algorithms: Record<string, RefusedResponse> = {
  'another key': [(begun, one) => signedBy(begun, one, { key: otherKey }), /of the certificate/],
  'another key, whose certificate comes along': [
    (begun, one) =>
      signedBy(begun, one, { key: otherKey }).replace(
        '</Signature>',
        `<KeyInfo><X509Data><X509Certificate>${otherKey.cert.replaceAll(/-----[^-]+-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo></Signature>`,
      ),
    /of the certificate|not of one element/,
  ],
  'an assertion that was changed': [
    (begun, one) => respond(begun, one).replaceAll('ada@', 'eve@'),
    /what it signs was changed/,
  ],
  'an envelope that was changed after it was signed': [
    (begun, one) =>
      signed(respond(begun, one), { key: one.key, element: 'Response' }).replace(
        ' Version="2.0"',
        ' Consent="urn:x" Version="2.0"',
      ),
    /what it signs was changed/,
  ],
  'SHA-1': [
    (begun, one) => signedBy(begun, one, { algorithm: `${SIGNATURES}rsa-sha1` }),
    /SignatureMethod/,
  ],
  'a digest by SHA-1': [
    (begun, one) => signedBy(begun, one, { digest: `${SIGNATURES}sha1` }),
    /DigestMethod/,
  ],
  'an HMAC, with the certificate for its key': [
    (begun, { key }) => {
      const xml = changed(RSA_SHA256, `${SIGNATURES}hmac-sha1`)(begun, provider);
      const [info] = /<SignedInfo>[^]*<\/SignedInfo>/.exec(xml) ?? [''];
      const value = createHmac('sha1', key.cert).update(info).digest('base64');
      return xml.replace(/<SignatureValue>[^<]*/, `<SignatureValue>${value}`);
    },
    /SignatureMethod/,
  ],
  'ECDSA, by a key of RSA': [changed(RSA_SHA256, `${MORE}ecdsa-sha256`), /of the certificate/],
  'another hash than it says': [changed(RSA_SHA256, `${MORE}rsa-sha384`), /of the certificate/],
  'SHA-224': [changed(RSA_SHA256, `${MORE}ecdsa-sha224`), /SignatureMethod.*use RSA or ECDSA/],
  'a digest by MD5': [
    (begun, one) => respond(begun, one).replace(/xmlenc#sha256/, 'xmldsig-more#md5'),
    /DigestMethod/,
  ],
  'an algorithm without a name': [changed(` Algorithm="${RSA_SHA256}"`, ''), /SignatureMethod/],
  'a canonical form with comments': [
    changed(`CanonicalizationMethod Algorithm="${C14N}`, (start) => `${start}WithComments`),
    /CanonicalizationMethod/,
  ],
  'the inclusive canonical form': [
    changed(
      `Transform Algorithm="${C14N}`,
      'Transform Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
    ),
    /Transform/,
  ],
  ...Object.fromEntries(
    [
      'http://www.w3.org/TR/1999/REC-xslt-19991116',
      'http://www.w3.org/2002/06/xmldsig-filter2',
    ].map((name): [string, RefusedResponse] => [
      `the transform ${name}, which drops what it likes`,
      [
        changed(/<Transforms>/, `<Transforms><Transform Algorithm="${name}"/>`),
        /not of one|Transf/,
      ],
    ]),
  ),
  'the transform by XPath in place of the signature': [
    changed(`${SIGNATURES}enveloped-signature`, 'http://www.w3.org/TR/1999/REC-xpath-19991116'),
    /Transform/,
  ],
  'transforms without end': [
    changed(/<Transform [^>]*>(?:<\/Transform>)?/, (one) => one.repeat(100)),
    /not of one element/,
  ],
  'a comment in the digest': [changed('<DigestValue>', '<DigestValue><!--x-->'), /not plain XML/],
};

describe('a response of a provider with a key on a curve', () => {
  it('is refused when another key on it signed, or the signature has another form', async () => {
    const algorithm = `${MORE}ecdsa-sha256`;
    const key = await newProviderKey({ keyType: 'ec', curve: 'P-256' });
    const other = await newProviderKey({ keyType: 'ec', curve: 'P-256' });
    const onCurve = await addProvider(world, organization.id, { key });
    const respondBy = (one: ProviderKey) => (begun: Begun) =>
      signed(unsigned(begun, onCurve), { key: one, algorithm });
    const inDer = (begun: Begun) => {
      const xml = respondBy(key)(begun);
      const [, value = ''] = /<SignatureValue>([^<]*)/.exec(xml) ?? [];
      const half = (at: number) => Buffer.from(value, 'base64').subarray(at, at + 32);
      const number = (bytes: Buffer) => Buffer.concat([Buffer.from([2, 33, 0]), bytes]);
      const der = Buffer.concat([Buffer.from([0x30, 70]), number(half(0)), number(half(32))]);
      return xml.replace(value, der.toString('base64'));
    };
    for (const response of [respondBy(other), inDer]) {
      expect(await answerTo(world, onCurve, response)).toEqual(refusedFor(/of the certificate/));
    }
    const zeros = (begun: Begun) =>
      respondBy(key)(begun).replace(
        /(<SignatureValue>)[^<]*/,
        `$1${Buffer.alloc(64).toString('base64')}`,
      );
    expect(await answerTo(world, onCurve, zeros)).toEqual(refusedFor(/of the certificate/));
  });
});

describe('a response that is wrapped around what was signed', () => {
  it.each(Object.entries(wrapping))('is refused: %s', async (_name, [response, problem]) => {
    expect(await answerTo(world, provider, response)).toEqual(refusedFor(problem));
  });
});

describe('a response whose signature has the shape of', () => {
  it.each(Object.entries(shapes))('is refused: %s', async (_name, [response, problem]) => {
    expect(await answerTo(world, provider, response)).toEqual(refusedFor(problem));
  });
});

describe('a response that is signed by', () => {
  it.each(Object.entries(algorithms))('is refused: %s', async (_name, [response, problem]) => {
    expect(await answerTo(world, provider, response)).toEqual(refusedFor(problem));
  });
});
