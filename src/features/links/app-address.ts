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

const ofSpace = /^\/o\/[^/]+\/s\/([^/]+)(?:\/revisions\/[^/]+)?(?:\/(.*))?$/;
const ofCollection = /^\/o\/[^/]+\/c\/([^/]+)$/;
const ofSpec = /^\/o\/([^/]+)\/openapi\/([^/]+)$/;
const ofDownload = /^\/content\/files\/([0-9a-f]{64})\//;

/**
 * Returns the target of a URL of this gateway; undefined for another host. The target is the
 * current content, even if the URL names a revision.
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

/** A link to a change request refers to its space, since a change request ends with its merge. */
function spaceTarget(space: string, path: string, hash: string): LinkTarget {
  const target = { kind: 'space', space: decodeUrlPart(space) } as const;
  if (path === '' || path.startsWith('changes/')) return target;
  const anchor = hash.length > 1 ? { anchor: hash.slice(1) } : {};
  return { ...target, within: { path: decodeUrlPart(path), ...anchor } };
}
