import { nameToEmoji } from 'gemoji';
import type {
  Color,
  ContentReference,
  ImageInline,
  Inline,
  InlineContent,
  TagInline,
  TextMark,
  TextNode,
} from '../../../document/document-tree.ts';
import { referenceAddress } from '../../../document/reference-addresses.ts';
import { tagReferences } from '../../../document/tag-references.ts';
import { inlineText } from '../../../document/tree-text.ts';
import { printFormula } from './print-formula.ts';
import type { PrintInline, PrintLine, PrintTarget } from './print-tree.ts';
import { wordMax, narrowContext, type PrintContext } from './setting.ts';
import { lineOf, printText } from './text-pieces.ts';

type Style = Omit<Extract<PrintInline, { kind: 'styled' }>, 'kind' | 'body'>;

/** Maximum length of a URL in a PDF, in characters. */
const URL_LENGTH_MAX = 8000;

/** Prints the text of a paragraph. Its images are printed after it, see `imagesWithin`. */
export function printInlines(nodes: InlineContent, setting: PrintContext): PrintInline[] {
  return nodes.flatMap((node) => printInline(node, setting));
}

/** Prints a paragraph with its direction. */
export function printInlineLine(nodes: InlineContent, setting: PrintContext): PrintLine {
  return lineOf(printInlines(nodes, setting), nodes.map(inlineText).join(' '));
}

/** Returns the images in a paragraph, except those of line height. */
export function imagesWithin(nodes: InlineContent): ImageInline[] {
  return nodes.flatMap((node): ImageInline[] => {
    if (node.object === 'text') return [];
    if (node.type === 'inline-image') return node.data.size === 'line' ? [] : [node];
    return 'nodes' in node ? imagesWithin(node.nodes) : [];
  });
}

function printInline(node: Inline | TextNode, setting: PrintContext): PrintInline[] {
  const plain = (text: string) => printText(text, wordMax(setting));
  if (node.object === 'text') {
    return node.leaves.flatMap(({ text, marks }) => applyStyle(plain(text), styleOf(marks)));
  }
  switch (node.type) {
    case 'link':
      return linkInlines(node.data.ref, printInlines(node.nodes, setting), setting);
    case 'annotation':
      return [...printInlines(node.nodes, setting), printNote(node, setting)];
    case 'emoji':
      return plain(emojiText(node.data.code));
    case 'expression':
      return applyStyle(plain(`{{ ${node.data.expression} }}`), { mono: true });
    case 'inline-math': {
      const source = node.data.formula;
      const formula = printFormula(source);
      if (formula) return [{ kind: 'inline-formula', source, formula }];
      return applyStyle(plain(source), { mono: true, italic: true });
    }
    case 'inline-image':
      return printInlineImage(node, setting);
    case 'button':
      return linkInlines(
        node.data.ref,
        applyStyle(plain(node.data.label), { bold: true }),
        setting,
      );
    case 'mention':
      return linkInlines(node.data.ref, plain(titleOf(node.data.ref, setting)), setting);
    case 'tag':
      return printTag(node, setting);
    case 'icon':
      return [];
  }
}

function printNote(
  { fragments }: Extract<Inline, { type: 'annotation' }>,
  setting: PrintContext,
): PrintInline {
  const blocks = fragments.flatMap(({ nodes }) => nodes);
  return { kind: 'note', body: setting.library.printBlocks(blocks, narrowContext(setting, 16)) };
}

function printInlineImage({ data }: ImageInline, setting: PrintContext): PrintInline[] {
  if (data.size !== 'line') return [];
  const alt = data.caption ?? '';
  const image = imageOf(data.ref, setting);
  if (image && 'path' in image) return [{ kind: 'inline-image', path: image.path, alt }];
  return printText(alt, wordMax(setting));
}

/** Returns the image that a reference refers to; undefined if it is not in the book. */
export function imageOf(ref: ContentReference, { library, targets }: PrintContext) {
  const target = targets.get(referenceAddress(ref));
  if (target?.kind === 'file') return library.images.get(target.file);
  return ref.kind === 'url' ? library.images.get(ref.url) : undefined;
}

/** A tag within a line: its content, its target, or itself. */
function printTag(node: TagInline, setting: PrintContext): PrintInline[] {
  if (!node.isVoid) return printInlines(node.nodes, setting);
  const [ref] = tagReferences(node.data);
  const title = ref ? titleOf(ref, setting) : '';
  const text = printText(title || inlineText(node), wordMax(setting));
  return ref && title !== '' ? linkInlines(ref, text, setting) : text;
}

