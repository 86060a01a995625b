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
  type Begun,
  type TestProvider,
} from '../../support/saml-login.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const provider = useProvider(world, organization);
/** Another provider of the organization, which signs with the same key. */
const second = useProvider(world, organization);

const HOUR_MS = 3_600_000;
const claiming = (claims: Parameters<typeof respond>[2]) => (begun: Begun, one: TestProvider) =>
  respond(begun, one, claims);
/** What the provider itself signed, with one text in place of another. */
const stating =
  (from: string | RegExp, to: string | ((part: string) => string)) =>
  (begun: Begun, { key }: TestProvider) => {
    const good = unsigned(begun, provider);
    const xml = good.replace(from, typeof to === 'string' ? () => to : to);
    if (xml === good) throw new Error(`There is no ${String(from)}.`);
    return signed(xml, { key });
  };
const attribute = (name: string, ...values: string[]) =>
  `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`;
const attributes = (...all: string[]) =>
  stating('</saml:Assertion>', (end) => {
    return `<saml:AttributeStatement>${all.join('')}</saml:AttributeStatement>${end}`;
  });
const confirmation = /<saml:SubjectConfirmation [^]*<\/saml:SubjectConfirmation>/;
const restriction = /<saml:AudienceRestriction>[^]*<\/saml:AudienceRestriction>/;

const forOthers: Record<string, RefusedResponse> = {
  'one for another service': [claiming({ audience: 'https://x' }), /audience/],
  'one for no service': [stating(restriction, ''), /audience/],
  'one for this service in one restriction, and for another in the next': [
    stating(
      restriction,
      (own) =>
        `${own}<saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction>`,
    ),
    /audience/,
  ],
  'one without conditions': [stating(/<saml:Conditions[^]*<\/saml:Conditions>/, ''), /audience/],
  'one with a condition that is not known': [
    stating('</saml:Conditions>', (end) => `<saml:Condition/>${end}`),
    /condition that is not known/,
  ],
  'an envelope of another issuer': [claiming({ issuer: 'https://x' }), /issuer of the response/],
  'an assertion of another issuer': [
    claiming({ assertionIssuer: 'https://x' }),
    /issuer of the assertion/,
  ],
  'one sent to another place': [claiming({ destination: 'https://x' }), /Destination/],
  'one for another recipient': [claiming({ recipient: 'https://x' }), /Recipient/],
  'one for the recipient in other letters': [
    (begun, one) => respond(begun, one, { recipient: begun.request.acsURL.toUpperCase() }),
    /Recipient/,
  ],
  'one whose subject nobody confirms': [stating(confirmation, ''), /Recipient/],
  'one for the holder of a key': [stating('cm:bearer', 'cm:holder-of-key'), /Recipient/],
  'one that is confirmed twice': [stating(confirmation, (one) => `${one}${one}`), /Recipient/],
};

const unasked: Record<string, RefusedResponse> = {
  'one to no request': [claiming({ inResponseTo: '_x' }), /to no login/],
  'one to no request at all': [claiming({ inResponseTo: '' }), /to no login/],
  'one that says nothing of a request': [stating(/ InResponseTo="[^"]+"\/>/, '/>'), /to no login/],
  'one to a request whose id was changed': [
    (begun, one) => respond(begun, one, { inResponseTo: begun.request.id.replace(/^_../, '_AA') }),
    /to no login/,
  ],
  'one to a request in another spelling of its id': [
    (begun, one) => respond(begun, one, { inResponseTo: `${begun.request.id}=` }),
    /to no login/,
  ],
};

const untimely: Record<string, RefusedResponse> = {
  'one that expired': [claiming({ shiftMs: -HOUR_MS }), /expired/],
  'one that expired two minutes ago': [claiming({ shiftMs: -180_000 }), /expired/],
  'one that is not valid yet': [claiming({ shiftMs: HOUR_MS }), /not valid yet/],
  'one that is valid in two minutes': [claiming({ shiftMs: 121_000 }), /not valid yet/],
  'one that can be delivered for ever': [
    stating(
      /(<saml:SubjectConfirmationData) NotOnOrAfter="[^"]+"/,
      '<saml:SubjectConfirmationData',
    ),
    /until when/,
  ],
  'one with a time that is none': [
    stating(/ NotOnOrAfter="[^"]+"/, ' NotOnOrAfter="later"'),
    /expired/,
  ],
  'one with a time in no zone': [
    stating(/ NotOnOrAfter="[^"]+"/, ' NotOnOrAfter="2999-01-01T00:00:00"'),
    /expired/,
  ],
  'one of a session that is over': [
    stating(
      '<saml:AuthnStatement',
      (start) => `${start} SessionNotOnOrAfter="2020-01-01T00:00:00Z"`,
    ),
    /expired/,
  ],
};

