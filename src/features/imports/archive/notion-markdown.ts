/** Below the title of a page of a database, a line for each property. */
const properties = /^(# [^\n]*\n\s*\n)((?:[^\s#>*|`<-][^:\n]*:[^\n]*(?:\n|$)){2,})(?=\s*(?:\n|$))/;

/**
 * Markdown of Notion, which writes callouts as HTML, with hints, and with each property of a page
 * in a line of its own, as they would flow together. Code stays what it is.
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
