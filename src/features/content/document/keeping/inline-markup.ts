import { isInlineElement, isPlainElement } from '../html-inlines.ts';
import { parseHtmlTag } from '../html-tree.ts';

/** What no part of the tree stands for: comments, and elements that it does not know. */
export function rawParts(text: string): string[] {
  const tags = text.match(/<!--[^]*?-->|<[^<>]*>/g) ?? [];
  return tags.filter((tag, index) => {
    if (tag.startsWith('<!--')) return true;
    const { name, kind, attributes } = parseHtmlTag(tag) ?? {};
    if (name === 'a') {
      return kind === 'open' ? !attributes?.href : isAnchor(tags[index - 1]);
    }
    return name !== undefined && isPlainElement(name);
  });
}

function isAnchor(tag: string | undefined): boolean {
  return tag !== undefined && /^<a\s/i.test(tag) && !parseHtmlTag(tag)?.attributes.href;
}

/** Whether markup stands within a line, and is no part of what is around it. */
export function isInlineMarkup(part: string): boolean {
  if (part.startsWith('{')) return false;
  const name = parseHtmlTag(part)?.name;
  return name === undefined || isInlineElement(name);
}
