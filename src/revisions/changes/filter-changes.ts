import { originAttributes, type ContentDiffEntry } from './content-diff-entry.ts';

/** Filter of changes; absent or null values match all. */
export interface ChangeFilter {
  types?: readonly ContentDiffEntry['type'][] | null | undefined;
  /** Id of a page; matches changes of the page, reusable content or file with one of the ids. */
  pageId?: string | null | undefined;
  reusableContentId?: string | null | undefined;
  fileId?: string | null | undefined;
  /** If false, omits the origin of imported content. */
  metadata?: boolean | null | undefined;
}

/** Returns the changes that match a filter, in order. */
export function filterChanges(
  changes: readonly ContentDiffEntry[],
  { types, pageId, reusableContentId, fileId, metadata }: ChangeFilter,
): readonly ContentDiffEntry[] {
  const ids = [pageId, reusableContentId, fileId].filter((id) => id !== null && id !== undefined);
  return (metadata === false ? changes.flatMap(withoutOrigin) : changes).filter(
    (change) =>
      (!types || types.includes(change.type)) &&
      (ids.length === 0 || ('id' in change && ids.includes(change.id))),
  );
}

/**
 * Removes the origin of imported content from a change; returns nothing if no attribute remains.
 */
function withoutOrigin(change: ContentDiffEntry): ContentDiffEntry[] {
  const attributes = change.attributes.filter(({ name }) => !originAttributes.has(name));
  return attributes.length === 0 ? [] : [{ ...change, attributes }];
}
