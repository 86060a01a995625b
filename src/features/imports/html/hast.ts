import type { fromParse5 } from 'hast-util-from-parse5';

export type HastRoot = Extract<ReturnType<typeof fromParse5>, { type: 'root' }>;
export type HastElement = Extract<HastRoot['children'][number], { type: 'element' }>;
export type HastParent = HastRoot | HastElement;
export type HastNode = HastParent['children'][number];

export function isElement(node: HastNode | HastRoot | undefined): node is HastElement {
  return node?.type === 'element';
}

/** Yields all descendant elements in document order. */
export function* descendantsOf(parent: HastParent): Generator<HastElement> {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    yield child;
    yield* descendantsOf(child);
  }
}

export function findDescendant(
  parent: HastParent,
  matches: (element: HastElement) => boolean,
): HastElement | undefined {
  for (const element of descendantsOf(parent)) if (matches(element)) return element;
  return undefined;
}

/** Returns an attribute as text; '' if it is missing. */
export function attributeOf({ properties }: HastElement, name: string): string {
  const value = properties[name];
  if (Array.isArray(value)) return value.join(' ');
  return value === undefined || value === null ? '' : String(value);
}

export function hasClass(element: HastElement, pattern: RegExp): boolean {
  const { className } = element.properties;
  return Array.isArray(className) && className.some((name) => pattern.test(name));
}

/** Returns the text of a node with collapsed white space. */
export function collapsedText(node: HastNode | HastRoot): string {
  return rawText(node).replace(/\s+/g, ' ').trim();
}

/** Returns the text of a node with its white space, as code needs it. */
export function rawText(node: HastNode | HastRoot): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(rawText).join('') : '';
}
