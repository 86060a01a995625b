import type { IdKind } from '../../lib/id.ts';

/** Content of a revision: what each has under an id that lasts over all revisions. */
export type ContentKind = Extract<IdKind, 'Page' | 'File' | 'ReusableContent'>;

/** The parts of the id of content in one state. */
export interface ContentState {
  /** The id that the content keeps in all revisions. */
  lastingId: string;
  revisionId: string;
  /** Whether it is a computed page that shows what it is made of. */
  asSource: boolean;
}

/** Joins the parts: no identifier has it. */
const SEPARATOR = '@';
/** Ends the id of a computed page that shows what it is made of. */
const SOURCE_SUFFIX = '.source';

/**
 * Returns the id of content as it is in one revision, `page_…@rev_…`. What it names never changes,
 * while the lasting id names another state in each revision.
 */
export function stateId(lastingId: string, revision: { readonly id: string }): string {
  return `${lastingId}${SEPARATOR}${revision.id}`;
}

/** Returns the id of a computed page that shows what it is made of, `page_…@rev_….source`. */
export function sourceStateId(pageId: string, revision: { readonly id: string }): string {
  return `${stateId(pageId, revision)}${SOURCE_SUFFIX}`;
}

/** Reads either id. Returns null for any other text. */
export function parseStateId(id: string): ContentState | null {
  const asSource = id.endsWith(SOURCE_SUFFIX);
  const [lastingId = '', revisionId = '', ...rest] = (
    asSource ? id.slice(0, -SOURCE_SUFFIX.length) : id
  ).split(SEPARATOR);
  return rest.length === 0 && lastingId && revisionId ? { lastingId, revisionId, asSource } : null;
}
