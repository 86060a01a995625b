import { docsFolderLimits } from '../../content/docs-folder/limits.ts';
import { normalizeBullets } from '../../content/docs-folder/normalize-bullets.ts';
import { parseSummary } from '../../content/docs-folder/parse-summary.ts';
import { mergeText } from '../../content/merge/merge-text.ts';

/** A line of a table of contents, and what it says however it is written. */
interface Line {
  text: string;
  key: string;
}

/** What a table of contents is made of. */
export interface KeepLinesTask {
  /** What is there, as somebody wrote it. */
  current: string;
  /** The pages that are there, as `writeSummary` writes them. */
  before: string;
  /** Those that there should be, written in the same way. */
  after: string;
}

/**
 * A table of contents as somebody wrote it, with what changes in it: lines that say the same stay
 * as they are, and so do those that say nothing of pages. Where both changed the same place, the
 * new lines stand alone, so what it says is to be checked.
 */
export function keepLines({ current, before, after }: KeepLinesTask): string {
  const kept = linesOf(current);
  const fresh = linesOf(after);
  const merged = mergeText(joined(linesOf(before)), joined(fresh), joined(kept)).text;
  const texts = new Map<string, string[]>();
  for (const { key, text } of [...kept, ...fresh.map(inStyleOf(current))]) {
    const same = texts.get(key);
    if (same) same.push(text);
    else texts.set(key, [text]);
  }
  const lines = merged.split('\n').map((key) => texts.get(key)?.shift() ?? '');
  return lines.join('');
}

/** Lines with their ends; the last one gets one. */
function linesOf(text: string): Line[] {
  const normal = normalizeBullets(text, docsFolderLimits.depthMax).split('\n');
  const lines = text.split(/(?<=\r\n|\r(?!\n)|\n)/).filter((line) => line !== '');
  return lines.map((line, index) => ({
    text: /[\r\n]$/.test(line) ? line : `${line}${endOf(text)}`,
    key: keyOf(normal[index] ?? ''),
  }));
}

/** What ends the lines of a text. */
function endOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** What a line says, on one line; the line itself where it is neither a page nor a group. */
function keyOf(line: string): string {
  const [node] = parseSummary(line.trim(), 1);
  return JSON.stringify(node ? [line.search(/\S/), node] : line.trim());
}

function joined(lines: readonly Line[]): string {
  return lines.map(({ key }) => `${key}\n`).join('');
}

/** Gives a line the mark, the indent and the end that the lines of a text have. */
function inStyleOf(text: string): (line: Line) => Line {
  const levels = bulletsByDepth(text);
  const [outer, mark] = levels.get(0) ?? ['', '*'];
  const inner = levels.get(1)?.[0] ?? '';
  const indent = inner.startsWith(outer) ? inner.slice(outer.length) : '';
  return ({ key, text: line }) => {
    const bullet = (_: string, spaces: string) =>
      `${outer}${(indent || '  ').repeat(spaces.length / 2)}${mark} `;
    return { key, text: `${line.trimEnd().replace(/^( *)\* /, bullet)}${endOf(text)}` };
  };
}

/** The first bullet of each depth: what is before it, and its mark. */
function bulletsByDepth(text: string): Map<number, [indent: string, mark: string]> {
  const found = new Map<number, [string, string]>();
  const normal = normalizeBullets(text, docsFolderLimits.depthMax).split('\n');
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const [, indent, mark] = /^([ \t]*)([*+-])[ \t]/.exec(line) ?? [];
    const depth = (normal[index]?.search(/\S/) ?? 0) / 2;
    if (indent !== undefined && mark && !found.has(depth)) found.set(depth, [indent, mark]);
  }
  return found;
}
