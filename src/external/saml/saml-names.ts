/** Namespaces of SAML 2.0 and its XML signatures. */
export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

/** Confirmation method of a bearer, such as a browser. */
export const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const POST_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
/** Name identifier format that this service asks for. */
export const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
export const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';

/**
 * Accepted signature and digest algorithms. SHA-1 can be forged, and an HMAC would be keyed with a
 * public certificate.
 */
export const algorithms = {
  signatures: {
    [`${MORE}rsa-sha256`]: { keyType: 'rsa', hash: 'sha256' },
    [`${MORE}rsa-sha384`]: { keyType: 'rsa', hash: 'sha384' },
    [`${MORE}rsa-sha512`]: { keyType: 'rsa', hash: 'sha512' },
    [`${MORE}ecdsa-sha256`]: { keyType: 'ec', hash: 'sha256' },
    [`${MORE}ecdsa-sha384`]: { keyType: 'ec', hash: 'sha384' },
    [`${MORE}ecdsa-sha512`]: { keyType: 'ec', hash: 'sha512' },
  },
  digests: {
    [`${ENCRYPTION}sha256`]: 'sha256',
    [`${MORE}sha384`]: 'sha384',
    [`${ENCRYPTION}sha512`]: 'sha512',
  },
} as const;

/**
 * Accepted algorithms by the element that names them. Other transforms would change the signed
 * content.
 */
export const allowedAlgorithms: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: Object.keys(algorithms.signatures),
  DigestMethod: Object.keys(algorithms.digests),
  CanonicalizationMethod: [C14N],
  Transform: [C14N, `${namespaces.signature}enveloped-signature`],
};

/** Supported conditions of an assertion: audience, single use, and proxying. */
export const knownConditions: readonly string[] = [
  ...['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'],
];

/** Attributes in which identity providers send an e-mail address, in order of preference. */
export const emailAttributes = [
  'email',
  'mail',
  'emailAddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
] as const;

/** Attributes in which they send the name of a person, in order of preference. */
export const nameAttributes = [
  'displayName',
  'name',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
] as const;
