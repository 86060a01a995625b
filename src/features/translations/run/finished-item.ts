import { isSameValue } from '../../../lib/same-value.ts';
import type { TranslatedItem } from './translate-items.ts';
import type { TranslationItem } from './translation-item.ts';

/** What a run comes to for an item. */
export interface FinishedItem {
  item: TranslationItem;
  entry: TranslationItem['entry'];
  /** Undefined for one that is what it was. */
  sourceKey?: string;
}

/** What a specification says is computed in the result as well, from the same one. */
export function isComputed({ entry }: TranslationItem): boolean {
  return 'computed' in entry && entry.computed !== undefined;
}

/** How many pages say something else than before: one that stays partly translated does not. */
export function newPages(changed: readonly FinishedItem[]): number {
  const isNew = ({ item, entry }: FinishedItem) =>
    item.kind === 'page' && !(item.base && isSameValue(entry, unchangedEntry(item)));
  return changed.filter(isNew).length;
}

/** What is no text is as it is in the source now. */
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

/** What came of an item, for those who look at the run. */
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
