import { defaultHandlers, type Handle, type State } from 'hast-util-to-mdast';
import { createImage, createImages } from '../../../document/document-nodes.ts';
import { inPicture } from '../../../document/writing/write-inline.ts';
import { htmlAttributes } from '../../../document/writing/escape-text.ts';
import { attributeOf, findDescendant, isElement, collapsedText, type HastElement } from './hast.ts';
import { blocksOf, inlineMarkup, lineOfBlocks, markdownOfBlocks, markup } from './markdown-text.ts';

/** Elements that are a line of text, in which a picture is inline. */
const lines = /^(?:p|a|span|td|th|li|dt|dd|h[1-6]|b|strong|i|em|figcaption|summary|caption|label)$/;

/** Returns an image with a formatted caption; undefined if the element contains more. */
export function captionedImage(state: State, element: HastElement) {
  const image = findDescendant(element, ({ tagName }) => tagName === 'img');
  const caption = findDescendant(element, ({ tagName }) => tagName === 'figcaption');
  const others = element.children.some(
    (child) => child !== caption && 'children' in child && collapsedText(child) !== '',
  );
  if (!image || others) return undefined;
  const isPicture = ({ tagName }: HastElement) => tagName === 'picture';
  const found = isPicture(element) ? element : findDescendant(element, isPicture);
  const dark = found && darkAddress(found);
  if (!caption && dark === undefined) return undefined;
  const text = caption
    ? lineOfBlocks(blocksOf({ type: 'root', children: state.toFlow(state.all(caption)) }))
    : undefined;
  const alt = attributeOf(image, 'alt');
  const block = createImage(
    {
      ref: { kind: 'url', url: attributeOf(image, 'src') },
      ...(dark !== undefined && { refDark: { kind: 'url', url: dark } }),
      ...(alt && { alt }),
    },
    text,
  );
  return markup(markdownOfBlocks([createImages([block])]).trimEnd());
}

/** Converts an image that may have a variant for dark mode. */
export const picture: Handle = (state, element, parent) => {
  const image = findDescendant(element, ({ tagName }) => tagName === 'img');
  const dark = darkAddress(element);
  if (!image) return state.all(element);
  if (dark === undefined) return defaultHandlers.img(state, image);
  const isInLine = parent?.type === 'element' && lines.test(parent.tagName) && !isAlone(parent);
  if (!isInLine) return captionedImage(state, element);
  const attributes = { src: attributeOf(image, 'src'), alt: attributeOf(image, 'alt') };
  return inlineMarkup(inPicture(`<img${htmlAttributes(attributes)}>`, dark));
};

/** Checks whether a paragraph consists of one element. */
function isAlone({ tagName, children }: HastElement): boolean {
  const isBlank = children.every((child) => isElement(child) || collapsedText(child) === '');
  return tagName === 'p' && isBlank && children.filter(isElement).length === 1;
}

/** Returns the address of a picture's image for dark mode; undefined if it has none. */
export function darkAddress(element: HastElement): string | undefined {
  const source = findDescendant(
    element,
    (one) => one.tagName === 'source' && /:\s*dark\b/i.test(attributeOf(one, 'media')),
  );
  return (source && attributeOf(source, 'srcSet')) || undefined;
}
