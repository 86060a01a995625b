import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifyResponse } from '../../src/external/saml/verify-response.ts';

/** Responses that xmlsec1 has signed, each with its certificate. */
const signers = ['rsa-sha384', 'ecdsa-sha256', 'ecdsa-sha384', 'ecdsa-sha512'];
const fixture = (name: string) =>
  fs.readFileSync(new URL(`../fixtures/saml/${name}.xml`, import.meta.url), 'utf8');
const certificateIn = (xml: string) => /<ds:X509Certificate>([^<]+)</.exec(xml)?.[1] ?? '';

function read(xml: string, certificate = certificateIn(xml)) {
  return verifyResponse({
    peers: {
      provider: { entityId: 'https://login.example.com', ssoUrl: '', certificate },
      service: {
        acsURL: 'https://docs.example.com/saml/acs',
        entityID: 'https://docs.example.com/saml/metadata',
      },
    },
    encoded: Buffer.from(xml).toString('base64'),
    now: new Date('2026-11-01T12:01:00Z'),
  });
}

describe('a response that another program signed', () => {
  it.each(signers)('is believed: %s', (name) => {
    const ada = { email: 'ada@example.com', inResponseTo: '_request' };
    expect(read(fixture(name))).toMatchObject(ada);
    // However lines end: for XML it is the same document.
    expect(read(fixture(name).replaceAll('\n', '\r\n'))).toMatchObject(ada);
  });

  it.each(signers)('is refused when it was changed, or by another key: %s', (name) => {
    const xml = fixture(name);
    const refused = /not of the certificate/;
    expect(() => read(xml.replace('Ada@', 'Eve@'))).toThrow(refused);
    const value = /<ds:SignatureValue>(.)/.exec(xml)?.[1] ?? '';
    const other = value === 'A' ? 'B' : 'A';
    const forged = xml.replace(/(<ds:SignatureValue>)./, `$1${other}`);
    expect(() => read(forged)).toThrow(refused);
    for (const signer of signers.filter((one) => one !== name)) {
      expect(() => read(xml, certificateIn(fixture(signer)))).toThrow(refused);
    }
  });
});
