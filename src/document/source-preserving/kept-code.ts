import { isSameValue } from '../../lib/same-value.ts';
import type { Block, CodeBlock } from '../document-tree.ts';
import { readLines, withoutEnd } from './stored-lines.ts';
import type { StoredLines } from './stored-lines.ts';
import type { StoredBlock } from './stored-units.ts';

const fencePattern = /^( *)(`{3,}|~{3,})/;

/**
 * Writes a code block between its stored fences, with the tag around them, if any. Returns
 * undefined if more than its lines changed, or if fences cannot contain them.
 */
export function rewriteCode(
  block: Block,
  { block: stored, source }: StoredBlock,
  lines: StoredLines,
  lineEnd: string,
): string | undefined {
  if (block.type !== 'code' || !isSameValue(block.data, stored.data)) return undefined;
  const [inner, ...others] = source.children;
  const fence = source.type === 'tag' && others.length === 0 ? inner : source;
  if (fence?.type !== 'fence') return undefined;
  const [start, end] = fence.lines;
  const opening = readLines(lines, source.lines[0], start + 1);
  const closing = withoutEnd(readLines(lines, end - 1, source.lines[1]) ?? '');
  const [, indent = '', marker] = fencePattern.exec(readLines(lines, start, start + 1) ?? '') ?? [];
  const closes = marker && new RegExp(`^ *${marker[0]}{${marker.length},}\\s*$`);
  const isClosed = closes && closes.test(closing.split(/\r\n?|\n/, 1)[0] ?? '');
  if (opening === undefined || !isClosed || end - 1 <= start) return undefined;
  const known = new Map<string, string>();
  for (let line = start + 1; line < end - 1; line += 1) {
    const raw = withoutEnd(readLines(lines, line, line + 1) ?? '');
    known.set(raw.startsWith(indent) ? raw.slice(indent.length) : raw.trimStart(), raw);
  }
  const texts = block.nodes.map(lineText);
  if (texts.some((text) => text === undefined || closes.test(text))) return undefined;
  const body = texts.map((text = '') => known.get(text) ?? (text === '' ? '' : indent + text));
  return opening + body.map((text) => text + lineEnd).join('') + closing;
}

/** Returns the text of a line; undefined if it contains anything else. */
function lineText({ data, nodes }: CodeBlock['nodes'][number]): string | undefined {
  let text = '';
  for (const node of nodes) {
    if (node.object !== 'text' || data.highlighted) return undefined;
    text += node.leaves.map((leaf) => leaf.text).join('');
  }
  return text;
}
