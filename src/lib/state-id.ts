import type { IdKind } from './id.ts';

/** A kind of content with an id that is the same in all revisions. */
export type ContentKind = Extract<IdKind, 'Page' | 'File' | 'ReusableContent'>;

/** The parts of the id of a content state. */
export interface ContentState {
  /** The id that the content keeps in all revisions. */
  lastingId: string;
  revisionId: string;
  /** Whether it is a computed page that shows its origin. */
  asSource: boolean;
}

/** Separator of the parts, which no id contains. */
const SEPARATOR = '@';
/** Suffix of the id of a computed page that shows its origin. */
const SOURCE_SUFFIX = '.source';

/**
 * Returns the id of content in one revision, `page_…@rev_…`. It always refers to the same state,
 * whereas the lasting id refers to another state in each revision.
 */
export function stateId(lastingId: string, revision: { readonly id: string }): string {
  return `${lastingId}${SEPARATOR}${revision.id}`;
}

/** Returns the id of a computed page that shows its origin, `page_…@rev_….source`. */
export function sourceStateId(pageId: string, revision: { readonly id: string }): string {
  return `${stateId(pageId, revision)}${SOURCE_SUFFIX}`;
}

/** Parses either id. Returns null for any other text. */
export function parseStateId(id: string): ContentState | null {
  const asSource = id.endsWith(SOURCE_SUFFIX);
  const [lastingId = '', revisionId = '', ...rest] = (
    asSource ? id.slice(0, -SOURCE_SUFFIX.length) : id
  ).split(SEPARATOR);
  return rest.length === 0 && lastingId && revisionId ? { lastingId, revisionId, asSource } : null;
}
