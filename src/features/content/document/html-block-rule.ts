import type { MarkdownIt, StateBlock } from 'markdown-it';
import { lineStart, lineText } from './block-lines.ts';
import { takeTag } from './tag-lines.ts';

/** HTML that ends where it says so, not at an empty line: tags within it are its text. */
const closedByItself = /^<(?:[!?]|(?:script|pre|style|textarea)(?:[\s>]|$))/i;

/**
 * Lets a block of HTML end before a line that starts with a tag, as at an empty line: editors write
 * the end of a hint or a tab right below the picture that it ends with.
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

/** The first line with a tag in a block of HTML; the end of all lines when there is none. */
function nextTagLine(state: StateBlock, startLine: number, endLine: number): number {
  if (!state.src.startsWith('<', lineStart(state, startLine))) return endLine;
  if (closedByItself.test(lineText(state, startLine).slice(0, 12))) return endLine;
  for (let line = startLine + 1; line < endLine && !state.isEmpty(line); line += 1) {
    if (state.src.startsWith('{%', lineStart(state, line)) && takeTag(lineText(state, line)))
      return line;
  }
  return endLine;
}
