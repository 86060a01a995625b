import { IdentityProvider, ServiceProvider, setSchemaValidator } from 'samlify';
import { describe, expect, it } from 'vitest';
import {
  addProvider,
  deliverForm,
  follow,
  tokenOn,
  type TestProvider,
} from '../../support/saml-login.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';

const world = useWorld();
const organization = useOrganization(world);

/** What the gateway says of itself as the service of a provider. */
const metadataOf = async ({ id }: { id: string }) =>
  (await world.app.inject({ url: `/saml/${id}/metadata` })).body;

/** An identity provider of another make, which knows the gateway by its metadata alone. */
function otherMake({ key, entityId }: TestProvider) {
  // The messages are read in any case: this is about what they say.
  setSchemaValidator({ validate: () => Promise.resolve('not asked') });
  return IdentityProvider({
    entityID: entityId,
    privateKey: key.private,
    signingCert: key.cert,
    nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
    singleSignOnService: [
      {
        Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
        Location: 'https://login.example.com/sso',
      },
    ],
  });
}

describe('the metadata', () => {
  it('says all that a provider needs to know', async () => {
    const provider = await addProvider(world, organization.id);
    const { entityMeta } = ServiceProvider({ metadata: await metadataOf(provider) });
    expect({
      entityID: entityMeta.getEntityID(),
      acsURL: entityMeta.getAssertionConsumerService('post'),
      nameIDFormat: entityMeta.getNameIDFormat(),
      wantsAssertionsSigned: entityMeta.isWantAssertionsSigned(),
      signsRequests: entityMeta.isAuthnRequestSigned(),
    }).toEqual({
      entityID: `${baseUrl}/saml/${provider.id}/metadata`,
      acsURL: `${baseUrl}/saml/${provider.id}/acs`,
      nameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      wantsAssertionsSigned: true,
      signsRequests: false,
    });
  });

  it('is enough for a provider of another make to read a request and to answer it', async () => {
    const provider = await addProvider(world, organization.id);
    const service = ServiceProvider({ metadata: await metadataOf(provider) });
    const idp = otherMake(provider);
    const begun = await world.app.inject({ url: `/saml/${provider.id}/login` });
    const query = Object.fromEntries(new URL(String(begun.headers.location)).searchParams);
    const request = await idp.parseLoginRequest(service, 'redirect', { query });
    expect(request.extract).toMatchObject({
      issuer: `${baseUrl}/saml/${provider.id}/metadata`,
      request: { assertionConsumerServiceUrl: `${baseUrl}/saml/${provider.id}/acs` },
    });
    const user = { email: 'Ada@Example.com' };
    const { context } = await idp.createLoginResponse(service, { ...request }, 'post', user);
    const delivered = await deliverForm(world, provider, { SAMLResponse: context });
    const [cookie = ''] = String(begun.headers['set-cookie']).split(';');
    const token = tokenOn(await follow(world, delivered, cookie)) ?? '';
    const { body } = await world.withToken(token).get('/v1/user');
    expect(body).toMatchObject({ email: 'ada@example.com', displayName: 'ada' });
  });
});
