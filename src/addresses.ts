import { decodeUrlPart } from './lib/decode-url-part.ts';
import { urlOf } from './lib/urls.ts';

/** Settings of the addresses in responses. */
export interface AddressSettings {
  /** Public address of the gateway, without a trailing slash; empty if it is unknown. */
  readonly baseUrl: string;
  /** Pattern of addresses of the app, without the `/{path}` at its end. */
  readonly appUrl?: string | undefined;
  /** Pattern of addresses of published sites, without the `/{path}` at its end. */
  readonly sitesUrl?: string | undefined;
}

/** The object of an address of the app, by the ids in the address. */
export type AppAddress =
  | { kind: 'organization'; organization: string }
  | { kind: 'site' | 'collection'; organization: string; id: string }
  | { kind: 'openapi'; organization: string; slug: string }
  | SpaceAddress;

/** An address of a space, of one of its change requests or revisions, or of a page in it. */
export interface SpaceAddress {
  kind: 'space';
  organization: string;
  space: string;
  /** Number of the change request. */
  changeRequest?: string;
  revision?: string;
  /** Path of the page; empty for none. */
  path: string;
}

/** The names of a site in an address. */
export interface NamedSite {
  site?: string;
  organization?: string;
  /** Basename of the site, or its id. */
  basename?: string;
  /** Number of segments of the address of the site. */
  length: number;
}

/** Addresses of docgraph as the SAML service provider of an identity provider. */
export interface ServiceUrls {
  /** Assertion consumer service, which receives the responses of the identity provider. */
  acsURL: string;
  /** Address that starts a login. */
  startURL: string;
  /** Entity id of docgraph, which is also the address of its metadata. */
  entityID: string;
}

/** Fields of a site that its address contains. */
interface AddressedSite {
  id: string;
  organizationId: string;
  basename: string | null;
  hostname: string | null;
  proxyOrigin: string | null;
}

/** The object of an organization with an id. */
interface Owned {
  id: string;
  organizationId: string;
}

/**
 * The addresses of an installation, which it writes into responses and recognizes. Those of the
 * gateway itself are below its public address. Operators with frontends of their own set the
 * patterns of the others. The gateway's addresses of the same objects stay valid, as texts contain
 * them.
 */
export class Addresses {
  readonly settings: AddressSettings;
  /** Identifies the settings. */
  readonly key: string;
  readonly #gateway: AddressRoot;
  /** Roots of addresses of organizations in the app; the first one is written. */
  readonly #app: readonly [AddressRoot, ...AddressRoot[]];
  /** Roots of addresses of sites that have a basename; the first one is written. */
  readonly #namedSites: readonly [AddressRoot, ...AddressRoot[]];
  /** The same of other sites. */
  readonly #sites: readonly [AddressRoot, ...AddressRoot[]];

  constructor(settings: AddressSettings) {
    const { baseUrl, appUrl, sitesUrl } = settings;
    this.settings = settings;
    this.key = JSON.stringify([baseUrl, appUrl, sitesUrl]);
    this.#gateway = new AddressRoot(baseUrl);
    this.#app = rootsOf(appUrl, `${baseUrl}/o/{organization}`);
    // A basename is unique in its organization only.
    this.#namedSites = rootsOf(sitesUrl, `${baseUrl}/s/{organization}/{basename}`);
    this.#sites = rootsOf(sitesUrl, `${baseUrl}/s/{site}`);
  }

  /** Public address of the gateway, without a trailing slash; empty if it is unknown. */
  get baseUrl(): string {
    return this.settings.baseUrl;
  }

