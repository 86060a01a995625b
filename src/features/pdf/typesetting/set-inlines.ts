import { nameToEmoji } from 'gemoji';
import type { Text } from 'pdfmake';
import type {
  AnnotationInline,
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
import { noteDestination } from './destinations.ts';
import { setFormulaText } from './set-formula.ts';
import type { Setting } from './setting.ts';
import { setText, type Style } from './set-text.ts';
import { CODE_SCALE, colors } from './theme.ts';

/** Sets the text of a paragraph. Its images are set after it, see `imagesWithin`. */
export function setInlines(nodes: InlineContent, setting: Setting): Text[] {
  return nodes.flatMap((node) => setInline(node, setting));
}

/** Returns the images in a paragraph, except those of line height. */
export function imagesWithin(nodes: InlineContent): ImageInline[] {
  return nodes.flatMap((node): ImageInline[] => {
    if (node.object === 'text') return [];
    if (node.type === 'inline-image') return node.data.size === 'line' ? [] : [node];
    return 'nodes' in node ? imagesWithin(node.nodes) : [];
  });
}

function setInline(node: Inline | TextNode, setting: Setting): Text[] {
  const { style } = setting;
  const plain = (text: string, more: Partial<Style> = {}) =>
    setText(text, { ...style, ...more }, setting.library.language);
  if (node.object === 'text') {
    return node.leaves.flatMap(({ text, marks }) => plain(text, markStyle(marks, style)));
  }
  switch (node.type) {
    case 'link': {
      const link = linkStyle(node.data.ref, setting);
      return setInlines(node.nodes, { ...setting, style: { ...style, ...link } });
    }
    case 'annotation':
      return [...setInlines(node.nodes, setting), setNoteMark(node, setting)];
    case 'emoji':
      return plain(emojiText(node.data.code));
    case 'expression':
      return plain(`{{ ${node.data.expression} }}`, code(style));
    case 'inline-math':
      return (
        setFormulaText(node.data.formula, style, setting.library.language) ??
        plain(node.data.formula, { ...code(style), italics: true })
      );
    case 'inline-image':
      return node.data.size === 'line' ? plain(node.data.caption ?? '') : [];
    case 'button':
      return plain(node.data.label, { bold: true, ...linkStyle(node.data.ref, setting) });
    case 'mention':
      return plain(titleOf(node.data.ref, setting), linkStyle(node.data.ref, setting));
    case 'tag':
      return setTag(node, setting);
    case 'icon':
      return [];
  }
}

/** A tag within a line: its content, what it leads to, or itself. */
function setTag(node: TagInline, setting: Setting): Text[] {
  if (!node.isVoid) return setInlines(node.nodes, setting);
  const [ref] = tagReferences(node.data);
  const title = ref ? titleOf(ref, setting) : '';
  const style = ref && title !== '' ? linkStyle(ref, setting) : {};
  return setText(
    title || inlineText(node),
    { ...setting.style, ...style },
    setting.library.language,
  );
}

/** Returns the title of a reference without its own text. */
export function titleOf(ref: ContentReference, { targets }: Setting): string {
  const target = targets.get(referenceAddress(ref));
  if (!target || target.kind === 'reusable-content') return ref.kind === 'url' ? ref.url : '';
  if (target.kind === 'file') return target.name;
  return target.kind === 'url' ? (target.title ?? target.url) : target.title;
}

/** Returns the style of a link to a target; empty if the target has no address. */
export function linkStyle(ref: ContentReference, { targets, library }: Setting): Partial<Style> {
  const target = targets.get(referenceAddress(ref));
  const style = { color: colors.accent };
  if (target?.kind === 'page') {
    const linkToDestination = library.destinationOf(target.page, target.anchor);
    return linkToDestination === undefined
      ? { ...style, link: target.url }
      : { ...style, linkToDestination };
  }
  if (target?.kind === 'url') return { ...style, link: target.url };
  return {};
}

function setNoteMark({ fragments }: AnnotationInline, setting: Setting): Text {
  const { notes, pageId, style } = setting;
  notes.push(fragments.flatMap(({ nodes }) => nodes));
  const number = notes.length;
  const linkToDestination = noteDestination(pageId, number);
  return { ...style, text: String(number), sup: true, color: colors.accent, linkToDestination };
}

function code({ fontSize = 10 }: Style): Pick<Style, 'font' | 'fontSize'> {
  return { font: 'Mono', fontSize: fontSize * CODE_SCALE };
}

function markStyle(marks: readonly TextMark[], style: Style): Partial<Style> {
  const all: Partial<Style> = {};
  for (const mark of marks) {
    if (mark.type === 'bold') all.bold = true;
    else if (mark.type === 'italic') all.italics = true;
    else if (mark.type === 'code' || mark.type === 'keyboard') Object.assign(all, code(style));
    else if (mark.type === 'strikethrough') all.decoration = 'lineThrough';
    else if (mark.type === 'superscript') all.sup = true;
    else if (mark.type === 'subscript') all.sub = true;
    else if (mark.type === 'color') Object.assign(all, colorStyle(mark.data));
  }
  return all;
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

function colorStyle({ text, background }: { text: Color; background: Color }): Partial<Style> {
  const ink = inks[text]?.[0];
  const behind = inks[background]?.[1];
  return { ...(ink && { color: ink }), ...(behind && { background: behind }) };
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
