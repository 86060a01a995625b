import { monotonicFactory } from 'ulid';

/** What each kind of identifier starts with; the prefix tells the type of a node. */
export const idPrefixes = {
  User: 'usr',
  ApiToken: 'tok',
  Organization: 'org',
  Team: 'team',
  Grant: 'grnt',
  Site: 'site',
  SiteSection: 'sec',
  SiteSpace: 'ss',
  ShareLink: 'shl',
  Collection: 'col',
  Space: 'sp',
  Revision: 'rev',
  Page: 'page',
  File: 'file',
  ChangeRequest: 'cr',
  Comment: 'cmt',
  CommentReply: 'rep',
  Reaction: 'rct',
} as const;

export type IdKind = keyof typeof idPrefixes;

const kindsByPrefix = new Map(
  Object.entries(idPrefixes).map(([kind, prefix]) => [prefix as string, kind as IdKind]),
);

const nextUlid = monotonicFactory();

/** A new identifier: the kind's prefix and a ULID, so that ids of a kind sort by creation time. */
export function newId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${nextUlid()}`;
}

/** The kind that an identifier's prefix names; undefined for anything that is no identifier. */
export function kindOfId(id: string): IdKind | undefined {
  const end = id.indexOf('_');
  return end < 0 ? undefined : kindsByPrefix.get(id.slice(0, end));
}
