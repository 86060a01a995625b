import { contentLimits } from '../content-limits.ts';
import type { PageEntry } from '../store/entry.ts';

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
  pages: ReadonlyMap<string, PageEntry>,
  counts: ContentCounts,
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
  const tooDeep = deeperThan(pages, contentLimits.depthMax);
  if (tooDeep) {
    const message =
      `The page "${tooDeep.title}" (${tooDeep.id}) would be more than ${contentLimits.depthMax} ` +
      'levels deep: move it, or a page above it, further up first.';
    breaches.push({ limit: 'depth', message });
  }
  return breaches;
}

/** The first page, by id, that has too many pages above it. */
function deeperThan(
  pages: ReadonlyMap<string, PageEntry>,
  depthMax: number,
): PageEntry | undefined {
  const depths = new Map<string, number>();
  const depthOf = ({ id, parent }: PageEntry): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const above = parent === null ? undefined : pages.get(parent);
    const depth = above ? depthOf(above) + 1 : 1;
    depths.set(id, depth);
    return depth;
  };
  const deep = [...pages.values()].filter((page) => depthOf(page) > depthMax);
  return deep.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0];
}
