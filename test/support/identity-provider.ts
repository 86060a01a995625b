import { randomUUID, sign, type BinaryLike, type KeyLike } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { generate, type SelfsignedOptions } from 'selfsigned';
import { SignedXml } from 'xml-crypto';
import { escapeHtml } from '../../src/lib/escape-html.ts';

const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const RSA_SHA256 = `${MORE}rsa-sha256`;
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';

/** A key of an identity provider, and its certificate as PEM. */
export interface ProviderKey {
  private: string;
  cert: string;
}

/** Creates a new key, RSA by default. */
export async function newProviderKey(options: SelfsignedOptions = {}): Promise<ProviderKey> {
  const names = [{ name: 'commonName', value: 'idp' }];
  return generate(names, { keySize: 2048, algorithm: 'sha256', ...options });
}

/** A login request to an identity provider. */
export interface LoginRequest {
  id: string;
  acsURL: string;
  audience: string;
  xml: string;
}

/** Reads the request in the URL of a login's redirect. */
export function readRequest(address: string): LoginRequest {
  const encoded = new URL(address).searchParams.get('SAMLRequest') ?? '';
  const xml = inflateRawSync(Buffer.from(encoded, 'base64')).toString();
  const found = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  return {
    id: found(/ ID="([^"]+)"/),
    acsURL: found(/AssertionConsumerServiceURL="([^"]+)"/),
    audience: found(/<saml:Issuer[^>]*>([^<]+)</),
    xml,
  };
}

/** The content of a response; all defaults are valid. */
export interface Claims {
  issuer: string;
  assertionIssuer?: string;
  email: string;
  name?: string;
  destination?: string;
  recipient?: string;
  audience?: string;
  inResponseTo?: string;
  /** Shifts all times, in milliseconds. */
  shiftMs?: number;
  status?: string;
}

/** Returns an unsigned response to a request. */
export function responseTo(request: LoginRequest, claims: Claims): string {
  const time = (offsetMs: number) =>
    new Date(Date.now() + offsetMs + (claims.shiftMs ?? 0)).toISOString();
  const destination = claims.destination ?? request.acsURL;
  const inResponseTo = claims.inResponseTo ?? request.id;
  const status = claims.status ?? 'Success';
  return (
    `<samlp:Response xmlns:samlp="${PROTOCOL}" ID="_${randomUUID()}" Version="2.0" ` +
    `IssueInstant="${time(0)}" Destination="${destination}" InResponseTo="${inResponseTo}">` +
    `<saml:Issuer xmlns:saml="${ASSERTION}">${claims.issuer}</saml:Issuer><samlp:Status>` +
    `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>` +
    `${assertionOf(request, claims, time)}</samlp:Response>`
  );
}

function assertionOf(
  request: LoginRequest,
  claims: Claims,
  time: (offsetMs: number) => string,
): string {
  const inResponseTo = claims.inResponseTo ?? request.id;
  const name =
    claims.name === undefined
      ? ''
      : `<saml:AttributeStatement><saml:Attribute Name="displayName"><saml:AttributeValue>` +
        `${claims.name}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`;
  return (
    `<saml:Assertion xmlns:saml="${ASSERTION}" ID="_${randomUUID()}" Version="2.0" ` +
    `IssueInstant="${time(0)}"><saml:Issuer>${claims.assertionIssuer ?? claims.issuer}` +
    `</saml:Issuer><saml:Subject><saml:NameID>${claims.email}</saml:NameID>` +
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">' +
    `<saml:SubjectConfirmationData NotOnOrAfter="${time(60_000)}" ` +
    `Recipient="${claims.recipient ?? request.acsURL}" InResponseTo="${inResponseTo}"/>` +
    `</saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${time(-1000)}" ` +
    `NotOnOrAfter="${time(60_000)}"><saml:AudienceRestriction><saml:Audience>` +
    `${claims.audience ?? request.audience}</saml:Audience></saml:AudienceRestriction>` +
    `</saml:Conditions><saml:AuthnStatement AuthnInstant="${time(0)}"><saml:AuthnContext>` +
    '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password' +
    `</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${name}</saml:Assertion>`
  );
}

/** Options of the signature; all defaults are valid. */
export interface Signing {
  key: ProviderKey;
  algorithm?: string;
  digest?: string;
  /** The signed element. */
  element?: 'Assertion' | 'Response';
}

/** Algorithms of elliptic-curve keys, which the library does not include. */
const ecdsa = Object.fromEntries(
  ['sha256', 'sha384', 'sha512'].map((hash) => {
    const name = `${MORE}ecdsa-${hash}`;
    return [
      name,
      class {
        getAlgorithmName = () => name;
        getSignature(text: BinaryLike, key: KeyLike): string {
          const how = { key: key as string, dsaEncoding: 'ieee-p1363' } as const;
          return sign(hash, Buffer.from(text as string), how).toString('base64');
        }
        verifySignature(): never {
          throw new Error('An identity provider verifies nothing here.');
        }
      },
    ];
  }),
);

export function signed(xml: string, { key, element = 'Assertion', ...signing }: Signing): string {
  const signature = new SignedXml({
    privateKey: key.private,
    publicCert: key.cert,
    signatureAlgorithm: signing.algorithm ?? RSA_SHA256,
    canonicalizationAlgorithm: C14N,
  });
  Object.assign(signature.SignatureAlgorithms, ecdsa);
  const path = `//*[local-name(.)='${element}']`;
  signature.addReference({
    xpath: path,
    digestAlgorithm: signing.digest ?? SHA256,
    transforms: [ENVELOPED, C14N],
  });
  const reference = `${path}/*[local-name(.)='Issuer']`;
  signature.computeSignature(xml, { location: { reference, action: 'after' } });
  return signature.getSignedXml();
}

export interface RunningProvider {
  url: string;
  stop(): Promise<void>;
}

/** Starts an identity provider on a port of `localhost`, at which every login is the same user. */
export async function startIdentityProvider(
  key: ProviderKey,
  claims: Claims,
): Promise<RunningProvider> {
  const server = createServer((incoming, outgoing) => {
    // A browser also requests the site's icon.
    if (!incoming.url?.startsWith('/sso?')) return outgoing.writeHead(404).end();
    const request = readRequest(`http://idp${incoming.url}`);
    const response = Buffer.from(signed(responseTo(request, claims), { key })).toString('base64');
    outgoing.setHeader('content-type', 'text/html; charset=utf-8').end(
      `<!doctype html><title>Log in</title><form method="post" action="${escapeHtml(request.acsURL)}">
      <input type="hidden" name="SAMLResponse" value="${response}"><button>I am Ada</button></form>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/sso`, stop: () => close(server) };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
