import { decodeUrlPart } from '../../../lib/decode-url-part.ts';
import { headingId } from '../../../document/headings.ts';
import {
  attributeOf,
  descendantsOf,
  isElement,
  collapsedText,
  type HastElement,
  type HastParent,
} from './hast.ts';

/** Anchor name of the place at which an element begins. */
interface Place {
  name: string;
  /** Whether the element serves only as an anchor. */
  isAnchor: boolean;
}

/**
 * Gives each heading the id that the links of the page use. A heading can have only one id. In HTML
 * it also has the ids of elements that begin with it, and of anchors in or before it, such as Word
 * bookmarks. Links to those are changed to the heading's own id.
 */
export function assignHeadingIds(content: HastParent): void {
  const links = linksWithin(content);
  for (const [heading, places] of placedHeadings(content)) {
    const linked = places.map(({ name }) => name).filter((name) => links.has(name));
    // Word generates names with a leading underscore itself.
    const anchor = places.find(({ name, isAnchor }) => isAnchor && !name.startsWith('_'));
    const own = attributeOf(heading, 'id');
    const name = (headingId(own) && own) || nameOf(linked) || anchor?.name;
    if (name === undefined) continue;
    heading.properties.id = name;
    for (const one of linked) {
      for (const link of links.get(one) ?? []) link.properties.href = `#${name}`;
      // Links point to the first heading that has the name.
      links.delete(one);
    }
  }
}

/** Returns the first valid heading id, otherwise one derived from the first name. */
function nameOf(names: readonly string[]): string | undefined {
  const similar = names[0]?.replaceAll(/[^-\w.+]+/g, '-');
  return names.find(headingId) ?? (similar === undefined ? undefined : headingId(similar));
}

/** Returns the links to anchors in the page, by anchor name. */
function linksWithin(content: HastParent): Map<string, HastElement[]> {
  const links = new Map<string, HastElement[]>();
  for (const element of descendantsOf(content)) {
    const [, place] = /^#(.+)/.exec(attributeOf(element, 'href').trim()) ?? [];
    if (element.tagName !== 'a' || place === undefined) continue;
    const name = decodeUrlPart(place);
    const known = links.get(name);
    if (known) known.push(element);
    else links.set(name, [element]);
  }
  return links;
}

/** Returns the headings in order, with the anchors in them and directly before them. */
function placedHeadings(content: HastParent): [HastElement, Place[]][] {
  const found: [HastElement, Place[]][] = [];
  let before: Place[] = [];
  const walk = (parent: HastParent): void => {
    for (const child of parent.children) {
      if (!isElement(child)) {
        if (collapsedText(child) !== '') before = [];
      } else if (/^h[1-6]$/.test(child.tagName)) {
        found.push([child, [...[child, ...descendantsOf(child)].flatMap(placesOf), ...before]]);
        before = [];
      } else {
        before.push(...placesOf(child));
        walk(child);
        if (child.tagName === 'img') before = [];
      }
    }
  };
  walk(content);
  return found;
}

function placesOf(element: HastElement): Place[] {
  const isAnchor = element.tagName === 'a' && attributeOf(element, 'href') === '';
  const names = [attributeOf(element, 'id'), isAnchor ? attributeOf(element, 'name') : ''];
  return names.filter((name) => name !== '').map((name) => ({ name, isAnchor }));
}
