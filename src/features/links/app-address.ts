import type { Addresses, AppAddress, SpaceAddress } from '../../addresses.ts';
import type { LinkTarget } from './link-target.ts';

/** The target of a URL of this installation. */
export type OwnAddress =
  | { kind: 'target'; target: LinkTarget }
  /** The bytes of a file, by hash. */
  | { kind: 'download'; blob: string }
  /** A page of the app without content. */
  | { kind: 'app' }
  /** A URL below a published site, if one exists. */
  | { kind: 'published' };

/**
 * Returns the target of a URL of this installation; undefined for others. The target is the current
 * content, even if the URL names a revision.
 */
export function ownAddress(url: URL, addresses: Addresses): OwnAddress | undefined {
  const address = addresses.readApp(url);
  const target = address && linkTarget(address, url.hash);
  if (target) return { kind: 'target', target };
  if (addresses.readSite(url).length > 0) return { kind: 'published' };
  const [content, files, blob = ''] = addresses.readOwn(url) ?? [];
  const isDownload = content === 'content' && files === 'files' && /^[0-9a-f]{64}$/.test(blob);
  if (isDownload) return { kind: 'download', blob };
  return addresses.isOwn(url) ? { kind: 'app' } : undefined;
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
