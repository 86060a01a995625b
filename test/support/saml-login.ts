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

/** A provider of an organization, as its identity provider knows it. */
export interface TestProvider {
  id: string;
  key: ProviderKey;
  /** What it signs with; absent for RSA with SHA-256. */
  algorithm?: string;
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

/** A provider of an organization of a world; filled in before the first test. */
export function useProvider(world: World, organization: { id: string }): TestProvider {
  const provider = {} as TestProvider;
  beforeAll(async () => {
    Object.assign(provider, await addProvider(world, organization.id));
  });
  return provider;
}

/** An organization and its provider, both new for each test of a file. */
export function useOwnProvider(world: World) {
  const own = {} as { id: string; admin: Client };
  const provider = {} as TestProvider;
  beforeEach(async () => {
    // The admin of the installation is the first user.
    await world.user();
    Object.assign(own, await world.organization());
    Object.assign(provider, await addProvider(world, own.id));
  });
  return { own, provider };
}

/** Logs somebody in, who is whoever has the token then. */
export async function sessionOf(
  world: World,
  provider: TestProvider,
  email: string,
): Promise<Client> {
  return world.withToken(tokenOn(await logIn(world, provider, { email })) ?? '');
}

/** The address of a user. */
export async function emailOf(world: World, { userId }: Client): Promise<string> {
  return (await world.db.prisma.user.findUniqueOrThrow({ where: { id: userId } })).email;
}

/** What a browser knows after it began a login. */
export interface Begun {
  request: LoginRequest;
  cookie: string;
}

/** Begins a login as a browser does, which may have a cookie of another one. */
export async function begin(world: World, { id }: { id: string }, kept = ''): Promise<Begun> {
  const headers = { cookie: kept };
  const answer = await world.app.inject({ url: `/saml/${id}/login`, headers });
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  return { request: readRequest(String(answer.headers.location)), cookie };
}

/** A response to a login, as it should be but for what is given, without a signature. */
export function unsigned(
  { request }: Begun,
  { entityId }: TestProvider,
  claims: Partial<Claims> = {},
): string {
  return responseTo(request, { issuer: entityId, email: 'ada@example.com', ...claims });
}

/** The same, signed. */
export function respond(
  begun: Begun,
  provider: TestProvider,
  claims: Partial<Claims> = {},
): string {
  const { key, algorithm } = provider;
  return signed(unsigned(begun, provider, claims), { key, ...(algorithm && { algorithm }) });
}

/** Sends a response as the page of an identity provider makes a browser do. */
export function deliver(
  world: World,
  provider: { id: string },
  xml: string | Buffer,
): Promise<LightMyRequestResponse> {
  return deliverForm(world, provider, { SAMLResponse: Buffer.from(xml).toString('base64') });
}

/** The same with the fields of the form as they are. */
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
