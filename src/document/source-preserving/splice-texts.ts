import { isSameValue } from '../../lib/same-value.ts';
import { DiffBudget } from '../../lib/diff-budget.ts';
import { lineEdits } from '../../lib/line-edits.ts';
import { createText } from '../document-nodes.ts';
import type { Block, DocumentTree, InlineContent } from '../document-tree.ts';
import type { ParsedDocument } from '../markdown-to-document.ts';
import { splitInlines } from '../writing/inline-pieces.ts';
import { changedValues } from './changed-values.ts';
import { isInTag, spliceValue } from './encode-value.ts';
import type { TextEncoding, Splice } from './encode-value.ts';
import { inlineItems } from './inline-items.ts';
import { locateLine } from './locate-line.ts';
import { patchLine } from './patch-line.ts';
import { SourceText } from './source-text.ts';
import { TextCollector } from './stored-texts.ts';
import type { StoredText, TextWindow } from './stored-texts.ts';

/** Maximum work of comparing the texts of one document. */
const DIFF_UNITS_MAX = 2_000_000;
/** Maximum number of positions tried for a text that appears several times. */
const TRIES_MAX = 8;

/** A source with its document. */
export interface ParsedSource {
  source: string;
  parsed: ParsedDocument;
  /** The document in normal form. */
  normal: DocumentTree;
}

/**
 * Replaces changed texts within a source, and changes nothing else. Applies to blocks that the
 * source and the wanted document share. Parses the result again, and leaves texts unchanged that
 * would be read differently.
 *
 * @returns the source itself if no text can be replaced
 */
export function spliceTexts(
  stored: ParsedSource,
  wanted: DocumentTree,
  read: (source: string) => ParsedSource,
): ParsedSource {
  const budget = new DiffBudget(DIFF_UNITS_MAX);
  const collector = new TextCollector(stored.source, stored.parsed.origins, budget);
  const { nodes: normal } = stored.normal;
  collector.addBlocks({ normal, parsed: stored.parsed.tree.nodes, wanted: wanted.nodes });
  const splicer = new TextSplicer(stored, collector, budget);
  for (let round = 0; round < 2 * TRIES_MAX; round += 1) {
    const changed = splicer.write();
    if (changed === undefined) return stored;
    const result = read(changed);
    if (splicer.check(result.normal)) return result;
  }
  return stored;
}

interface Place {
  from: number;
  end: number;
  language: TextEncoding;
  /** Number of earlier matches to skip. */
  skipped: number;
  /** Text to insert after it. */
  suffix?: string | undefined;
}

/** The end of a text, and its replacement; undefined if the text is not found. */
type Located = { cursor: number; splice: Splice | undefined } | undefined;

class TextSplicer {
  readonly #stored: ParsedSource;
  readonly #source: SourceText;
  readonly #texts: readonly StoredText[];
  readonly #wanted: ReadonlyMap<Block, Block>;
  readonly #budget: DiffBudget;
  /** Number of positions tried per block; after the last one, the block is given up. */
  readonly #tries = new Map<Block, number>();

  constructor(stored: ParsedSource, { texts, wanted }: TextCollector, budget: DiffBudget) {
    this.#stored = stored;
    this.#source = new SourceText(stored.source);
    const changed = new Set(
      texts.flatMap(({ window, after }) => (after === undefined ? [] : [window])),
    );
    this.#texts = texts.filter(({ window }) => changed.has(window));
    this.#wanted = wanted;
    this.#budget = budget;
  }

