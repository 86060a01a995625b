import { sha256 } from '../../lib/hash.ts';

/**
 * The target of a link, as far as its own content determines it. It depends neither on the viewer
 * nor on other content.
 */
export type LinkTarget =
  /** A page; `isMissing` if the page lacks the anchor. */
  | { kind: 'page'; page: string; anchor?: string; isMissing: boolean }
  | { kind: 'file'; file: string }
  | { kind: 'reusable-content'; reusableContent: string }
  | { kind: 'space'; space: string; within?: WithinSpace }
  | { kind: 'collection'; collection: string }
  | { kind: 'user'; user: string }
  /** A specification by id, or by slug: in its own organization, or else in the content's. */
  | { kind: 'openapi'; spec: string; organization?: string }
  /** A URL, possibly of published content. */
  | { kind: 'url'; url: string }
  /** A target that does not exist. */
  | { kind: 'missing'; address: string };

/** A target in the primary content of another space. */
export type WithinSpace =
  | { page: string; anchor?: string }
  | { path: string; anchor?: string }
  | { reusableContent: string };

/** Maximum length of a key, in characters, before it is hashed: cursors contain it. */
const KEY_LENGTH_MAX = 200;

/**
 * Returns a key that identifies a target. Links with the same key are one link with several
 * locations.
 */
export function targetKey(target: LinkTarget, isApp: boolean): string {
  const { kind, ...rest } = target;
  const key = `${kind}${isApp ? ' app' : ''} ${JSON.stringify(rest)}`;
  return key.length <= KEY_LENGTH_MAX ? key : `${key.slice(0, KEY_LENGTH_MAX)} ${sha256(key)}`;
}