const nameless: Record<string, RefusedResponse> = {
  'one that names no address': [claiming({ email: 'ada' }), /no e-mail address/],
  'one with an encrypted name': [
    stating(/<saml:NameID>[^]*<\/saml:NameID>/, '<saml:EncryptedID/>'),
    /no e-mail address/,
  ],
  'one with two names': [
    stating(/<saml:NameID>[^]*<\/saml:NameID>/, (one) => `${one}${one}`),
    /one NameID at most/,
  ],
  'an address with a letter that is another one in lower case': [
    claiming({ email: 'ada@example.com'.replace('a', '\u212a') }),
    /no e-mail address/,
  ],
  'an address in the letters of another alphabet': [
    claiming({ email: '\u0430da@example.com' }),
    /no e-mail address/,
  ],
  'an address with a second one behind it': [
    claiming({ email: 'ada@example.com&#10;eve@example.com' }),
    /no e-mail address/,
  ],
  'several addresses': [
    attributes(attribute('email', 'ada@example.com', 'eve@example.com')),
    /one e-mail address, not several/,
  ],
  'several addresses in several attributes of one name': [
    attributes(attribute('mail', 'ada@example.com'), attribute('mail', 'eve@example.com')),
    /one e-mail address, not several/,
  ],
  'a comment in the address': [
    claiming({ email: 'admin@example.com<!---->.evil.test' }),
    /not plain XML/,
  ],
  'a processing instruction in the address': [
    claiming({ email: 'admin@example.com<?x y?>.evil.test' }),
    /not plain XML/,
  ],
  'a CDATA section in the address': [
    claiming({ email: '<![CDATA[admin@example.com]]>.evil.test' }),
    /not plain XML/,
  ],
};

const refused = { ...forOthers, ...unasked, ...untimely, ...nameless };

describe('a response', () => {
  it.each(Object.entries(refused))('is refused: %s', async (_name, [response, problem]) => {
    expect(await answerTo(world, provider, response)).toEqual(refusedFor(problem));
  });

  it('is refused when it answers a request of another provider, even of the same key', async () => {
    const begun = await begin(world, second);
    const { request } = await begin(world, provider);
    const xml = respond({ ...begun, request: { ...request, id: begun.request.id } }, provider);
    expect(problemOn(await deliver(world, provider, xml))).toMatch(/to no login/);
  });

  it('is refused at another provider than it is for', async () => {
    await world.db.prisma.samlProvider.update({
      where: { id: second.id },
      data: { certificate: provider.key.cert, entityId: provider.entityId },
    });
    const xml = respond(await begin(world, provider), provider);
    expect(problemOn(await deliver(world, second, xml))).toMatch(/Destination/);
  });

  it('is refused when the form has no field for it, or two', async () => {
    for (const payload of ['', 'SAMLResponse=a&SAMLResponse=b', 'RelayState=https%3A%2F%2Fevil']) {
      const page = await world.app.inject({
        method: 'POST',
        url: `/saml/${provider.id}/acs`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      });
      expect([page.statusCode, problemOn(page)]).toEqual([403, expect.stringMatching(/one field/)]);
    }
  });

  it('is refused when it is sent as anything but a form: JSON was asked for there', async () => {
    for (const type of ['application/json', 'text/xml', 'multipart/form-data; boundary=x']) {
      const page = await world.app.inject({
        ...{ method: 'POST', url: `/saml/${provider.id}/acs` },
        ...{ headers: { 'content-type': type }, payload: '{"SAMLResponse":"a"' },
      });
      expect([page.statusCode, problemOn(page)]).toEqual([403, expect.stringMatching(/in a form/)]);
    }
  });

  it('stays here, wherever a RelayState wants to lead', async () => {
    const begun = await begin(world, provider);
    const page = await deliverForm(world, provider, {
      SAMLResponse: Buffer.from(respond(begun, provider)).toString('base64'),
      RelayState: `https://evil.test/${'x'.repeat(100_000)}`,
    });
    expect(page.headers.location).toMatch(/^https:\/\/docs\.example\.com\/saml\/[^?]+\/finish\?/);
  });
});
