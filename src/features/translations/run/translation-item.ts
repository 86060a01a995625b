import { canonicalJson } from '../../../lib/canonical-json.ts';
import { sha256 } from '../../../lib/hash.ts';
import type { PageEntry, ReusableContentEntry } from '../../../revisions/store/entry.ts';
import type { GlossaryTerm } from '../text/terms.ts';

/** Page or reusable content of the source, with its counterpart in the latest result. */
export type TranslationItem =
  | { kind: 'page'; path: string; entry: PageEntry; base: PageEntry | undefined }
  | {
      kind: 'reusable-content';
      path: string;
      entry: ReusableContentEntry;
      base: ReusableContentEntry | undefined;
    };

/** Translatable parts of an item. */
export interface ItemTexts {
  title: string;
  description?: string | undefined;
  source?: string | undefined;
  sourceStart?: number | undefined;
}

/** Settings shared by all items of a run. */
export interface RunScope {
  source: string;
  target: string;
  instructions: string;
  terms: readonly GlossaryTerm[];
}

/** Version of the conversion from translations to text. Increase it to rewrite all texts. */
const WRITTEN_AS = 3;

/**
 * Returns a hash of everything from which an item is translated. An equal hash means that the
 * translation is current.
 */
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
