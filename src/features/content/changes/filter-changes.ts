import { originAttributes, type ContentChange } from './content-change.ts';

/** Which changes are wanted; absent and null for all. */
export interface ChangeFilter {
  types?: readonly ContentChange['type'][] | null | undefined;
  /** Only changes of the page, reusable content or file with this id. */
  pageId?: string | null | undefined;
  reusableContentId?: string | null | undefined;
  fileId?: string | null | undefined;
  /** False leaves out what says where content was imported from. */
  metadata?: boolean | null | undefined;
}

/** The changes that a filter leaves, in their order. */
export function filterChanges(
  changes: readonly ContentChange[],
  { types, pageId, reusableContentId, fileId, metadata }: ChangeFilter,
): readonly ContentChange[] {
  const ids = [pageId, reusableContentId, fileId].filter((id) => id !== null && id !== undefined);
  return (metadata === false ? changes.flatMap(withoutOrigin) : changes).filter(
    (change) =>
      (!types || types.includes(change.type)) &&
      (ids.length === 0 || ('id' in change && ids.includes(change.id))),
  );
}

/** A change without what says where it was imported from; none when it says nothing else. */
function withoutOrigin(change: ContentChange): ContentChange[] {
  const attributes = change.attributes.filter(({ name }) => !originAttributes.has(name));
  return attributes.length === 0 ? [] : [{ ...change, attributes }];
}
