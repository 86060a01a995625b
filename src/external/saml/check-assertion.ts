import type { Element } from '@xmldom/xmldom';
import { SamlError } from './saml-error.ts';
import { BEARER, emailAttributes, nameAttributes, namespaces } from './saml-names.ts';
import { childrenOf, textOf } from './xml.ts';

/** How far the clocks of both sides may be apart, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;
/** Longest address of a user, in characters. */
const EMAIL_LENGTH_MAX = 254;
const NAME_LENGTH_MAX = 64;
const emailPattern = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}@(?:[a-z0-9-]+\.)*[a-z0-9-]+$/u;

/** What a verified assertion must say. */
export interface ExpectedAssertion {
  issuer: string;
  audience: string;
  recipient: string;
  now: Date;
}

/** What an identity provider says of somebody. */
export interface SamlIdentity {
  /** Id of the request that it answers. */
  inResponseTo: string;
  /** In lower case. */
  email: string;
  displayName: string;
}

/**
 * Reads an assertion whose signature was verified, and nothing beside it.
 *
 * @throws SamlError when it is of another issuer, for others, of another time, or names nobody
 */
export function checkAssertion(assertion: Element, expected: ExpectedAssertion): SamlIdentity {
  if (textOf(one(assertion, 'Issuer')) !== expected.issuer) {
    throw new SamlError(
      'issuer',
      'The issuer of the assertion is not the entity id of the provider.',
    );
  }
  checkConditions(assertion, expected);
  const subject = one(assertion, 'Subject');
  const inResponseTo = checkConfirmation(subject, expected);
  const attributes = attributesOf(assertion);
  const nameId = textOf(subject && one(subject, 'NameID'));
  const email = firstOf(attributes, emailAttributes) ?? nameId;
  return {
    inResponseTo,
    email: checkedEmail(email.toLowerCase()),
    displayName: displayNameOf(firstOf(attributes, nameAttributes) ?? '', email),
  };
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
  const restrictions = childrenOf(conditions, namespaces.assertion, 'AudienceRestriction');
  const isForUs = restrictions.map((restriction) =>
    childrenOf(restriction, namespaces.assertion, 'Audience').some(
      (element) => textOf(element) === audience,
    ),
  );
  // Each restriction narrows the others.
  if (isForUs.length === 0 || isForUs.includes(false)) throw notForUs(audience);
}

function notForUs(audience: string): SamlError {
  return new SamlError('audience', `The audience of the assertion must be ${audience}.`);
}

/** A bearer confirmation for this service and a request of it. It answers the id of the request. */
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

function checkTime(element: Element, now: Date): void {
  const notBefore = timeOf(element, 'NotBefore');
  const notOnOrAfter = timeOf(element, 'NotOnOrAfter');
  if (notBefore !== undefined && !(notBefore <= now.getTime() + CLOCK_SKEW_MS)) {
    throw new SamlError('not-yet-valid', 'The assertion is not valid yet: compare the clocks.');
  }
  if (notOnOrAfter !== undefined && !(notOnOrAfter > now.getTime() - CLOCK_SKEW_MS)) {
    throw new SamlError(
      'expired',
      'The assertion has expired: log in again, or compare the clocks.',
    );
  }
}

/** NaN for what is no time, which no comparison lets pass. */
function timeOf(element: Element, name: string): number | undefined {
  const text = element.getAttribute(name);
  return text === null ? undefined : Date.parse(text);
}

function attributesOf(assertion: Element): Map<string, string> {
  const statements = childrenOf(assertion, namespaces.assertion, 'AttributeStatement');
  const attributes = statements.flatMap((statement) =>
    childrenOf(statement, namespaces.assertion, 'Attribute'),
  );
  return new Map(
    attributes.map((attribute) => {
      const [value] = childrenOf(attribute, namespaces.assertion, 'AttributeValue');
      return [attribute.getAttribute('Name') ?? '', textOf(value)];
    }),
  );
}

function firstOf(values: ReadonlyMap<string, string>, names: readonly string[]) {
  return names.map((name) => values.get(name)).find((value) => value !== undefined && value !== '');
}

function checkedEmail(email: string): string {
  if (email.length <= EMAIL_LENGTH_MAX && emailPattern.test(email)) return email;
  throw new SamlError(
    'email',
    'The assertion names no e-mail address: have the provider send one, as the NameID or as the attribute "email".',
  );
}

function displayNameOf(name: string, email: string): string {
  const clean = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim() || email.replace(/@.*/s, '');
  return [...clean].slice(0, NAME_LENGTH_MAX).join('');
}
