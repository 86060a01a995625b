import type { PageEntry } from './entry.ts';

/**
 * Returns whether a folder of files cannot express a page: a computed page, or a link to content.
 * Such a page exists in the space only.
 */
export function isWithoutFile({ computed, type, target }: PageEntry): boolean {
  return computed !== undefined || (type === 'link' && target?.kind !== 'url');
}
