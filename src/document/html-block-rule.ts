import type { MarkdownIt, StateBlock } from 'markdown-it';
import { lineStart, lineText } from './block-lines.ts';
import { takeTag } from './tag-lines.ts';

/**
 * Matches HTML that has an explicit end and does not end at an empty line: tags in it are its text.
 */
const closedByItself = /^<(?:[!?]|(?:script|pre|style|textarea)(?:[\s>]|$))/i;

/**
 * Ends a block of HTML before a line that starts with a tag, as at an empty line. Editors write the
 * end of a hint or tab directly below an image.
 */
export function endHtmlAtTags({ block: { ruler } }: MarkdownIt): void {
  const parseHtml = ruler.getRules('').find(({ name }) => name === 'html_block');
  if (!parseHtml) throw new TypeError('The parser has no rule for HTML.');
  ruler.at(
    'html_block',
    (state, startLine, endLine, silent) => {
      const line = silent ? endLine : nextTagLine(state, startLine, endLine);
      return parseHtml(state, startLine, line, silent);
    },
    { alt: ['paragraph', 'reference', 'blockquote'] },
  );
}

/** Returns the first line with a tag in a block of HTML; `endLine` if there is none. */
function nextTagLine(state: StateBlock, startLine: number, endLine: number): number {
  if (!state.src.startsWith('<', lineStart(state, startLine))) return endLine;
  if (closedByItself.test(lineText(state, startLine).slice(0, 12))) return endLine;
  for (let line = startLine + 1; line < endLine && !state.isEmpty(line); line += 1) {
    if (state.src.startsWith('{%', lineStart(state, line)) && takeTag(lineText(state, line)))
      return line;
  }
  return endLine;
}
