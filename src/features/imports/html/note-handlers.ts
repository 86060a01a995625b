import { defaultHandlers, type Handle } from 'hast-util-to-mdast';
import {
  attributeOf,
  descendantsOf,
  findDescendant,
  isElement,
  collapsedText,
  type HastElement,
  type HastParent,
} from './hast.ts';
import { inlineMarkup } from './markdown-text.ts';

/** Names of notes and of their references in the HTML of a Word document. */
const noteName = /^(?:foot|end)note-\d+$/;
const placeAddress = /^#(?:foot|end)note-ref-\d+$/;

/** Elements that cannot contain notes in markdown. */
const withoutNotes = /^(?:table|figcaption|summary)$/;

/**
 * Turns all notes of a text into plain links and a list if one is where markdown cannot have any.
 */
export function keepPlainNotes(parent: HastParent): void {
  const elements = [...descendantsOf(parent)];
  const isNoted = (one: HastElement) => noteName.test(attributeOf(one, 'href').slice(1));
  const isPlain = elements.some(
    (one) => withoutNotes.test(one.tagName) && findDescendant(one, isNoted) !== undefined,
  );
  if (!isPlain) return;
  for (const { properties } of elements) {
    if (noteName.test(String(properties.id))) delete properties.id;
  }
}

/** Converts superscript, which may be the reference of a note. */
const superscript: Handle = (state, element) => {
  const link = findDescendant(element, ({ tagName }) => tagName === 'a');
  const name = link ? attributeOf(link, 'href').slice(1) : '';
  if (
    link &&
    noteName.test(name) &&
    state.elementById.has(name) &&
    collapsedText(link) === collapsedText(element)
  ) {
    return { type: 'footnoteReference', identifier: name, label: name };
  }
  return [inlineMarkup('<sup>'), ...state.all(element), inlineMarkup('</sup>')];
};

/** Converts a list, which may be the list of notes. */
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

function removeWaysBack(parent: HastParent): void {
  parent.children = parent.children.filter(
    (child) => !isElement(child) || !placeAddress.test(attributeOf(child, 'href')),
  );
  for (const child of parent.children) if (isElement(child)) removeWaysBack(child);
}

/** Handlers that convert footnotes to those of markdown. */
export const noteHandlers: Record<string, Handle> = { sup: superscript, ol: orderedList };
