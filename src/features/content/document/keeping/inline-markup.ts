import { isInlineElement, isPlainElement } from '../html-inlines.ts';
import { parseHtmlTag } from '../html-tree.ts';

/** What no part of the tree stands for: comments, and elements that it does not know. */
export function rawParts(text: string): string[] {
  const tags = text.match(/<!--[^]{0,5000}?-->|<[^<>]{1,5000}>/g) ?? [];
  return tags.filter((tag, index) => {
    if (tag.startsWith('<!--')) return true;
    const { name, kind, attributes } = parseHtmlTag(tag) ?? {};
    if (name === 'a') {
      return kind === 'open' ? !attributes?.href : isAnchor(tags[index - 1]);
    }
    return name !== undefined && isPlainElement(name) && !imageParts.has(name);
  });
}

/** Elements that the tree shows as parts of an image. */
const imageParts: ReadonlySet<string> = new Set(['picture', 'source']);

function isAnchor(tag: string | undefined): boolean {
  return tag !== undefined && /^<a\s/i.test(tag) && !parseHtmlTag(tag)?.attributes.href;
}

/** Whether markup stands within a line, and is no part of what is around it. */
export function isInlineMarkup(part: string): boolean {
  if (part.startsWith('{')) return false;
  const name = parseHtmlTag(part)?.name;
  return name === undefined || isInlineElement(name);
}

/** What is written beside a link or a fence and is no part of the tree. */
const besidePattern =
  /\]\([^()\s]{1,2000}\s+("[^"\n]*"|'[^'\n]*')\)|^[ \t>]*(?:`{3,}|~{3,})([^`\n]+)$/gm;

/** Whether a text has all that another one says beside its tree, as often. */
export function keepsRawParts(before: string, after: string): boolean {
  const counts = new Map<string, number>();
  for (const part of partsOf(after)) counts.set(part, (counts.get(part) ?? 0) + 1);
  return partsOf(before).every((part) => {
    const count = counts.get(part) ?? 0;
    counts.set(part, count - 1);
    return count > 0;
  });
}

function partsOf(text: string): string[] {
  const beside = [...text.matchAll(besidePattern)].map(
    ([, title, info = '']) => title ?? info.trim(),
  );
  return [...rawParts(text), ...beside];
}