/** Returns the title of a reference without its own text. */
export function titleOf(ref: ContentReference, { targets }: Pick<PrintContext, 'targets'>): string {
  const target = targets.get(referenceAddress(ref));
  if (!target || target.kind === 'reusable-content') return ref.kind === 'url' ? ref.url : '';
  if (target.kind === 'file') return target.name;
  return target.kind === 'url' ? (target.title ?? target.url) : target.title;
}

/** Returns where a reference leads; undefined if its target has no address. */
export function targetOf(
  ref: ContentReference,
  { targets, library }: Pick<PrintContext, 'targets' | 'library'>,
): PrintTarget | undefined {
  const target = targets.get(referenceAddress(ref));
  if (target?.kind === 'page') {
    return library.targetOf(target.page, target.anchor) ?? urlTarget(target.url);
  }
  return target?.kind === 'url' ? urlTarget(target.url) : undefined;
}

/** Returns a URL as a target, if a PDF can contain it. */
function urlTarget(url: string): PrintTarget | undefined {
  const isUrl = /^(?:https?|mailto|tel):./i.test(url) && url.length <= URL_LENGTH_MAX;
  return isUrl ? { url } : undefined;
}

/** Returns a text as a link, if its reference has a target. */
export function linkInlines(
  ref: ContentReference,
  body: PrintInline[],
  setting: PrintContext,
): PrintInline[] {
  const target = targetOf(ref, setting);
  return target && body.length > 0 ? [{ kind: 'link', target, body }] : body;
}

/** Returns a text as a link to a URL, if that is one. */
export function linkUrl(url: string, body: PrintInline[]): PrintInline[] {
  const target = urlTarget(url);
  return target && body.length > 0 ? [{ kind: 'link', target, body }] : body;
}

/** Returns a text in a style. */
export function applyStyle(body: PrintInline[], style: Style): PrintInline[] {
  const isPlain = Object.keys(style).length === 0 || body.length === 0;
  return isPlain ? body : [{ kind: 'styled', ...style, body }];
}

function styleOf(marks: readonly TextMark[]): Style {
  const style: Style = {};
  for (const mark of marks) {
    if (mark.type === 'bold') style.bold = true;
    else if (mark.type === 'italic') style.italic = true;
    else if (mark.type === 'code' || mark.type === 'keyboard') style.mono = true;
    else if (mark.type === 'strikethrough') style.strike = true;
    else if (mark.type === 'superscript') style.sup = true;
    else if (mark.type === 'subscript') style.sub = true;
    else if (mark.type === 'color') Object.assign(style, colorsOf(mark.data));
  }
  return style;
}

/** Palette colors for print: darker for text, lighter for backgrounds. */
const inks: Partial<Record<Color, [text: string, background: string]>> = {
  green: ['#2c7a4b', '#e3f3e8'],
  blue: ['#1f5fae', '#e3eefb'],
  red: ['#b32d2d', '#fbe6e6'],
  orange: ['#b35c00', '#fdeedd'],
  yellow: ['#8a6d00', '#fdf6d3'],
  purple: ['#6c3fa8', '#efe7fa'],
  $primary: ['#1f5fae', '#e3eefb'],
  $info: ['#1f5fae', '#e3eefb'],
  $success: ['#2c7a4b', '#e3f3e8'],
  $warning: ['#b35c00', '#fdeedd'],
  $danger: ['#b32d2d', '#fbe6e6'],
};

function colorsOf({ text, background }: { text: Color; background: Color }): Style {
  const fill = inks[text]?.[0];
  const behind = inks[background]?.[1];
  return { ...(fill && { fill }), ...(behind && { background: behind }) };
}

/**
 * Returns an emoji given as itself, by name, or by code points such as `1f468-200d-1f4bb`;
 * otherwise the name.
 */
export function emojiText(name: string): string {
  if (!/^[\x20-\x7e]*$/.test(name)) return name;
  const named = Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined;
  if (named !== undefined) return named;
  const isCode = /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(name);
  const codePoints = name.split('-').map((part) => Number.parseInt(part, 16));
  if (!isCode || codePoints.some((one) => one > 0x10ffff)) return `:${name}:`;
  return String.fromCodePoint(...codePoints);
}
