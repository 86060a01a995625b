import { canonicalJson } from '../../../lib/canonical-json.ts';
import { sha256 } from '../../../lib/hash.ts';
import type { PageEntry, ReusableContentEntry } from '../../content/store/entry.ts';
import type { Term } from '../text/terms.ts';

/** A page or a reusable content of the source, and what it is in the result of the latest run. */
export type TranslationItem =
  | { kind: 'page'; path: string; entry: PageEntry; base: PageEntry | undefined }
  | {
      kind: 'reusable-content';
      path: string;
      entry: ReusableContentEntry;
      base: ReusableContentEntry | undefined;
    };

/** What of an item is translated. */
export interface ItemTexts {
  title: string;
  description?: string | undefined;
  source?: string | undefined;
  sourceStart?: number | undefined;
}

/** What all items of a run share. */
export interface RunScope {
  source: string;
  target: string;
  instructions: string;
  terms: readonly Term[];
}

/** Counts what changes in how the same answers become a text: all texts are written anew then. */
const WRITTEN_AS = 3;

/** Names all that the translation of an item is made from: while it is the same, so is that. */
export function sourceKeyOf({ entry }: TranslationItem, scope: RunScope): string {
  const { title, description, source, sourceStart }: ItemTexts = entry;
  const { source: from, target, instructions, terms } = scope;
  return sha256(
    canonicalJson([
      ...[title, description ?? null, source ?? null, sourceStart ?? null],
      ...[from, target, instructions, terms, WRITTEN_AS],
    ]),
  );
}
