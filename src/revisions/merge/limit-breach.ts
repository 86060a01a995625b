import { contentLimits } from '../content-limits.ts';
import type { PageSource } from '../store/entry-reader.ts';
import type { PageEntry } from '../store/entry.ts';
import type { PageDraft } from '../store/page-draft.ts';

/** A limit that merged content exceeds, although neither side does. */
export interface LimitBreach {
  limit: 'depth' | 'size';
  /** Describes the excess and its remedy. */
  message: string;
}

/** Numbers of entries in a content. */
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

/** Returns the limits that content exceeds: numbers of entries, and the depth of pages. */
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
 * Returns the first page, by id, that is nested too deep. Each side keeps the limit, so only pages
 * whose content is that of neither side can exceed it.
 *
 * @param ids of all pages that differ from a side
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
  /** Whether the page is missing on the side, so that its descendants moved there too. */
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

/** Returns those of a page and its descendants that are nested too deep. */
async function deepBelow(pages: PageDraft, { page, isNew }: MovedPage): Promise<PageEntry[]> {
  const { length: depth } = await pages.withAncestors(page);
  const below = isNew ? [] : await pages.levelsBelow(page.id);
  return [[page], ...below].slice(Math.max(0, contentLimits.depthMax + 1 - depth)).flat();
}
