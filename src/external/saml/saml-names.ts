/** Namespaces of SAML 2.0 and of the XML signatures in it. */
export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

/** How a bearer, such as a browser, confirms that an assertion is about it. */
export const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';

/**
 * What is signed with, and how what is signed is hashed. SHA-1 can be forged, and an HMAC would be
 * keyed with a public certificate.
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
 * What a signature may be made of, by the element that names it. Other transforms than these
 * change what was signed.
 */
export const allowedAlgorithms: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: Object.keys(algorithms.signatures),
  DigestMethod: Object.keys(algorithms.digests),
  CanonicalizationMethod: [C14N],
  Transform: [C14N, `${namespaces.signature}enveloped-signature`],
};

/** Conditions of an assertion: for whom it is, that it is used once, and who may pass it on. */
export const knownConditions: readonly string[] = [
  ...['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'],
];

/** Attributes in which identity providers send an e-mail address, by preference. */
export const emailAttributes = [
  'email',
  'mail',
  'emailAddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
] as const;

/** The same for the name of a person. */
export const nameAttributes = [
  'displayName',
  'name',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
] as const;