  /** Returns the source with all replacements that are not given up; undefined without any. */
  write(): string | undefined {
    for (;;) {
      const splices = this.#splices();
      if (splices?.length === 0) return undefined;
      if (splices) return applySplices(this.#stored.source, splices);
    }
  }

  /**
   * Checks whether a document is as wanted. Gives up wrong replacements, or tries their next
   * position.
   */
  check({ nodes }: DocumentTree): boolean {
    const wrong = new Set<Block>();
    const isSame = this.#compareAll(this.#stored.normal.nodes, nodes, wrong);
    if (isSame) return true;
    const blocks = wrong.size > 0 ? wrong : this.#wanted.keys();
    for (const block of blocks) this.#tries.set(block, (this.#tries.get(block) ?? 0) + 1);
    return false;
  }

  /**
   * Returns undefined if a text is missing: then the other texts of its block are not replaced
   * either.
   */
  #splices(): Splice[] | undefined {
    const splices: Splice[] = [];
    const cursors = new Map<TextWindow, number>();
    let isComplete = true;
    for (const text of this.#texts) {
      const { window, block } = text;
      const isChanged = text.after !== undefined && !this.#isGivenUp(block);
      const found = this.#locate(text, cursors.get(window) ?? window.start, isChanged);
      if (found) cursors.set(window, Math.max(found.cursor, cursors.get(window) ?? 0));
      if (!isChanged) continue;
      if (found?.splice) splices.push(found.splice);
      else {
        this.#tries.set(block, Infinity);
        isComplete = false;
      }
    }
    return isComplete ? splices : undefined;
  }

