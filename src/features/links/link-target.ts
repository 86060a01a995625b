import { sha256 } from '../../lib/hash.ts';

/**
 * What a link leads to, as far as the content that has it tells: nothing in it depends on who looks
 * or on other content.
 */
export type LinkTarget =
  /** A page; `isMissing` when the page has no such place. */
  | { kind: 'page'; page: string; anchor?: string; isMissing: boolean }
  | { kind: 'file'; file: string }
  | { kind: 'reusable-content'; reusableContent: string }
  | { kind: 'space'; space: string; within?: WithinSpace }
  | { kind: 'collection'; collection: string }
  | { kind: 'user'; user: string }
  /** A specification by its id, or by its slug: in its own organization, else in the content's. */
  | { kind: 'openapi'; spec: string; organization?: string }
  /** An address, which may be that of published content. */
  | { kind: 'url'; url: string }
  /** Nothing that is there. */
  | { kind: 'missing'; address: string };

/** Something in the primary content of another space. */
export type WithinSpace =
  | { page: string; anchor?: string }
  | { path: string; anchor?: string }
  | { reusableContent: string };

/** Longest key that is not cut, in characters: cursors hold it. */
const KEY_LENGTH_MAX = 200;

/** Tells targets apart: links of one key are one link that several places have. */
export function targetKey(target: LinkTarget, isApp: boolean): string {
  const { kind, ...rest } = target;
  const key = `${kind}${isApp ? ' app' : ''} ${JSON.stringify(rest)}`;
  return key.length <= KEY_LENGTH_MAX ? key : `${key.slice(0, KEY_LENGTH_MAX)} ${sha256(key)}`;
}
