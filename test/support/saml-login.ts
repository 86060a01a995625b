import type { LightMyRequestResponse } from 'fastify';
import { newId } from '../../src/lib/id.ts';
import {
  newProviderKey,
  readRequest,
  responseTo,
  signed,
  type Claims,
  type LoginRequest,
  type ProviderKey,
} from './identity-provider.ts';
import { baseUrl, type World } from './world.ts';

/** A provider of an organization, as its identity provider knows it. */
export interface TestProvider {
  id: string;
  key: ProviderKey;
  entityId: string;
}

/** An active provider of an organization, with a key that the test holds. */
export async function addProvider(
  world: World,
  organizationId: string,
  settings: { defaultRole?: string | null; defaultTeamId?: string; key?: ProviderKey } = {},
): Promise<TestProvider> {
  const { key = await newProviderKey(), ...given } = settings;
  const id = newId('SAMLProvider');
  const entityId = `https://login.example.com/${id}`;
  await world.db.prisma.samlProvider.create({
    data: {
      ...{
        id,
        organizationId,
        entityId,
        label: 'Company',
        ssoUrl: 'https://login.example.com/sso',
      },
      ...{ certificate: key.cert, defaultRole: 'read', ...given },
    },
  });
  return { id, key, entityId };
}

/** What a browser knows after it began a login. */
export interface Begun {
  request: LoginRequest;
  cookie: string;
}

/** Begins a login as a browser does. */
export async function begin(world: World, { id }: { id: string }): Promise<Begun> {
  const answer = await world.app.inject({ url: `/saml/${id}/login` });
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  return { request: readRequest(String(answer.headers.location)), cookie };
}

/** A response to a login, as it should be but for what is given, signed. */
export function respond(
  { request }: Begun,
  { key, entityId }: TestProvider,
  claims: Partial<Claims> = {},
): string {
  const all = { issuer: entityId, email: 'ada@example.com', ...claims };
  return signed(responseTo(request, all), { key });
}

/** Sends a response as the page of an identity provider makes a browser do. */
export function deliver(
  world: World,
  { id }: { id: string },
  xml: string,
): Promise<LightMyRequestResponse> {
  const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') });
  return world.app.inject({
    method: 'POST',
    url: `/saml/${id}/acs`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  });
}

/** Follows the redirect of a delivery. */
export function follow(
  world: World,
  { headers: { location } }: LightMyRequestResponse,
  cookie: string,
): Promise<LightMyRequestResponse> {
  return world.app.inject({ url: String(location).replace(baseUrl, ''), headers: { cookie } });
}

/** Logs somebody in; the page at the end is answered, whatever it says. */
export async function logIn(
  world: World,
  provider: TestProvider,
  claims: Partial<Claims> = {},
): Promise<LightMyRequestResponse> {
  const begun = await begin(world, provider);
  const delivered = await deliver(world, provider, respond(begun, provider, claims));
  return delivered.statusCode === 303 ? follow(world, delivered, begun.cookie) : delivered;
}

/** The token that a page shows; undefined for none. */
export function tokenOn({ body }: LightMyRequestResponse): string | undefined {
  return /id="value">([^<]+)</.exec(body)?.[1];
}

/** The reason that a page shows; undefined for none. */
export function problemOn({ body }: LightMyRequestResponse): string | undefined {
  return /id="problem"[^>]*>([^<]+)</.exec(body)?.[1];
}
