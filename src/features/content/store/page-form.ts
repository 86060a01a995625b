import type { PageEntry } from './entry.ts';

/**
 * Whether a folder of files has no form for a page: what is computed, and a link that leads to
 * content. Such a page is in the space alone.
 */
export function isWithoutFile({ computed, type, target }: PageEntry): boolean {
  return computed !== undefined || (type === 'link' && target?.kind !== 'url');
}
