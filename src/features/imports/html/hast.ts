import type { fromParse5 } from 'hast-util-from-parse5';

export type HtmlRoot = Extract<ReturnType<typeof fromParse5>, { type: 'root' }>;
export type HtmlElement = Extract<HtmlRoot['children'][number], { type: 'element' }>;
export type HtmlParent = HtmlRoot | HtmlElement;
export type HtmlNode = HtmlParent['children'][number];

export function isElement(node: HtmlNode | HtmlRoot | undefined): node is HtmlElement {
  return node?.type === 'element';
}

/** Yields all descendant elements in document order. */
export function* elementsOf(parent: HtmlParent): Generator<HtmlElement> {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    yield child;
    yield* elementsOf(child);
  }
}

export function findElement(
  parent: HtmlParent,
  matches: (element: HtmlElement) => boolean,
): HtmlElement | undefined {
  for (const element of elementsOf(parent)) if (matches(element)) return element;
  return undefined;
}

/** Returns an attribute as text; '' if it is missing. */
export function attributeOf({ properties }: HtmlElement, name: string): string {
  const value = properties[name];
  if (Array.isArray(value)) return value.join(' ');
  return value === undefined || value === null ? '' : String(value);
}

export function hasClass(element: HtmlElement, pattern: RegExp): boolean {
  const { className } = element.properties;
  return Array.isArray(className) && className.some((name) => pattern.test(name));
}

/** Returns the text of a node with collapsed white space. */
export function textOf(node: HtmlNode | HtmlRoot): string {
  return rawText(node).replace(/\s+/g, ' ').trim();
}

/** Returns the text of a node with its white space, as code needs it. */
export function rawText(node: HtmlNode | HtmlRoot): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(rawText).join('') : '';
}