  /** Hosts of addresses in the app. */
  get appHosts(): string[] {
    return [...new Set(this.#app.map(({ url }) => url.host))];
  }

  /** Names of all hosts, which no site can have. */
  get hosts(): string[] {
    return [...this.#app, ...this.#sites].map(({ url }) => url.hostname);
  }

  /** Host to which the records of custom hostnames of sites must point. */
  get sitesHost(): string {
    return this.#sites[0].url.hostname;
  }

  /** Returns an address of the gateway itself. */
  own(...segments: readonly string[]): string {
    return urlOf(this.baseUrl, ...segments);
  }

  /**
   * Returns the addresses for a SAML provider. They are separate for each provider, so that the
   * address identifies the sender of a response.
   */
  service(samlProviderId: string): ServiceUrls {
    return {
      acsURL: this.own('saml', samlProviderId, 'acs'),
      startURL: this.own('saml', samlProviderId, 'login'),
      entityID: this.own('saml', samlProviderId, 'metadata'),
    };
  }

  /** Returns an address of the app: of an organization, or of something in it. */
  app(organizationId: string, ...segments: readonly string[]): string {
    const root = this.#app[0].write({ organization: organizationId });
    return segments.length === 0 ? root : urlOf(root, ...segments);
  }

  /** Returns the address of a collection in the app. */
  collection({ id, organizationId }: Owned): string {
    return this.app(organizationId, 'c', id);
  }

  /** Returns the address of a space in the app, or of a page in its primary content. */
  space({ id, organizationId }: Owned, path = ''): string {
    return this.app(organizationId, 's', id, ...segmentsOf(path));
  }

  /** Returns the address of a revision in the app, or of a page in it. */
  revision({ id, spaceId, organizationId }: Owned & { spaceId: string }, path = ''): string {
    return this.app(organizationId, 's', spaceId, 'revisions', id, ...segmentsOf(path));
  }

  /** Returns the public address of a site: of its proxy, else of its hostname, else by its name. */
  site({ id, organizationId, basename, hostname, proxyOrigin }: AddressedSite): string {
    const host = proxyOrigin ?? hostname;
    if (host !== null) return `https://${host}`;
    if (basename === null) return this.siteById({ id, organizationId });
    return this.#namedSites[0].write({ site: id, organization: organizationId, basename });
  }

  /** Returns the address of a site that no change to it affects. */
  siteById({ id, organizationId }: Owned): string {
    return this.#sites[0].write({ site: id, organization: organizationId, basename: id });
  }

  /** Returns all addresses of a site, the public one first. */
  allOfSite(site: AddressedSite): string[] {
    const { id, organizationId, basename } = site;
    const values = { site: id, organization: organizationId, basename: basename ?? id };
    const others = [...this.#namedSites, ...this.#sites].map((root) => root.write(values));
    return [...new Set([this.site(site), ...others])];
  }

  /** Returns the segments of an address below that of the gateway; undefined for others. */
  readOwn(url: URL): string[] | undefined {
    return this.#gateway.read(url)?.below;
  }

  /** Returns the object of an address of the app; undefined if it is none. */
  readApp(url: URL): AppAddress | undefined {
    // No id and no path has U+0000, and no statement takes it.
    if (url.pathname.includes('%00')) return undefined;
    for (const root of this.#app) {
      const { values, below = [] } = root.read(url) ?? {};
      const address = values && appAddress(values['organization'] ?? '', below);
      if (address) return address;
    }
    return undefined;
  }

  /** Returns the sites that an address can refer to, unless they have a host of their own. */
  readSite(url: URL): NamedSite[] {
    return [...this.#namedSites, ...this.#sites].flatMap((root) => {
      const { values, length = 0 } = root.read(url) ?? {};
      return values ? [{ ...values, length }] : [];
    });
  }

  /** Checks whether an address is below that of the gateway or of the app. */
  isOwn(url: URL): boolean {
    const { fixedPart } = this.#app[0];
    return [this.#gateway, new AddressRoot(fixedPart)].some((root) => root.read(url));
  }
}

/** Returns the roots of addresses that are read: the one that is set, and that of the gateway. */
function rootsOf(
  pattern: string | undefined,
  ofGateway: string,
): readonly [AddressRoot, ...AddressRoot[]] {
  const root = new AddressRoot(ofGateway);
  return pattern === undefined ? [root] : [new AddressRoot(pattern), root];
}

function appAddress(organization: string, below: readonly string[]): AppAddress | undefined {
  const [kind, id, ...rest] = below;
  if (kind === undefined) return { kind: 'organization', organization };
  if (id === undefined) return undefined;
  if (kind === 's') return spaceAddress(organization, id, rest);
  if (rest.length > 0) return undefined;
  if (kind === 'sites') return { kind: 'site', organization, id };
  if (kind === 'c') return { kind: 'collection', organization, id };
  return kind === 'openapi' ? { kind: 'openapi', organization, slug: id } : undefined;
}

function spaceAddress(organization: string, space: string, rest: string[]): SpaceAddress {
  const [first, second, ...below] = rest;
  const ofSpace = { kind: 'space', organization, space } as const;
  if (second !== undefined && first === 'revisions') {
    return { ...ofSpace, revision: second, path: below.join('/') };
  }
  if (second !== undefined && first === 'changes' && below.length === 0) {
    return { ...ofSpace, changeRequest: second, path: '' };
  }
  return { ...ofSpace, path: rest.join('/') };
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}

/** An address whose segments can be variables, such as `{site}`. */
class AddressRoot {
  /** The part before the first variable. */
  readonly fixedPart: string;
  readonly url: URL;
  /** Texts and the names of variables in turns. */
  readonly #parts: readonly string[];
  readonly #segments: readonly string[];

  constructor(pattern: string) {
    this.#parts = pattern.split(/\{(\w+)\}/);
    this.fixedPart = (this.#parts[0] ?? '').replace(/\/$/, '');
    this.url = new URL(pattern, 'http://localhost');
    this.#segments = segmentsOf(this.url.pathname).map(decodeUrlPart);
  }

  /** Returns the address with the values of its variables. */
  write(values: Readonly<Record<string, string>>): string {
    let text = '';
    for (const [index, part] of this.#parts.entries()) {
      text += index % 2 === 0 ? part : encodeURIComponent(values[part] ?? '');
    }
    return text;
  }

  /** Reads an address that begins like this one; undefined for others. */
  read({ host, pathname }: URL) {
    if (host !== this.url.host) return undefined;
    const segments = segmentsOf(pathname).map(decodeUrlPart);
    const values: Record<string, string> = {};
    for (const [index, expected] of this.#segments.entries()) {
      const segment = segments[index];
      const [, name] = /^\{(\w+)\}$/.exec(expected) ?? [];
      if (segment === undefined || (name === undefined && segment !== expected)) return undefined;
      if (name !== undefined) values[name] = segment;
    }
    const { length } = this.#segments;
    return { values, length, below: segments.slice(length) };
  }
}
