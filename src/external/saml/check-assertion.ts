import type { Element } from '@xmldom/xmldom';
import { z } from 'zod';
import { SamlError } from './saml-error.ts';
import {
  BEARER,
  emailAttributes,
  knownConditions,
  nameAttributes,
  namespaces,
} from './saml-names.ts';
import { childrenOf, elementsOf, textOf } from './xml.ts';

/** Tolerated clock skew between both sides, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;
/** Maximum length of a user's address, in characters. */
const EMAIL_LENGTH_MAX = 254;
const NAME_LENGTH_MAX = 64;
/**
 * ASCII address. Lower-casing other letters can yield somebody else's address (the Kelvin sign
 * becomes a k).
 */
const emailPattern = z.regexes.html5Email;
/** Time in SAML format. Without a zone it would be in this machine's zone. */
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Values that a verified assertion must have. */
export interface ExpectedAssertion {
  issuer: string;
  audience: string;
  recipient: string;
  now: Date;
}

/** Identity asserted by an identity provider. */
export interface SamlIdentity {
  /** Id of the request that was answered. */
  inResponseTo: string;
  /** E-mail address in lower case. */
  email: string;
  displayName: string;
  /** End of the provider's session; null if not stated. */
  sessionEndsAt: Date | null;
}

/**
 * Reads an assertion whose signature was verified.
 *
 * @throws SamlError for another issuer or audience, outside its validity, or without an identity
 */
export function checkAssertion(assertion: Element, expected: ExpectedAssertion): SamlIdentity {
  if (assertion.localName !== 'Assertion' || assertion.namespaceURI !== namespaces.assertion) {
    throw new SamlError('assertions', 'The signed element is not an assertion.');
  }
  if (textOf(one(assertion, 'Issuer')) !== expected.issuer) {
    throw new SamlError(
      'issuer',
      'The issuer of the assertion is not the entity id of the provider.',
    );
  }
  checkConditions(assertion, expected);
  const subject = one(assertion, 'Subject');
  const inResponseTo = checkConfirmation(subject, expected);
  const sessionEndsAt = sessionEndOf(assertion, expected);
  const attributes = attributesOf(assertion);
  const emails = firstOf(attributes, emailAttributes) ?? [
    textOf(subject && one(subject, 'NameID')),
  ];
  const email = checkedEmail(emails);
  const [name = ''] = firstOf(attributes, nameAttributes) ?? [];
  return { inResponseTo, email, displayName: displayNameOf(name, email), sessionEndsAt };
}

function one(parent: Element, name: string): Element | undefined {
  const [first, second] = childrenOf(parent, namespaces.assertion, name);
  if (second) throw new SamlError('assertions', `The assertion must have one ${name} at most.`);
  return first;
}

function checkConditions(assertion: Element, { audience, now }: ExpectedAssertion): void {
  const conditions = one(assertion, 'Conditions');
  if (!conditions) throw notForUs(audience);
  checkTime(conditions, now);
  // An unknown condition cannot be fulfilled (core, 2.5.1).
  if (elementsOf(conditions).some(({ localName }) => !knownConditions.includes(localName ?? ''))) {
    throw new SamlError('conditions', 'The assertion has a condition that is not known here.');
  }
  const restrictions = childrenOf(conditions, namespaces.assertion, 'AudienceRestriction');
  const isForUs = restrictions.map((restriction) =>
    childrenOf(restriction, namespaces.assertion, 'Audience').some(
      (element) => textOf(element) === audience,
    ),
  );
  // Every restriction must allow this service.
  if (isForUs.length === 0 || isForUs.includes(false)) throw notForUs(audience);
}

function notForUs(audience: string): SamlError {
  return new SamlError('audience', `The audience of the assertion must be ${audience}.`);
}

