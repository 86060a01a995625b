import type { Token } from 'markdown-it';
import { createImageReference, createReference } from './content-references.ts';
import type { ConversionContext } from './content-references.ts';
import { createMark } from './document-nodes.ts';
import type { InlineContent, SimpleMarkType } from './document-tree.ts';
import { createAnnotation, noteAddress } from './footnotes.ts';
import {
  htmlMark,
  inlineImageData,
  isInlineElement,
  pictureData,
  wholeInline,
} from './html-inlines.ts';
import { blockElements, parseHtml, parseHtmlTag, unreadElements } from './html-tree.ts';
import type { HtmlElement, HtmlTag } from './html-tree.ts';
import { InlineBuilder } from './inline-builder.ts';
import { findTagTokens } from './inline-tags.ts';
import { pairTags } from './pair-tags.ts';

const markTokens: Record<string, SimpleMarkType> = {
  strong: 'bold',
  em: 'italic',
  s: 'strikethrough',
};

/**
 * Maximum number of tokens within an icon, button, mention or expression; longer elements are
 * ordinary content.
 */
const wholeTokensMax = 20;

/** The HTML tags among the tokens of a line, with the indexes of their partners. */
interface LineTags {
  tags: (HtmlTag | undefined)[];
  ends: Map<number, number>;
  starts: Map<number, number>;
}

/** Converts inline tokens of the parser to inline content of the tree. */
export function convertInlines(
  tokens: readonly Token[],
  context: ConversionContext,
): InlineContent {
  const builder = new InlineBuilder();
  const line = findTags(tokens);
  const tags = findTagTokens(tokens);
  const owners: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    const tag = tags.get(index);
    if (!token) break;
    if (tag) builder.addTag(tag);
    else if (token.nesting > 0) openToken(token, builder, context, owners);
    else if (token.nesting < 0) closeToken(builder, owners);
    else if (token.type === 'html_inline') index = addHtml(tokens, index, line, builder, context);
    else addToken(token, builder, context);
  }
  return builder.take();
}

function openToken(
  token: Token,
  builder: InlineBuilder,
  context: ConversionContext,
  owners: Token[],
): void {
  owners.push(token);
  const mark = markTokens[token.tag];
  if (mark) builder.openMark(createMark(mark), token);
  if (token.type !== 'link_open') return;
  const ref = createReference(attribute(token, 'href'), context);
  if (ref) builder.openLink(ref, token);
}

function closeToken(builder: InlineBuilder, owners: Token[]): void {
  const owner = owners.pop();
  builder.closeMark(owner);
  builder.closeLink(owner);
}

function addToken(token: Token, builder: InlineBuilder, context: ConversionContext): void {
  const { content } = token;
  switch (token.type) {
    case 'softbreak':
      return builder.addText(' ');
    case 'hardbreak':
      return builder.addText('\n');
    case 'code_inline':
      return builder.addMarkedText(content, createMark('code'));
    case 'emoji':
      return builder.addInline({
        object: 'inline',
        type: 'emoji',
        isVoid: true,
        data: { code: content },
      });
    case 'math_inline':
      return builder.addInline({
        object: 'inline',
        type: 'inline-math',
        isVoid: true,
        data: { formula: content },
      });
    case 'expression':
      return builder.addInline({
        object: 'inline',
        type: 'expression',
        isVoid: true,
        data: { expression: content },
      });
    case 'footnote_reference':
      return addFootnote(content, builder, context);
    case 'image': {
      const caption = imageAlt(token);
      const ref = createImageReference(attribute(token, 'src'), context);
      return builder.addImage({ ref, ...(caption ? { caption } : {}) });
    }
    default:
      builder.addText(content);
  }
}

/** Adds a footnote to the link that refers to it, or without any text. */
function addFootnote(label: string, builder: InlineBuilder, context: ConversionContext): void {
  const anchor = noteAddress(label).slice(1);
  const text = context.isInFootnote ? undefined : builder.takeLinkText(anchor);
  const note = createAnnotation(label, text ?? [], context);
  if (note) builder.addAnnotation(note);
  else builder.addText(`[^${label}]`);
}

