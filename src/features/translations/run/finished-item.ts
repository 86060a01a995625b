import { isSameValue } from '../../../lib/same-value.ts';
import type { TranslatedItem } from './translate-items.ts';
import type { TranslationItem } from './translation-item.ts';

/** Result of a run for an item. */
export interface FinishedItem {
  item: TranslationItem;
  entry: TranslationItem['entry'];
  /** Undefined for an unchanged item. */
  sourceKey?: string;
}

/**
 * Checks whether an item is computed from a specification. The result computes it from the same
 * one.
 */
export function isComputed({ entry }: TranslationItem): boolean {
  return 'computed' in entry && entry.computed !== undefined;
}

/** Counts the pages whose content has changed; one that stays partly translated does not count. */
export function newPages(changed: readonly FinishedItem[]): number {
  const isNew = ({ item, entry }: FinishedItem) =>
    item.kind === 'page' && !(item.base && isSameValue(entry, unchangedEntry(item)));
  return changed.filter(isNew).length;
}

/** Returns the entry of an unchanged item: previous texts, with all else as in the source now. */
export function unchangedEntry({ entry, base }: TranslationItem): TranslationItem['entry'] {
  if (!base) return entry;
  const { title, source, git } = base;
  const description = 'description' in base ? base.description : undefined;
  return {
    ...entry,
    title,
    ...(description !== undefined && { description }),
    ...(source !== undefined && { source }),
    ...(entry.git && git && { git: { ...entry.git, oid: git.oid } }),
  };
}

/** Returns the outcome of an item for the job report. */
export function reportOf({ item: { path }, untranslated }: TranslatedItem) {
  if (untranslated === 0) return { path, outcome: 'translated' };
  const texts = untranslated === 1 ? 'One of its texts' : `${untranslated} of its texts`;
  return {
    path,
    outcome: 'partly-translated',
    message:
      `${texts} could not be translated without a change of the markup, and ` +
      `${untranslated === 1 ? 'stays' : 'stay'} as in the source. The next run tries again.`,
  };
}
