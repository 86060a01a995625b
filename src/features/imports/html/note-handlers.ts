import { defaultHandlers, type Handle } from 'hast-util-to-mdast';
import {
  attributeOf,
  elementsOf,
  findElement,
  isElement,
  textOf,
  type HtmlElement,
  type HtmlParent,
} from './hast.ts';
import { inlineMarkup } from './markdown-text.ts';

/** How notes and the places that have them are called where a Word document is HTML. */
const noteName = /^(?:foot|end)note-\d+$/;
const placeAddress = /^#(?:foot|end)note-ref-\d+$/;

/** Elements in which markdown has no notes. */
const withoutNotes = /^(?:table|figcaption|summary)$/;

/** Lets all notes of a text be links and a list, when one of them is where markdown has none. */
export function keepPlainNotes(parent: HtmlParent): void {
  const elements = [...elementsOf(parent)];
  const isNoted = (one: HtmlElement) => noteName.test(attributeOf(one, 'href').slice(1));
  const isPlain = elements.some(
    (one) => withoutNotes.test(one.tagName) && findElement(one, isNoted) !== undefined,
  );
  if (!isPlain) return;
  for (const { properties } of elements) {
    if (noteName.test(String(properties.id))) delete properties.id;
  }
}

/** A number above the line: of a note, or of anything else. */
const superscript: Handle = (state, element) => {
  const link = findElement(element, ({ tagName }) => tagName === 'a');
  const name = link ? attributeOf(link, 'href').slice(1) : '';
  if (
    link &&
    noteName.test(name) &&
    state.elementById.has(name) &&
    textOf(link) === textOf(element)
  ) {
    return { type: 'footnoteReference', identifier: name, label: name };
  }
  return [inlineMarkup('<sup>'), ...state.all(element), inlineMarkup('</sup>')];
};

/** A list, which can be that of the notes. */
const orderedList: Handle = (state, element) => {
  const items = element.children.filter(isElement);
  const areNotes =
    items.length > 0 && items.every((item) => noteName.test(attributeOf(item, 'id')));
  if (!areNotes) return defaultHandlers.ol(state, element);
  return items.map((item) => {
    const name = attributeOf(item, 'id');
    removeWaysBack(item);
    const children = state.toFlow(state.all(item));
    return { type: 'footnoteDefinition', identifier: name, label: name, children };
  });
};

function removeWaysBack(parent: HtmlParent): void {
  parent.children = parent.children.filter(
    (child) => !isElement(child) || !placeAddress.test(attributeOf(child, 'href')),
  );
  for (const child of parent.children) if (isElement(child)) removeWaysBack(child);
}

/** How footnotes become those of markdown. */
export const noteHandlers: Record<string, Handle> = { sup: superscript, ol: orderedList };
