const fencePattern = /^(?:---|\.\.\.)[ \t]*$/;
const firstEntryPattern = /^\s*(?:[\w"'-][^:]*:(?:\s|$)|#|$)/;

/**
 * Replaces the YAML front matter with empty lines, so that line numbers stay those of the source.
 * Keeps a rule (`---`) on the first line that does not start front matter.
 */
export function blankFrontMatter(markdown: string): string {
  if (!/^\uFEFF?---[ \t]*\r?\n/.test(markdown)) return markdown;
  let position = markdown.indexOf('\n') + 1;
  let lineCount = 1;
  while (position < markdown.length) {
    const newline = markdown.indexOf('\n', position);
    const end = newline < 0 ? markdown.length : newline;
    const line = markdown.slice(position, end).replace(/\r$/, '');
    if (fencePattern.test(line)) return '\n'.repeat(lineCount) + markdown.slice(end);
    if (lineCount === 1 && !firstEntryPattern.test(line)) return markdown;
    position = end + 1;
    lineCount += 1;
  }
  return markdown;
}
