import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, beforeEach } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import type { Client } from './client.ts';
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

/** A SAML provider of an organization, with the data of its identity provider. */
export interface TestProvider {
  id: string;
  key: ProviderKey;
  /** Signature algorithm; defaults to RSA with SHA-256. */
  algorithm?: string;
  entityId: string;
}

/** Adds an active provider to an organization, with a key that the test knows. */
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

/** Returns a provider of an organization in a world, set before the first test. */
export function useProvider(world: World, organization: { id: string }): TestProvider {
  const provider = {} as TestProvider;
  beforeAll(async () => {
    Object.assign(provider, await addProvider(world, organization.id));
  });
  return provider;
}

/** Returns an organization and its provider, both new for each test of a file. */
export function useOwnProvider(world: World) {
  const own = {} as { id: string; admin: Client };
  const provider = {} as TestProvider;
  beforeEach(async () => {
    // The first user is the admin of the installation.
    await world.user();
    Object.assign(own, await world.organization());
    Object.assign(provider, await addProvider(world, own.id));
  });
  return { own, provider };
}

/** Logs a user in, and returns a client with their new token. */
export async function sessionOf(
  world: World,
  provider: TestProvider,
  email: string,
): Promise<Client> {
  return world.withToken(tokenOn(await logIn(world, provider, { email })) ?? '');
}

/** Returns the e-mail address of a user. */
export async function emailOf(world: World, { userId }: Client): Promise<string> {
  return (await world.db.prisma.user.findUniqueOrThrow({ where: { id: userId } })).email;
}

/** The state of a browser after the start of a login. */
export interface Begun {
  request: LoginRequest;
  cookie: string;
}

/** Starts a login as a browser does, optionally with the cookie of another login. */
export async function begin(world: World, { id }: { id: string }, kept = ''): Promise<Begun> {
  const headers = { cookie: kept };
  const answer = await world.app.inject({ url: `/saml/${id}/login`, headers });
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  return { request: readRequest(String(answer.headers.location)), cookie };
}

/** Returns an unsigned response to a login, valid except for the given claims. */
export function unsigned(
  { request }: Begun,
  { entityId }: TestProvider,
  claims: Partial<Claims> = {},
): string {
  return responseTo(request, { issuer: entityId, email: 'ada@example.com', ...claims });
}

/** Returns the same response, signed. */
export function respond(
  begun: Begun,
  provider: TestProvider,
  claims: Partial<Claims> = {},
): string {
  const { key, algorithm } = provider;
  return signed(unsigned(begun, provider, claims), { key, ...(algorithm && { algorithm }) });
}

/** Sends a response as the page of an identity provider does. */
export function deliver(
  world: World,
  provider: { id: string },
  xml: string | Buffer,
): Promise<LightMyRequestResponse> {
  return deliverForm(world, provider, { SAMLResponse: Buffer.from(xml).toString('base64') });
}

/** Sends a form with the given fields. */
export function deliverForm(
  world: World,
  { id }: { id: string },
  fields: Record<string, string>,
): Promise<LightMyRequestResponse> {
  return world.app.inject({
    method: 'POST',
    url: `/saml/${id}/acs`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
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

/** Logs a user in, and returns the final page, successful or not. */
export async function logIn(
  world: World,
  provider: TestProvider,
  claims: Partial<Claims> = {},
): Promise<LightMyRequestResponse> {
  const begun = await begin(world, provider);
  const delivered = await deliver(world, provider, respond(begun, provider, claims));
  return delivered.statusCode === 303 ? follow(world, delivered, begun.cookie) : delivered;
}

/** Returns the token on a page; undefined if there is none. */
export function tokenOn({ body }: LightMyRequestResponse): string | undefined {
  return /id="value">([^<]+)</.exec(body)?.[1];
}

/** Returns the problem on a page; undefined if there is none. */
export function problemOn({ body }: LightMyRequestResponse): string | undefined {
  return /id="problem"[^>]*>([^<]+)</.exec(body)?.[1];
}
