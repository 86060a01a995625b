import { decodeUrlPart } from '../../lib/decode-url-part.ts';
import type { LinkTarget } from './link-target.ts';

/** The target of a URL below the gateway's base URL. */
export type GatewayAddress =
  | { kind: 'target'; target: LinkTarget }
  /** The bytes of a file, by hash. */
  | { kind: 'download'; blob: string }
  /** A page of the app without content. */
  | { kind: 'app' }
  /** A URL below a published site, if one exists. */
  | { kind: 'published' };

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

const ofDownload = /^\/content\/files\/([0-9a-f]{64})\//;

/** Returns the path of a URL below the gateway; undefined for another host. */
export function pathBelowGateway(url: URL, baseUrl: string): string | undefined {
  const base = new URL(baseUrl || 'http://localhost');
  const root = base.pathname.replace(/\/$/, '');
  const path = url.pathname.replace(/\/+$/, '');
  const isBelow = url.host === base.host && (path === root || path.startsWith(`${root}/`));
  return isBelow ? path.slice(root.length) : undefined;
}

/** Returns the object of a path below the gateway; undefined if the app has none there. */
export function appAddress(path: string): AppAddress | undefined {
  const [, app, organization = '', kind, id, ...rest] = path.split('/').map(decodeUrlPart);
  // No id and no path has U+0000, and no statement takes it.
  if (app !== 'o' || organization === '' || path.includes('%00')) return undefined;
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

/**
 * Returns the target of a URL of this gateway; undefined for another host. The target is the
 * current content, even if the URL names a revision.
 */
export function gatewayAddress(url: URL, baseUrl: string): GatewayAddress | undefined {
  const below = pathBelowGateway(url, baseUrl);
  if (below === undefined) return undefined;
  const [, blob] = ofDownload.exec(below) ?? [];
  if (blob !== undefined) return { kind: 'download', blob };
  if (below.startsWith('/s/')) return { kind: 'published' };
  const address = appAddress(below);
  const target = address && linkTarget(address, url.hash);
  return target ? { kind: 'target', target } : { kind: 'app' };
}

/** Returns the target of a link to the app; undefined for an address without content. */
function linkTarget(address: AppAddress, hash: string): LinkTarget | undefined {
  switch (address.kind) {
    case 'space':
      return spaceTarget(address, hash);
    case 'collection':
      return { kind: 'collection', collection: address.id };
    case 'openapi':
      return { kind: 'openapi', spec: address.slug, organization: address.organization };
    default:
      return undefined;
  }
}

/** A link to a change request refers to its space, since a change request ends with its merge. */
function spaceTarget({ space, path }: SpaceAddress, hash: string): LinkTarget {
  if (path === '') return { kind: 'space', space };
  const anchor = hash.length > 1 ? { anchor: hash.slice(1) } : {};
  return { kind: 'space', space, within: { path, ...anchor } };
}
