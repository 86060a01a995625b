import { decodeUrlPart } from '../lib/decode-url-part.ts';
import type { ContentReference } from './document-tree.ts';

/**
 * Scheme of references in markdown to targets without a URL: `docgraph:page/page_01`,
 * `docgraph:space/sp_01/page/page_01#anchor`. The same on every installation.
 */
const scheme = 'docgraph:';

const addressPattern =
  /^docgraph:(?:space\/([^/#]+)(?:\/(page|reusable-content)\/([^/#]+))?|(page|file|user|collection|reusable-content|openapi)\/([^/#]+))(?:#(.+))?$/;

/** The reference of an address by ids; undefined for any other address. */
export function parseReferenceAddress(address: string): ContentReference | undefined {
  const parts = address.startsWith(scheme) ? addressPattern.exec(address) : null;
  if (!parts) return undefined;
  const [, space, kindInSpace, idInSpace, kind = kindInSpace, id = idInSpace, anchor] = parts.map(
    (part) => part && decodeUrlPart(part),
  );
  const place = space === undefined ? {} : { space };
  if (anchor !== undefined) {
    return kind === undefined || kind === 'page'
      ? { kind: 'anchor', anchor, ...(id === undefined ? {} : { page: id }), ...place }
      : undefined;
  }
  if (id === undefined) return space === undefined ? undefined : { kind: 'space', space };
  switch (kind) {
    case 'page':
      return { kind, page: id, ...place };
    case 'reusable-content':
      return { kind, reusableContent: id, ...place };
    case 'file':
      return { kind, file: id };
    case 'user':
      return { kind, user: id };
    case 'collection':
      return { kind, collection: id };
    case 'openapi':
      return { kind, spec: id };
    default:
      return undefined;
  }
}

/** The address of a reference, from which it can be read again. */
export function referenceAddress(ref: ContentReference): string {
  const inSpace = 'space' in ref && ref.space !== undefined ? `space/${encode(ref.space)}` : '';
  const within = inSpace === '' ? '' : `${inSpace}/`;
  switch (ref.kind) {
    case 'url':
      return ref.url;
    case 'anchor': {
      const page = ref.page === undefined ? '' : `page/${encode(ref.page)}`;
      const place = page === '' ? inSpace : `${within}${page}`;
      return place === '' ? `#${ref.anchor}` : `${scheme}${place}#${encode(ref.anchor)}`;
    }
    case 'page':
      return `${scheme}${within}page/${encode(ref.page)}`;
    case 'reusable-content':
      return `${scheme}${within}reusable-content/${encode(ref.reusableContent)}`;
    case 'space':
      return `${scheme}${inSpace}`;
    case 'file':
      return `${scheme}file/${encode(ref.file)}`;
    case 'user':
      return `${scheme}user/${encode(ref.user)}`;
    case 'collection':
      return `${scheme}collection/${encode(ref.collection)}`;
    case 'openapi':
      return `${scheme}openapi/${encode(ref.spec)}`;
  }
}

function encode(part: string): string {
  return encodeURIComponent(part).replace(/[()*!'~]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}

/** Returns the address in the text; undefined for a reference by id. */
export function writtenAddress(ref: ContentReference): string | undefined {
  switch (ref.kind) {
    case 'url':
      return ref.url;
    case 'file':
      return ref.file;
    case 'reusable-content':
      return ref.reusableContent;
    default:
      return undefined;
  }
}
