/** Markdown of Notion, which writes callouts as HTML, with hints. Code stays what it is. */
export function notionMarkdown(text: string): string {
  let fence: string | undefined;
  return text
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
