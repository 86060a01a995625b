import { contentLimits } from '../content-limits.ts';
import type { PageSource } from '../store/entry-reader.ts';
import type { PageEntry } from '../store/entry.ts';
import type { PageDraft } from '../store/page-draft.ts';

/** Why content cannot be written, though each of the sides that it was made of could. */
export interface LimitBreach {
  limit: 'depth' | 'size';
  /** What is too much, and what to do about it. */
  message: string;
}

/** How much of each kind a content has. */
export interface ContentCounts {
  pages: number;
  files: number;
  reusableContents: number;
  variables: number;
  redirects: number;
}

const countLimits: Readonly<Record<keyof ContentCounts, { noun: string; max: number }>> = {
  pages: { noun: 'pages', max: contentLimits.pageCountMax },
  files: { noun: 'files', max: contentLimits.fileCountMax },
  reusableContents: { noun: 'reusable contents', max: contentLimits.reusableContentCountMax },
  variables: { noun: 'variables', max: contentLimits.variableCountMax },
  redirects: { noun: 'redirects', max: contentLimits.redirectCountMax },
};

/** The limits that content breaks: those of counts, and how deep pages may be. */
export function limitBreaches(
  counts: ContentCounts,
  tooDeep: PageEntry | undefined,
): LimitBreach[] {
  const breaches: LimitBreach[] = [];
  for (const [kind, { noun, max }] of Object.entries(countLimits)) {
    const count = counts[kind as keyof ContentCounts];
    if (count <= max) continue;
    const message =
      `The content would have ${count} ${noun}, but at most ${max} are allowed: ` +
      'delete some first.';
    breaches.push({ limit: 'size', message });
  }
  if (tooDeep) {
    const message =
      `The page "${tooDeep.title}" (${tooDeep.id}) would be more than ${contentLimits.depthMax} ` +
      'levels deep: move it, or a page above it, further up first.';
    breaches.push({ limit: 'depth', message });
  }
  return breaches;
}

/**
 * The first page, by id, that has too many pages above it. Pages may be too deep only where their
 * content is that of none of the sides that it was made of, each of which keeps the limit.
 *
 * @param ids of all pages that are not as every side has them
 */
export async function findTooDeep(
  pages: PageDraft,
  sides: readonly PageSource[],
  ids: readonly string[],
): Promise<PageEntry | undefined> {
  const moved = await Promise.all(sides.map((side) => movedFrom(pages, side, ids)));
  const fewest = moved.toSorted((a, b) => a.length - b.length)[0] ?? [];
  const found = await Promise.all(fewest.map((one) => deepBelow(pages, one)));
  return found.flat().toSorted((a, b) => (a.id < b.id ? -1 : 1))[0];
}

interface MovedPage {
  page: PageEntry;
  /** It is not on the side, so whatever is below it came there, too. */
  isNew: boolean;
}

async function movedFrom(
  pages: PageDraft,
  side: PageSource,
  ids: readonly string[],
): Promise<MovedPage[]> {
  const all = await Promise.all(
    ids.map(async (id) => {
      const [page, known] = await Promise.all([pages.entry(id), side.entry(id)]);
      return page && known?.parent !== page.parent ? [{ page, isNew: known === null }] : [];
    }),
  );
  return all.flat();
}

/** A page, and those below it, as far as they are too deep. */
async function deepBelow(pages: PageDraft, { page, isNew }: MovedPage): Promise<PageEntry[]> {
  const { length: depth } = await pages.withAncestors(page);
  const below = isNew ? [] : await pages.levelsBelow(page.id);
  return [[page], ...below].slice(Math.max(0, contentLimits.depthMax + 1 - depth)).flat();
}
