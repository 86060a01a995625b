import type { IncludableContent } from '../../../document/includes.ts';
import type { ReusableContentEntry } from '../../../revisions/store/entry.ts';

/** Maximum number of contents in an input document that are looked up. */
const NAMED_CONTENTS_MAX = 200;

/**
 * Returns the imported contents that an input document includes by id. Stored markdown may include
 * them by path, and is kept if both refer to the same content.
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

/** The document is not validated yet. */
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
