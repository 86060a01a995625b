import { decodeUrlPart } from '../../lib/decode-url-part.ts';
import type { LinkTarget } from './link-target.ts';

/** What an address below that of the gateway is of. */
export type GatewayAddress =
  | { kind: 'target'; target: LinkTarget }
  /** The bytes of a file, by their hash. */
  | { kind: 'download'; blob: string }
  /** A page of the app that is no content. */
  | { kind: 'app' }
  /** Below a published site, if there is one. */
  | { kind: 'published' };

const ofSpace = /^\/o\/[^/]+\/s\/([^/]+)(?:\/revisions\/[^/]+)?(?:\/(.*))?$/;
const ofCollection = /^\/o\/[^/]+\/c\/([^/]+)$/;
const ofSpec = /^\/o\/([^/]+)\/openapi\/([^/]+)$/;
const ofDownload = /^\/content\/files\/([0-9a-f]{64})\//;

/**
 * What an address of this gateway leads to: undefined for one of another host. Content is meant as
 * it is now, whatever revision the address names.
 */
export function gatewayAddress(url: URL, baseUrl: string): GatewayAddress | undefined {
  const base = new URL(baseUrl || 'http://localhost');
  const root = base.pathname.replace(/\/$/, '');
  const path = url.pathname.replace(/\/+$/, '');
  if (url.host !== base.host || !(path === root || path.startsWith(`${root}/`))) return undefined;
  const below = path.slice(root.length);
  const [, space, inSpace = ''] = ofSpace.exec(below) ?? [];
  if (space !== undefined) return { kind: 'target', target: spaceTarget(space, inSpace, url.hash) };
  const [, collection] = ofCollection.exec(below) ?? [];
  if (collection !== undefined) {
    return {
      kind: 'target',
      target: { kind: 'collection', collection: decodeUrlPart(collection) },
    };
  }
  const [, organization, spec] = ofSpec.exec(below) ?? [];
  if (organization !== undefined && spec !== undefined) {
    return {
      kind: 'target',
      target: {
        kind: 'openapi',
        spec: decodeUrlPart(spec),
        organization: decodeUrlPart(organization),
      },
    };
  }
  const [, blob] = ofDownload.exec(below) ?? [];
  if (blob !== undefined) return { kind: 'download', blob };
  return below.startsWith('/s/') ? { kind: 'published' } : { kind: 'app' };
}

/** A change request has the address of its space, since it ends when it is merged. */
function spaceTarget(space: string, path: string, hash: string): LinkTarget {
  const target = { kind: 'space', space: decodeUrlPart(space) } as const;
  if (path === '' || path.startsWith('changes/')) return target;
  const anchor = hash.length > 1 ? { anchor: hash.slice(1) } : {};
  return { ...target, within: { path: decodeUrlPart(path), ...anchor } };
}
