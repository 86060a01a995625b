import type { IncludableContent } from '../document/includes.ts';
import type { ReusableContentEntry } from '../store/entry.ts';

/** Most contents that a sent document may name before the rest of them is not looked up. */
const NAMED_CONTENTS_MAX = 200;

/**
 * The contents with a file of their own that a sent document includes by their ids. Stored markdown
 * may include them by their paths, and is to be kept where the two mean the same.
 */
export async function namedContents(
  document: unknown,
  find: (id: string) => Promise<ReusableContentEntry | null>,
): Promise<IncludableContent[]> {
  const ids = new Set<string>();
  collectNames(document, ids);
  const entries = await Promise.all([...ids].map(find));
  return entries.flatMap((entry) =>
    entry?.git ? [{ id: entry.id, git: { path: entry.git.path } }] : [],
  );
}

/** Whether it is a document is not known yet. */
function collectNames(value: unknown, ids: Set<string>): void {
  if (typeof value !== 'object' || value === null || ids.size >= NAMED_CONTENTS_MAX) return;
  const { type, data } = value as {
    type?: unknown;
    data?: { ref?: { reusableContent?: unknown } };
  };
  const name = type === 'reusable-content' ? data?.ref?.reusableContent : undefined;
  if (typeof name === 'string') ids.add(name);
  for (const child of Object.values(value)) collectNames(child, ids);
}
