import {
  attributeOf,
  findDescendant,
  hasClass,
  isElement,
  collapsedText,
  type HastElement,
  type HastNode,
  type HastParent,
} from './hast.ts';

/** Lists that Notion writes as one list per item. */
const dividedList = /^(?:bulleted-list|numbered-list|to-do-list|toggle)$/;

/** Rewrites markup specific to Confluence and Notion exports as plain HTML. */
export function plainMarkup(parent: HastParent): void {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    rewrite(child);
    plainMarkup(child);
  }
  joinLists(parent);
}

function rewrite(element: HastElement): void {
  const { tagName, properties } = element;
  if (tagName === 'ul' && hasClass(element, /^inline-task-list$/)) {
    for (const item of element.children.filter(isElement)) {
      item.children.unshift(checkbox(hasClass(item, /^checked$/)));
    }
  } else if (tagName === 'div' && hasClass(element, /^checkbox$/)) {
    Object.assign(element, checkbox(hasClass(element, /^checkbox-on$/)));
  } else if (tagName === 'div' && hasClass(element, /^expand-container$/)) {
    const control = findDescendant(element, (one) => hasClass(one, /^expand-control$/));
    element.tagName = 'details';
    if (control) control.tagName = 'summary';
  } else if (tagName === 'a' && hasClass(element, /^bookmark$/)) {
    const title = findDescendant(element, (one) => hasClass(one, /^bookmark-title$/));
    const value = (title && collapsedText(title)) || attributeOf(element, 'href');
    element.children = [{ type: 'text', value }];
  } else if (tagName === 'img' && hasClass(element, /^emoticon$/)) {
    // The image belongs to the exporting program.
    const value = attributeOf(element, 'dataEmojiFallback') || attributeOf(element, 'alt');
    Object.assign(element, { tagName: 'span', children: [{ type: 'text', value }] });
  } else if (tagName === 'pre') {
    const parameters = attributeOf(element, 'dataSyntaxhighlighterParams');
    properties.dataLang ??= /\bbrush:\s*([\w+#.-]+)/.exec(parameters)?.[1];
  }
}

function checkbox(checked: boolean): HastElement {
  const properties = { type: 'checkbox', checked };
  return { type: 'element', tagName: 'input', properties, children: [] };
}

/** Merges consecutive lists that are parts of the same list. */
function joinLists(parent: HastParent): void {
  let last: HastElement | undefined;
  parent.children = parent.children.filter((child) => {
    if (isBlank(child)) return true;
    const list = isElement(child) && hasClass(child, dividedList) ? child : undefined;
    const isSame =
      list?.tagName === last?.tagName && list?.properties.type === last?.properties.type;
    const isNext = list?.properties.start === undefined || Number(list.properties.start) > 1;
    if (last && list && isSame && isNext && nameOf(last) === nameOf(list)) {
      last.children.push(...list.children);
      return false;
    }
    last = list;
    return true;
  });
}

function isBlank(node: HastNode): boolean {
  return node.type === 'text' && node.value.trim() === '';
}

function nameOf(list: HastElement): string {
  return attributeOf(list, 'className');
}
