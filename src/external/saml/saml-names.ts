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
 * What a signature may be made of, by the element that names it. SHA-1 can be forged, an HMAC would
 * be keyed with a public certificate, and other transforms change what was signed.
 */
export const allowedAlgorithms: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: [`${MORE}rsa-sha256`, `${MORE}rsa-sha512`],
  DigestMethod: [`${ENCRYPTION}sha256`, `${ENCRYPTION}sha512`],
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
