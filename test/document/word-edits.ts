import type { DocumentTree, LinkInline } from '../../src/document/document-tree.ts';
import { normalizeDocument } from '../../src/document/input/normalize-document.ts';
import { markdownToDocument } from '../../src/document/markdown-to-document.ts';
import { inlineText } from '../../src/document/tree-text.ts';

/** The tree that markdown has, in the normal form. */
export function treeOf(markdown: string): DocumentTree {
  return normalizeDocument(markdownToDocument(markdown, { hasFrontMatter: false }));
}

/** Members that hold what is shown as text. */
const textMembers: ReadonlySet<string> = new Set([...['text', 'title', 'alt', 'caption', 'label']]);

/** One word of a tree. */
export interface Word {
  holder: Record<string, string>;
  member: string;
  /** Where it stands in the text. */
  index: number;
  word: string;
}

/** The words of a tree that readers see, whatever they are in. */
export function wordsIn(value: unknown, withoutNotes = false): Word[] {
  if (Array.isArray(value)) return value.flatMap((part) => wordsIn(part, withoutNotes));
  if (typeof value !== 'object' || value === null) return [];
  // Colors are no words, and a link that is written as its address says no other text.
  const { object, type } = value as { object?: unknown; type?: unknown };
  if (object === 'mark' || (type === 'link' && isBare(value as LinkInline))) return [];
  return Object.entries(value).flatMap(([member, part]: [string, unknown]) => {
    if (withoutNotes && type === 'annotation' && member === 'fragments') return [];
    if (typeof part !== 'string') return wordsIn(part, withoutNotes);
    if (!textMembers.has(member)) return [];
    const holder = value as Record<string, string>;
    // What looks like a tag with another word may be one, and an expression in a title is none.
    const shown = part.replaceAll(/\{%.*?%\}|\b(?:page|space)\.vars\.\w+/gs, (kept) =>
      ' '.repeat(kept.length),
    );
    const matches = [...shown.matchAll(/[\p{L}\p{N}]+/gu)];
    return matches.map((match) => ({ holder, member, index: match.index, word: match[0] }));
  });
}

function isBare({ data: { ref }, nodes }: LinkInline): boolean {
  return ref.kind === 'url' && nodes.map(inlineText).join('') === ref.url;
}

/**
 * A tree in which one word is another, with that word; undefined for a tree without words. Words
 * that the tree alone has are none, and neither are those of a footnote that several texts have.
 */
export function withOtherWord(markdown: string, choice: number, by: string) {
  const tree = treeOf(markdown);
  const wanted = structuredClone(tree);
  const isShared = JSON.stringify(tree).split('"type":"annotation"').length > 2;
  const words = wordsIn(wanted.nodes, isShared).filter(({ word }) => markdown.includes(word));
  const found = words[choice % Math.max(words.length, 1)];
  if (!found) return undefined;
  const { holder, member, index, word } = found;
  const text = holder[member] ?? '';
  holder[member] = text.slice(0, index) + by + text.slice(index + word.length);
  return { wanted, word };
}

/** The part of a text that another one has otherwise, in both. */
export function differenceOf(before: string, after: string): { removed: string; added: string } {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    removed: before.slice(start, before.length - end),
    added: after.slice(start, after.length - end),
  };
}
