import type { Addresses } from '../../addresses.ts';
import type { ContentReference } from '../../document/document-tree.ts';
import { decodeUrlPart } from '../../lib/decode-url-part.ts';
import { ownAddress } from './app-address.ts';
import { anchorNames, normalAnchor } from './anchors.ts';
import {
  ContentPlaces,
  type LinkedContent,
  type LinkPlace,
  type PlaceInContent,
} from './content-places.ts';
import type { LinkTarget } from './link-target.ts';

/** The page or reusable content that contains a link. */
export interface LinkOrigin extends LinkPlace {
  /** Id of the page; absent in a reusable content. */
  page?: string;
}

export interface ResolvedReference {
  target: LinkTarget;
  /** Whether it was given by its URL in the app. */
  isApp: boolean;
}

/** Resolves the references of one content to their targets. */
export class LinkResolver {
  readonly #content: LinkedContent;
  readonly #places: ContentPlaces;
  readonly #spaceId: string;
  readonly #addresses: Addresses;
  readonly #anchors: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #fileIds: ReadonlySet<string>;
  readonly #filesByBlob: ReadonlyMap<string, string>;
  readonly #reusableIds: ReadonlySet<string>;

  /** @param options.anchors normalized anchors of each page */
  constructor(
    content: LinkedContent,
    options: {
      spaceId: string;
      addresses: Addresses;
      anchors: ReadonlyMap<string, ReadonlySet<string>>;
    },
  ) {
    this.#content = content;
    this.#places = new ContentPlaces(content);
    this.#spaceId = options.spaceId;
    this.#addresses = options.addresses;
    this.#anchors = options.anchors;
    this.#fileIds = new Set(content.files.map(({ id }) => id));
    this.#filesByBlob = new Map(content.files.map(({ blob, id }) => [blob, id]));
    this.#reusableIds = new Set(content.reusableContents.map(({ id }) => id));
  }

  resolve(ref: ContentReference, source: LinkOrigin): ResolvedReference {
    if (ref.kind === 'url') return this.#address(ref.url, source);
    return { target: this.#named(ref, source), isApp: false };
  }

  #named(ref: Exclude<ContentReference, { kind: 'url' }>, source: LinkOrigin): LinkTarget {
    switch (ref.kind) {
      case 'page':
      case 'anchor': {
        const { page, space } = ref;
        const anchor = ref.kind === 'anchor' ? { anchor: ref.anchor } : {};
        if (space !== undefined && space !== this.#spaceId) {
          const within = page === undefined ? undefined : { page, ...anchor };
          return { kind: 'space', space, ...(within && { within }) };
        }
        return this.#page(page ?? source.page, anchor.anchor);
      }
      case 'file':
        return this.#fileIds.has(ref.file)
          ? { kind: 'file', file: ref.file }
          : this.#address(ref.file, source).target;
      case 'reusable-content': {
        const { space, reusableContent } = ref;
        if (space !== undefined && space !== this.#spaceId) {
          return { kind: 'space', space, within: { reusableContent } };
        }
        return this.#reusableIds.has(reusableContent)
          ? { kind: 'reusable-content', reusableContent }
          : this.#address(reusableContent, source).target;
      }
      case 'space':
        return { kind: 'space', space: ref.space };
      case 'user':
        return { kind: 'user', user: ref.user };
      case 'collection':
        return { kind: 'collection', collection: ref.collection };
      case 'openapi':
        return { kind: 'openapi', spec: ref.spec };
    }
  }

  #address(written: string, source: LinkOrigin): ResolvedReference {
    const address = written.trim();
    const outside = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address);
    if (outside) return this.#url(address);
    const [, path = '', anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(address) ?? [];
    if (path === '') return { target: this.#page(source.page, anchor), isApp: false };
    const found = this.#places.find(path.replaceAll('\\', '/'), source);
    const target = found ? this.#placed(found, anchor) : missingTarget(address);
    return { target, isApp: false };
  }

  #placed(found: PlaceInContent, anchor: string | undefined): LinkTarget {
    return found.kind === 'page' ? this.#page(found.page, anchor) : found;
  }

  #url(address: string): ResolvedReference {
    const text = address.startsWith('//') ? `https:${address}` : address;
    const target: LinkTarget = { kind: 'url', url: text };
    if (!/^https?:/i.test(text)) return { target, isApp: false };
    if (!URL.canParse(text)) return { target: missingTarget(address), isApp: false };
    const known = ownAddress(new URL(text), this.#addresses);
    switch (known?.kind) {
      case 'target':
        return { target: this.#ownOrForeign(known.target), isApp: true };
      case 'download': {
        const file = this.#filesByBlob.get(known.blob);
        return file !== undefined
          ? { target: { kind: 'file', file }, isApp: false }
          : { target, isApp: true };
      }
      case 'app':
        return { target, isApp: true };
      default:
        return { target, isApp: false };
    }
  }

  /** Converts a URL of the content's own space to a page of the content. */
  #ownOrForeign(target: LinkTarget): LinkTarget {
    if (target.kind !== 'space' || target.space !== this.#spaceId) return target;
    const { within } = target;
    if (!within || !('path' in within)) return target;
    const page = this.#places.pageAt(within.path);
    return page ? this.#page(page.id, within.anchor) : missingTarget(within.path);
  }

  /** Returns a page of the content as a target. Without an id, the target is missing. */
  #page(page: string | undefined, anchor: string | undefined): LinkTarget {
    if (page === undefined) return { kind: 'missing', address: `#${anchor ?? ''}` };
    if (!this.#content.tree.page(page)) return missingTarget(page);
    if (!anchor) return { kind: 'page', page, isMissing: false };
    const isMissing = !hasAnchor(this.#anchors.get(page), anchor);
    return { kind: 'page', page, anchor: decodeUrlPart(anchor), isMissing };
  }
}

/** Checks whether a page has an anchor. Every page has the empty one and `top`. */
export function hasAnchor(anchors: ReadonlySet<string> | undefined, anchor: string): boolean {
  const name = normalAnchor(anchor);
  if (name === '' || name === 'top') return true;
  return anchorNames(anchor).some((known) => anchors?.has(known) === true);
}

function missingTarget(address: string): LinkTarget {
  return { kind: 'missing', address };
}
