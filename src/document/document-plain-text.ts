import { blankFrontMatter } from './front-matter.ts';
import { markdownToDocument } from './markdown-to-document.ts';
import { blockTexts } from './tree-text.ts';

/**
 * Returns the visible beginning of a markdown text on one line, for previews and descriptions.
 * Truncates it to `lengthMax` characters, ending with `…` after a whole word if possible.
 */
export function markdownToPlainText(
  markdown: string,
  { lengthMax }: { lengthMax: number },
): string {
  const body = blankFrontMatter(markdown).trimStart();
  const excerpt = body.slice(0, lengthMax * 10 + 5_000);
  const text = blockTexts(markdownToDocument(excerpt).nodes).join(' ').replace(/\s+/g, ' ').trim();
  if (text.length <= lengthMax) return text;
  const cut = text.slice(0, Math.max(0, lengthMax - 1));
  const space = cut.lastIndexOf(' ');
  const whole = space > cut.length / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, '');
  return lengthMax > 0 ? `${whole.trimEnd()}…` : '';
}
