import { defaultHandlers, type Handle, type State } from 'hast-util-to-mdast';
import { createParagraph } from '../../../document/document-nodes.ts';
import { headingId } from '../../../document/headings.ts';
import { normalAnchor } from '../../links/anchors.ts';
import {
  attributeOf,
  findDescendant,
  hasClass,
  isElement,
  rawText,
  collapsedText,
  type HastElement,
} from './hast.ts';
import { codeHandlers } from './code-handlers.ts';
import { hintStyle } from './hint-style.ts';
import { blocksOf, inlineMarkup, lineOfBlocks, markdownOfBlocks, markup } from './markdown-text.ts';
import { noteHandlers } from './note-handlers.ts';
import { captionedImage, picture } from './picture-handlers.ts';
import { mediaAddress } from './replace-media.ts';
import { tableHandlers } from './table-handlers.ts';

/** Converts a container to a hint, or to its content. */
const container: Handle = (state, element) => {
  const style = hintStyle(element);
  if (!style) return state.toFlow(state.all(element));
  const children = state.toFlow(state.all(element));
  return [markup(`{% hint style="${style}" %}`), ...children, markup('{% endhint %}')];
};

const details: Handle = (state, element) => {
  const isSummary = (child: (typeof element.children)[number]) =>
    child.type === 'element' && child.tagName === 'summary';
  const summary = element.children.find(isSummary);
  const body = { ...element, children: element.children.filter((child) => child !== summary) };
  const title = isElement(summary) ? titleOf(state, summary) : '';
  return [
    markup(`<details>\n\n<summary>${title}</summary>`),
    ...state.toFlow(state.all(body)),
    markup('</details>'),
  ];
};

/** Returns a summary as one line of markup that cannot end the title early. */
function titleOf(state: State, summary: HastElement): string {
  const line = blocksOf({ type: 'root', children: state.toFlow(state.all(summary)) });
  const written = markdownOfBlocks([createParagraph(lineOfBlocks(line))]);
  return written
    .replaceAll(/\\?\n/g, ' ')
    .replaceAll(String.raw`\<`, '&lt;')
    .trim();
}

/** Converts video and embedded media to a link. */
const media: Handle = (state, element) => {
  const url = mediaAddress(element);
  return url === undefined
    ? state.all(element)
    : {
        type: 'paragraph',
        children: [{ type: 'link', url, title: null, children: [{ type: 'text', value: url }] }],
      };
};

const frame: Handle = (state, element, parent) => {
  const url = attributeOf(element, 'src');
  return /^https?:/i.test(url)
    ? markup(`{% embed url="${url.replaceAll('"', '%22')}" %}`)
    : media(state, element, parent);
};

const figure: Handle = (state, element, parent) =>
  captionedImage(state, element) ?? container(state, element, parent);

/** Converts a code block. Generators state its language in many places. */
const pre: Handle = (_state, element, parent) => {
  const code = findDescendant(element, ({ tagName }) => tagName === 'code');
  const around = [code, element, parent?.type === 'element' ? parent : undefined];
  const syntax = around.map((one) => (one ? languageOf(one) : undefined)).find(Boolean);
  const value = codeText(code ?? element).replace(/\n$/, '');
  return { type: 'code', lang: syntax ?? null, meta: null, value };
};

function languageOf(element: HastElement): string | undefined {
  const classes = attributeOf(element, 'className');
  const named = /(?:^|\s)(?:language-|lang-|brush:\s?)([\w+#.-]+)/i;
  const name = attributeOf(element, 'dataLang') || (named.exec(classes)?.[1] ?? '');
  const isNone = /^(?:none|text|plain|plaintext|default|notranslate)?$/i.test(name);
  return isNone ? undefined : name.toLowerCase();
}

/** Returns the text of code. Its lines can be elements without line breaks between them. */
function codeText(element: HastElement): string {
  const lines = element.children.filter(
    (child): child is HastElement =>
      child.type === 'element' && (child.tagName === 'div' || child.tagName === 'br'),
  );
  if (lines.length === 0 || rawText(element).includes('\n')) return rawText(element);
  return element.children
    .map((child) =>
      child.type === 'element' && /^(?:div|br)$/.test(child.tagName)
        ? `${rawText(child)}\n`
        : rawText(child),
    )
    .join('');
}

/** Converts a formula. Its TeX source accompanies the rendered form. */
const formula: Handle = (state, element) => {
  const source = findDescendant(
    element,
    (one) => one.tagName === 'annotation' && attributeOf(one, 'encoding') === 'application/x-tex',
  );
  const text = source ? rawText(source).trim() : attributeOf(element, 'alttext').trim();
  if (text !== '' && !text.includes('$$')) return inlineMarkup(`$$${text.replace(/\s+/g, ' ')}$$`);
  return element.tagName === 'math' ? state.all(element) : [];
};

const span: Handle = (state, element, parent) =>
  hasClass(element, /^(?:katex|MathJax)$/) ? formula(state, element, parent) : state.all(element);

/** Writes formatting that markdown expresses as HTML. */
const inlineTag: Handle = (state, element) => [
  inlineMarkup(`<${element.tagName}>`),
  ...state.all(element),
  inlineMarkup(`</${element.tagName}>`),
];

/** Converts a heading. Keeps its id where the id generated from its text would differ. */
const heading: Handle = (state, element, parent) => {
  const name = headingId(attributeOf(element, 'id') || nameAround(element, parent));
  const isNamed = name !== undefined && !generatedName.test(name);
  const isOwn = isNamed && normalAnchor(name) !== normalAnchor(collapsedText(element));
  const made = defaultHandlers.h1(state, element);
  if (isOwn) made.children.push(inlineMarkup(` {#${name}}`));
  return made;
};

/** Ids that exports generate for every element, whether or not a link points to it. */
const generatedName = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/;

/** Returns the id of the section that a heading begins; '' if none. */
function nameAround(element: HastElement, parent: Parameters<Handle>[2]): string {
  if (parent?.type !== 'element' || parent.tagName !== 'section') return '';
  return parent.children.find(isElement) === element ? attributeOf(parent, 'id') : '';
}

/** Converts a link. One without an address, or with a script, becomes its text. */
const anchor: Handle = (state, element) => {
  const leads = !/^(?:$|(?:javascript|vbscript|data):)/i.test(attributeOf(element, 'href').trim());
  return leads ? defaultHandlers.a(state, element) : state.all(element);
};

/** Handlers for elements that need more than the default conversion to markdown. */
export const dialectHandlers: Record<string, Handle> = {
  div: container,
  aside: container,
  section: container,
  article: container,
  blockquote: (state, element, parent) =>
    hintStyle(element)
      ? container(state, element, parent)
      : defaultHandlers.blockquote(state, element),
  ...{ details, figure, picture, pre, span, a: anchor },
  ...codeHandlers,
  ...tableHandlers,
  ...noteHandlers,
  ...{ h1: heading, h2: heading, h3: heading, h4: heading, h5: heading, h6: heading },
  math: formula,
  iframe: frame,
  ...{ video: media, audio: media, object: media, embed: media },
  ...{ sub: inlineTag, mark: inlineTag },
  kbd: inlineTag,
};
