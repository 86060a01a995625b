/** Property lines below the title of a database page. */
const properties = /^(# [^\n]*\n\s*\n)((?:[^\s#>*|`<-][^:\n]*:[^\n]*(?:\n|$)){2,})(?=\s*(?:\n|$))/;

/**
 * Adapts markdown written by Notion. HTML callouts become hints, and each property of a page gets
 * its own line, since adjacent lines would merge into one paragraph. Code remains unchanged.
 */
export function notionMarkdown(text: string): string {
  let fence: string | undefined;
  return text
    .replace(properties, (_, title: string, lines: string) => title + inLines(lines))
    .split('\n')
    .map((line) => {
      const [, mark] = /^\s*(```|~~~)/.exec(line) ?? [];
      if (mark !== undefined && (fence === undefined || fence === mark)) {
        fence = fence === undefined ? mark : undefined;
      }
      if (fence !== undefined) return line;
      return line
        .replace(/^<aside>\s*$/, '{% hint style="info" %}')
        .replace(/^<\/aside>\s*$/, '{% endhint %}');
    })
    .join('\n');
}

function inLines(text: string): string {
  const lines = text.trimEnd().split('\n');
  return `${lines.map((line) => line.trimEnd()).join('\\\n')}\n`;
}