/** Returns the alternative text of an image. */
export function imageAlt(token: Token): string {
  return (token.children ?? [])
    .map((child) => (child.type === 'softbreak' ? ' ' : child.content || imageAlt(child)))
    .join('');
}

/** Returns an attribute of a token, or the empty string. */
export function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

function findTags(tokens: readonly Token[]): LineTags {
  const tags = tokens.map(({ type, content }) => {
    return type === 'html_inline' ? parseHtmlTag(content) : undefined;
  });
  const ends = pairTags(tags.map((tag) => (tag?.isVoid ? undefined : tag)));
  return { tags, ends, starts: new Map([...ends].map(([start, end]) => [end, start])) };
}

/** Converts an HTML tag, or adds it as text. Returns the index of the last consumed token. */
function addHtml(
  tokens: readonly Token[],
  index: number,
  line: LineTags,
  builder: InlineBuilder,
  context: ConversionContext,
): number {
  const token = tokens[index];
  const tag = line.tags[index];
  const start = line.starts.get(index);
  const end = line.ends.get(index);
  const owner = tokens[start ?? index];
  if (token && (!tag || !isInlineElement(tag.name))) {
    return addOtherHtml(token, index, line, builder);
  } else if (tag?.name === 'br') {
    builder.addText('\n');
  } else if (tag?.name === 'img') {
    builder.addImage(inlineImageData(tag.attributes, context));
  } else if (start !== undefined) {
    builder.closeMark(owner);
    builder.closeLink(owner);
  } else if (tag && end !== undefined) {
    return openHtml(tokens, index, end, tag, builder, context);
  } else if (tag && !tag.isVoid) {
    builder.addText(token?.content ?? '');
  }
  return index;
}

/**
 * Adds the content of an element that is not inline. An empty element becomes text, and so does an
 * unpaired tag, such as the placeholder `<name>`.
 */
function addOtherHtml(
  { content }: Token,
  index: number,
  { tags, ends, starts }: LineTags,
  builder: InlineBuilder,
): number {
  const tag = tags[index];
  const end = ends.get(index);
  const start = starts.get(index);
  const isEmpty = end === index + 1 || start === index - 1;
  const isPaired = end !== undefined || start !== undefined;
  const isText = !tag || (isEmpty && !blockElements.has(tag.name));
  if (isText || !(isPaired || tag.name === 'li' || tag.name === 'hr')) {
    if (!content.startsWith('<!--')) builder.addText(content);
  } else if (end !== undefined && unreadElements.has(tag.name)) return end;
  else if (blockElements.has(tag.name)) builder.breakLine();
  return index;
}

function openHtml(
  tokens: readonly Token[],
  index: number,
  end: number,
  tag: HtmlTag,
  builder: InlineBuilder,
  context: ConversionContext,
): number {
  const isShort = end - index <= wholeTokensMax;
  const whole = isShort && wholeInline(elementOf(tag, tokens.slice(index + 1, end)), context);
  if (whole) {
    builder.addInline(whole);
    return end;
  }
  const picture =
    isShort && tag.name === 'picture' && readPicture(tokens.slice(index, end), context);
  if (picture) {
    builder.addImage(picture);
    return end;
  }
  const owner = tokens[index];
  const mark = htmlMark(tag);
  if (mark) builder.openMark(mark, owner);
  const ref =
    tag.name === 'a' && tag.attributes.href
      ? createReference(tag.attributes.href, context)
      : undefined;
  if (ref) builder.openLink(ref, owner);
  return index;
}

function readPicture(tokens: readonly Token[], context: ConversionContext) {
  const [picture] = parseHtml(tokens.map((token) => token.content).join(''));
  return picture?.name === undefined ? undefined : pictureData(picture, context);
}

function elementOf({ name, attributes }: HtmlTag, content: readonly Token[]): HtmlElement {
  const text = content.map((token) => token.content).join('');
  return { name, attributes, children: [{ name: undefined, text, source: text }] };
}
