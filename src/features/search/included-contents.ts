import type { Reader } from '../../database/database.ts';
import { derivedOf } from '../../revisions/derived/derive-texts.ts';
import { createIncludeResolver, includesOf } from '../../document/includes.ts';
import { loadEntryLists } from '../../revisions/store/content-store.ts';
import type { Body, GitOrigin, ReusableContentEntry } from '../../revisions/store/entry.ts';
import { declareTextDerivation } from '../../revisions/derived/text-derivation.ts';

/** Contents that a text includes, each once: ids, and URLs that are not resolved. */
const textIncludes = declareTextDerivation<string[]>({
  name: 'includes',
  version: 3,
  module: import.meta.url,
  derive: (document) => [...includesOf(document)],
});

/** Most contents whose words one page has, those within others counted too. */
const INCLUDED_COUNT_MAX = 100;
/** In the place of the id of a content, where an include names none that is there. */
export const NOTHING = '';

/** A text that can include others. */
interface IncludingText extends Body {
  git?: GitOrigin;
}

/** Reusable contents that a page includes, directly or through others, each once. */
export interface Included {
  /** The ids of the contents; empty for an include that refers to nothing. */
  ids: string[];
  /** The contents that are there, in the order in which they are met. */
  contents: ReusableContentEntry[];
}

/**
 * Loads the reusable contents of a revision that pages include. They are read only if a page
 * includes any.
 */
export async function loadIncluded(
  db: Reader,
  pages: readonly IncludingText[],
  { reusableContentsHash }: { reusableContentsHash: string },
): Promise<Included[]> {
  const names = await derivedOf(db, textIncludes, pages);
  if (names.every((ofPage) => !ofPage?.length)) return pages.map(() => ({ ids: [], contents: [] }));
  const [contents = []] = await loadEntryLists<ReusableContentEntry>(db, [reusableContentsHash]);
  const within = await derivedOf(db, textIncludes, contents);
  const known = {
    contents,
    byId: new Map(contents.map((content) => [content.id, content])),
    namesIn: new Map(contents.map(({ id }, index) => [id, within[index] ?? []])),
  };
  return pages.map((page, index) => follow(page, names[index] ?? [], known));
}

interface KnownContents {
  contents: readonly ReusableContentEntry[];
  byId: ReadonlyMap<string, ReusableContentEntry>;
  /** Names that each of them includes, by its id. */
  namesIn: ReadonlyMap<string, readonly string[]>;
}

/** Goes from a page to what it includes, and from there on. */
function follow(
  page: IncludingText,
  names: readonly string[],
  { contents, byId, namesIn }: KnownContents,
): Included {
  const ids = new Set<string>();
  const found: ReusableContentEntry[] = [];
  const asked = [{ text: page, names }];
  for (const { text, names: wanted } of asked) {
    if (wanted.length === 0) continue;
    const resolve = createIncludeResolver(contents, text.git?.path);
    for (const name of wanted) {
      const id = resolve(name) ?? NOTHING;
      if (ids.has(id) || found.length >= INCLUDED_COUNT_MAX) continue;
      ids.add(id);
      const content = byId.get(id);
      if (!content) continue;
      found.push(content);
      asked.push({ text: content, names: namesIn.get(id) ?? [] });
    }
  }
  return { ids: [...ids], contents: found };
}
