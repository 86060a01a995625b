import { decodeUrlPart } from '../../../lib/decode-url-part.ts';
import { headingId } from '../../content/document/headings.ts';
import {
  attributeOf,
  elementsOf,
  isElement,
  textOf,
  type HtmlElement,
  type HtmlParent,
} from './hast.ts';

/** A name by which links lead to where an element begins. */
interface Place {
  name: string;
  /** Whether it is there for nothing else. */
  isAnchor: boolean;
}

/**
 * Gives each heading the name by which links of the page lead to it. It can have one here; in HTML
 * it has those of all elements that begin where it does, and of anchors in it and before it, such
 * as the bookmarks of Word. Links by the others lead there by its own.
 */
export function nameHeadings(content: HtmlParent): void {
  const links = linksWithin(content);
  for (const [heading, places] of placedHeadings(content)) {
    const linked = places.map(({ name }) => name).filter((name) => links.has(name));
    // Names with a line before them are those that Word gives itself.
    const anchor = places.find(({ name, isAnchor }) => isAnchor && !name.startsWith('_'));
    const own = attributeOf(heading, 'id');
    const name = (headingId(own) && own) || nameOf(linked) || anchor?.name;
    if (name === undefined) continue;
    heading.properties.id = name;
    for (const one of linked) {
      for (const link of links.get(one) ?? []) link.properties.href = `#${name}`;
      // They lead to the first that has the name.
      links.delete(one);
    }
  }
}

/** The first that a heading can have as its name here, or else a name that is like the first. */
function nameOf(names: readonly string[]): string | undefined {
  const similar = names[0]?.replaceAll(/[^-\w.+]+/g, '-');
  return names.find(headingId) ?? (similar === undefined ? undefined : headingId(similar));
}

/** The links that lead to places in the page, by the names of these. */
function linksWithin(content: HtmlParent): Map<string, HtmlElement[]> {
  const links = new Map<string, HtmlElement[]>();
  for (const element of elementsOf(content)) {
    const [, place] = /^#(.+)/.exec(attributeOf(element, 'href').trim()) ?? [];
    if (element.tagName !== 'a' || place === undefined) continue;
    const name = decodeUrlPart(place);
    const known = links.get(name);
    if (known) known.push(element);
    else links.set(name, [element]);
  }
  return links;
}

/** The headings in their order, each with the places in it and right before it. */
function placedHeadings(content: HtmlParent): [HtmlElement, Place[]][] {
  const found: [HtmlElement, Place[]][] = [];
  let before: Place[] = [];
  const walk = (parent: HtmlParent): void => {
    for (const child of parent.children) {
      if (!isElement(child)) {
        if (textOf(child) !== '') before = [];
      } else if (/^h[1-6]$/.test(child.tagName)) {
        found.push([child, [...[child, ...elementsOf(child)].flatMap(placesOf), ...before]]);
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

function placesOf(element: HtmlElement): Place[] {
  const isAnchor = element.tagName === 'a' && attributeOf(element, 'href') === '';
  const names = [attributeOf(element, 'id'), isAnchor ? attributeOf(element, 'name') : ''];
  return names.filter((name) => name !== '').map((name) => ({ name, isAnchor }));
}
