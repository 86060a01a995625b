import {
  attributeOf,
  descendantsOf,
  collapsedText,
  type HastParent,
  type HastRoot,
} from './hast.ts';

/** Metadata of a page. */
export interface PageHead {
  title: string | undefined;
  description: string | undefined;
  /** Whether the page asks crawlers not to follow its links. */
  nofollow: boolean;
  /** Base of its relative addresses. */
  base: URL | undefined;
}

/**
 * Reads the metadata of a page.
 *
 * @param address of the page; undefined if it has none
 */
export function readPageHead(root: HastRoot, address: URL | undefined): PageHead {
  const head: PageHead = {
    title: undefined,
    description: undefined,
    nofollow: false,
    base: address,
  };
  for (const element of descendantsOf(root)) {
    const content = attributeOf(element, 'content').trim();
    const name = attributeOf(element, 'name').toLowerCase();
    const href = attributeOf(element, 'href');
    if (element.tagName === 'title') head.title ??= collapsedText(element) || undefined;
    else if (element.tagName === 'base' && URL.canParse(href, address)) {
      head.base = new URL(href, address);
    } else if (name === 'description') head.description ??= content || undefined;
    else if (name === 'robots') {
      head.nofollow ||= /\b(?:nofollow|none)\b/i.test(content);
    }
  }
  return head;
}

/**
 * Returns the title of a page: its first top-level heading, else the title in its head without the
 * name of the site. Removes the heading from the text if the text begins with it.
 */
export function takeTitle(content: HastParent, head: PageHead): string | undefined {
  const found = firstHeading(content);
  if (!found) return head.title?.split(/\s+[|·–—-]\s+/)[0] || undefined;
  const { parent, index, isStart } = found;
  const heading = parent.children[index];
  const title = heading && collapsedText(heading).replace(/[\s¶#]+$/, '');
  if (isStart) parent.children.splice(index, 1);
  return title || undefined;
}

interface FoundHeading {
  parent: HastParent;
  index: number;
  /** Whether no text precedes it. */
  isStart: boolean;
}

function firstHeading(parent: HastParent, isStart = true): FoundHeading | undefined {
  let start = isStart;
  for (const [index, child] of parent.children.entries()) {
    if (child.type !== 'element') {
      if (child.type === 'text' && child.value.trim() !== '') start = false;
      continue;
    }
    if (child.tagName === 'h1') return { parent, index, isStart: start };
    const below = firstHeading(child, start);
    if (below) return below;
    if (collapsedText(child) !== '' || child.tagName === 'img') start = false;
  }
  return undefined;
}