/** Checks for a bearer confirmation for this service. Returns the id of the answered request. */
function checkConfirmation(
  subject: Element | undefined,
  { recipient, now }: ExpectedAssertion,
): string {
  const confirmations = subject
    ? childrenOf(subject, namespaces.assertion, 'SubjectConfirmation')
    : [];
  const [bearer, other] = confirmations.filter(
    (confirmation) => confirmation.getAttribute('Method') === BEARER,
  );
  const data = bearer && !other ? one(bearer, 'SubjectConfirmationData') : undefined;
  if (data?.getAttribute('Recipient') !== recipient) {
    throw new SamlError('recipient', `The Recipient of the assertion must be ${recipient}.`);
  }
  if (!data.hasAttribute('NotOnOrAfter')) {
    throw new SamlError('expired', 'The assertion must say until when it can be delivered.');
  }
  checkTime(data, now);
  return data.getAttribute('InResponseTo') ?? '';
}

/** Returns the earliest end of the provider's sessions; null if not stated. */
function sessionEndOf(assertion: Element, { now }: ExpectedAssertion): Date | null {
  const statements = childrenOf(assertion, namespaces.assertion, 'AuthnStatement');
  const ends = statements.flatMap((statement) => timeOf(statement, 'SessionNotOnOrAfter') ?? []);
  if (ends.length === 0) return null;
  const end = Math.min(...ends);
  // No clock skew is tolerated here, since a token that ends in the past would be useless.
  if (!(end > now.getTime())) throw expired();
  return new Date(end);
}

function checkTime(element: Element, now: Date): void {
  const notBefore = timeOf(element, 'NotBefore');
  const notOnOrAfter = timeOf(element, 'NotOnOrAfter');
  if (notBefore !== undefined && !(notBefore <= now.getTime() + CLOCK_SKEW_MS)) {
    throw new SamlError('not-yet-valid', 'The assertion is not valid yet: compare the clocks.');
  }
  if (notOnOrAfter !== undefined && !(notOnOrAfter > now.getTime() - CLOCK_SKEW_MS)) {
    throw expired();
  }
}

function expired(): SamlError {
  return new SamlError(
    'expired',
    'The assertion has expired: log in again, or compare the clocks.',
  );
}

/** Returns a time in milliseconds; NaN for an invalid one, which fails every comparison. */
function timeOf(element: Element, name: string): number | undefined {
  const text = element.getAttribute(name);
  if (text === null) return undefined;
  return timePattern.test(text) ? Date.parse(text) : NaN;
}

/** Returns attribute values by name, merged for repeated attributes. */
function attributesOf(assertion: Element): Map<string, string[]> {
  const statements = childrenOf(assertion, namespaces.assertion, 'AttributeStatement');
  const attributes = statements.flatMap((statement) =>
    childrenOf(statement, namespaces.assertion, 'Attribute'),
  );
  const values = new Map<string, string[]>();
  for (const attribute of attributes) {
    const name = attribute.getAttribute('Name') ?? '';
    const given = childrenOf(attribute, namespaces.assertion, 'AttributeValue').map(textOf);
    values.set(name, [...(values.get(name) ?? []), ...given.filter((value) => value !== '')]);
  }
  return values;
}

/** Returns the values of the first of several attributes that has any. */
function firstOf(attributes: ReadonlyMap<string, string[]>, names: readonly string[]) {
  return names.map((name) => attributes.get(name)).find((values) => values && values.length > 0);
}

/**
 * Returns the only address, in lower case. Several addresses would identify the account
 * arbitrarily.
 */
function checkedEmail(given: readonly string[]): string {
  const [email = '', other] = new Set(given.map((address) => address.toLowerCase()));
  if (other !== undefined) {
    throw new SamlError('email', 'The assertion must name one e-mail address, not several.');
  }
  if (email.length <= EMAIL_LENGTH_MAX && given.every((address) => emailPattern.test(address))) {
    return email;
  }
  throw new SamlError(
    'email',
    'The assertion names no e-mail address: have the provider send one, as the NameID or as the attribute "email".',
  );
}

function displayNameOf(name: string, email: string): string {
  const shown = name.replaceAll(/\s+/g, ' ').replaceAll(/[\p{Cc}\p{Cf}]/gu, '');
  const clean = shown.trim() || email.replace(/@.*/s, '');
  return [...clean].slice(0, NAME_LENGTH_MAX).join('');
}
