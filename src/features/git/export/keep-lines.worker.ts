import { docsFolderLimits } from '../../../document/docs-folder/docs-folder-limits.ts';
import { normalizeBullets } from '../../../document/docs-folder/normalize-bullets.ts';
import { parseSummary } from '../../../document/docs-folder/parse-summary.ts';
import { mergeText } from '../../../revisions/merge/merge-text.ts';

/** Line of a table of contents, with a key for its meaning that ignores formatting. */
interface Line {
  text: string;
  key: string;
}

/** Inputs for merging a table of contents. */
export interface KeepLinesTask {
  /** Current text, as its author wrote it. */
  current: string;
  /** Current pages, as `writeSummary` writes them. */
  before: string;
  /** Target pages, written in the same way. */
  after: string;
}

/**
 * Updates a table of contents and keeps its author's formatting: unchanged lines stay as they are,
 * and so do those that are not about pages. In a conflict the new lines win, so the caller must
 * check the result.
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

/** Splits a text into lines with their line breaks; adds one to the last line. */
function linesOf(text: string): Line[] {
  const normal = normalizeBullets(text, docsFolderLimits.depthMax).split('\n');
  const lines = text.split(/(?<=\r\n|\r(?!\n)|\n)/).filter((line) => line !== '');
  return lines.map((line, index) => ({
    text: /[\r\n]$/.test(line) ? line : `${line}${endOf(text)}`,
    key: keyOf(normal[index] ?? ''),
  }));
}

/** Returns the line break of a text. */
function endOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Returns the normalized meaning of a line; the line itself if it is not a page or group. */
function keyOf(line: string): string {
  const [node] = parseSummary(line.trim(), 1);
  return JSON.stringify(node ? [line.search(/\S/), node] : line.trim());
}

function joined(lines: readonly Line[]): string {
  return lines.map(({ key }) => `${key}\n`).join('');
}

/** Returns a function that formats a line with the bullet, indentation and line break of a text. */
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

/** Returns the indentation and bullet of the first item at each depth. */
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
