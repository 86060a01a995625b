import { isInlineElement, isPlainElement } from '../html-inlines.ts';
import { parseHtmlTag } from '../html-tree.ts';

/** Returns the parts that the tree does not represent: comments, and unknown elements. */
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

/** Elements that the tree represents as parts of an image. */
const imageParts: ReadonlySet<string> = new Set(['picture', 'source']);

function isAnchor(tag: string | undefined): boolean {
  return tag !== undefined && /^<a\s/i.test(tag) && !parseHtmlTag(tag)?.attributes.href;
}

/** Checks whether markup belongs to a line, and not to an outer construct. */
export function isInlineMarkup(part: string): boolean {
  if (part.startsWith('{')) return false;
  const name = parseHtmlTag(part)?.name;
  return name === undefined || isInlineElement(name);
}

/** Matches link titles and info strings, which are not part of the tree. */
const besidePattern =
  /\]\([^()\s]{1,2000}\s+("[^"\n]*"|'[^'\n]*')\)|^[ \t>]*(?:`{3,}|~{3,})([^`\n]+)$/gm;

/**
 * Checks whether a text contains everything that another one contains outside of its tree, at least
 * as often.
 */
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