  #locate(text: StoredText, from: number, isChanged: boolean): Located {
    const { window, block, before, after } = text;
    const skipped = isChanged ? (this.#tries.get(block) ?? 0) : 0;
    const { end, language } = window;
    if (typeof before === 'string') {
      const wanted = typeof after === 'string' ? after : before;
      const [old, fresh] = [before, wanted].map((value) => [createText(value)]);
      const found = this.#findValue(before, { ...window, from, skipped });
      const [start] = found?.starts ?? [];
      if (!old || !fresh) return undefined;
      if (!found || start === undefined) {
        return isChanged ? this.#locateWords(old, fresh, { ...window, from, skipped }) : undefined;
      }
      const cursor = found.ends.at(-1) ?? from;
      if (!isChanged || typeof after !== 'string') return { cursor, splice: undefined };
      if (isInTag(this.#source, start)) {
        return { cursor, splice: spliceValue(this.#source, found, [before, after], language) };
      }
      return this.#locateLine(old, fresh, { ...window, from: start, skipped: 0 });
    }
    const fresh = isChanged && typeof after !== 'string' ? after : undefined;
    return this.#locateLine(before, fresh, { from, end, language, skipped, suffix: text.suffix });
  }

  #locateLine(before: InlineContent, after: InlineContent | undefined, place: Place): Located {
    const line = locateLine(this.#source, before, place);
    if (!after) return line && { cursor: line.end, splice: undefined };
    const options = { ...place, budget: this.#budget };
    const splice = line && patchLine(this.#source, line, after, options);
    if (line && splice && place.skipped === 0) return { cursor: line.end, splice };
    // If the whole text is not found, or is wrong, tries its only changed words.
    const words = this.#locateWords(before, after, place);
    return words ?? (line && { cursor: line.end, splice });
  }

  /** Locates the only words that differ, for text that is written in parts, e.g. in a tag. */
  #locateWords(
    before: InlineContent,
    after: InlineContent,
    { from, end, language, skipped }: Place,
  ): Located {
    const [word, by] = this.#onlyChange(before, after) ?? [];
    if (!word || by === undefined) return undefined;
    const all = this.#stored.source.length;
    let found = this.#source.find(word, from, end, true) ?? this.#source.find(word, 0, all, true);
    for (let count = 1; count < skipped; count += 1) {
      const next = (found?.starts[0] ?? from) + 1;
      found = this.#source.find(word, found ? next : 0, all, true);
    }
    return (
      found && { cursor: from, splice: spliceValue(this.#source, found, [word, by], language) }
    );
  }

  #onlyChange(before: InlineContent, after: InlineContent): readonly [string, string] | undefined {
    const [old = [], fresh = []] = [before, after].map((content) =>
      inlineItems(splitInlines(content)),
    );
    const [keys = [], others = []] = [old, fresh].map((items) => items.map(({ key }) => key));
    const [edit, ...more] = lineEdits(keys, others, this.#budget);
    if (!edit) {
      const changes = old.map(({ data }, index) => changedValues(data, fresh[index]?.data));
      const [change, ...rest] = changes.flatMap((one) => one ?? [undefined]);
      return rest.length === 0 ? change : undefined;
    }
    const { start } = edit;
    const words = [old.slice(start, edit.end), fresh.slice(start, start + edit.lines.length)];
    const [word = '', by = ''] = words.map((items) =>
      items.map((item) => item.word ?? '').join(''),
    );
    return more.length === 0 && word !== '' ? [word, by] : undefined;
  }

  /** Values also appear in tags, and not always in the order of the tree. */
  #findValue(value: string, { from, start, end, skipped }: Place & { start: number }) {
    let found = this.#source.find(value, from, end) ?? this.#source.find(value, from, end, true);
    for (let count = 0; count < skipped; count += 1) {
      const next = count === 0 ? start : (found?.starts[0] ?? end) + 1;
      found = this.#source.find(value, next, end, true);
    }
    return found ?? this.#source.find(value, start, end, true);
  }

  #isGivenUp(block: Block): boolean {
    return (this.#tries.get(block) ?? 0) > TRIES_MAX;
  }

  #compareAll(stored: readonly Block[], read: readonly Block[], wrong: Set<Block>): boolean {
    if (stored.length === read.length) {
      const all = stored.map((block, index) => this.#compare(block, read[index], wrong));
      return all.every(Boolean);
    }
    for (const block of stored) this.#blame(block, wrong);
    return false;
  }

  /** Checks whether a block is as wanted; otherwise reports its wrong texts. */
  #compare(stored: Block, read: Block | undefined, wrong: Set<Block>): boolean {
    const target = this.#isGivenUp(stored) ? undefined : this.#wanted.get(stored);
    const own = target ?? stored;
    if (isSameValue(own, read) && (target || !this.#holdsChange(stored))) return true;
    const isSame =
      read?.type === own.type &&
      isSameValue(own.data, read.data) &&
      this.#compareWithin(stored, own, read, wrong);
    if (!isSame && wrong.size === 0) this.#blame(stored, wrong);
    else if (!isSame && target && !isSameValue(own.data, read?.data)) wrong.add(stored);
    return isSame;
  }

  /** Checks whether a block inside another one must change. */
  #holdsChange(block: Block): boolean {
    if (isLine(block)) return false;
    return innerBlocks(block)
      .flat()
      .some(
        (inner) => (this.#wanted.has(inner) && !this.#isGivenUp(inner)) || this.#holdsChange(inner),
      );
  }

  #compareWithin(stored: Block, own: Block, read: Block, wrong: Set<Block>): boolean {
    if (isLine(own)) {
      const isSame = isSameValue(own, read);
      if (!isSame && own !== stored) wrong.add(stored);
      return isSame;
    }
    const [before, after] = [innerBlocks(stored), innerBlocks(read)];
    if (before.length !== after.length) return false;
    const all = before.map((blocks, index) => this.#compareAll(blocks, after[index] ?? [], wrong));
    return all.every(Boolean);
  }

  /** Marks all texts within a block as wrong. */
  #blame(block: Block, wrong: Set<Block>): void {
    if (this.#wanted.has(block) && !this.#isGivenUp(block)) wrong.add(block);
    if (isLine(block)) return;
    for (const node of innerBlocks(block).flat()) this.#blame(node, wrong);
  }
}

/** Returns the lists of blocks in a block: its nodes, and those of each fragment. */
function innerBlocks(block: Block): (readonly Block[])[] {
  return [
    ...('nodes' in block ? [block.nodes as Block[]] : []),
    ...('fragments' in block ? block.fragments.map(({ nodes }) => nodes) : []),
  ];
}

function isLine({ type }: Block): boolean {
  return type === 'paragraph' || type === 'code-line' || type.startsWith('heading-');
}

function applySplices(source: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text } of splices.toSorted((one, other) => one.start - other.start)) {
    if (start < at) continue;
    parts.push(source.slice(at, start), text);
    at = end;
  }
  return parts.join('') + source.slice(at);
}
