import type { Block, TagBlock, TagData } from '../document-tree.ts';

/**
 * One `{% name text attribute="…" %}`; attributes without a value are left out.
 *
 * @param text what stands before the attributes
 */
export function writeTag(
  name: string,
  attributes: Record<string, string | boolean | undefined> = {},
  text = '',
): string {
  const parts = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeValue(String(value))}"`);
  return `{% ${name}${text && ` ${text}`}${parts.join('')} %}`;
}

/** A value as it is written between the quotes of an attribute of a tag. */
export function escapeValue(value: string): string {
  return value.replaceAll(/[\\"]/g, '\\$&').replaceAll('%}', '%\\}');
}

/** A tag that no other block stands for; `write` writes the blocks between its ends. */
export function writeTagBlock(block: TagBlock, write: (blocks: readonly Block[]) => string) {
  const start = writeTagStart(block.data);
  return block.isVoid ? start : betweenTags(start, write(block.nodes), writeTagEnd(block.data));
}

/** A tag that no other node stands for, without what is between its ends. */
export function writeTagStart({ name, attributes, text }: TagData): string {
  return writeTag(name, attributes, text);
}

/** The end of such a tag. */
export function writeTagEnd({ name }: TagData): string {
  return `{% end${name} %}`;
}

/** A tag with its end, and content between them. */
export function wrapInTag(
  name: string,
  attributes: Record<string, string | boolean | undefined>,
  content: string,
): string {
  return betweenTags(writeTag(name, attributes), content, `{% end${name} %}`);
}

/** Content between two tags. HTML goes on until an empty line, and would take the end with it. */
export function betweenTags(start: string, content: string, end: string): string {
  const isHtml = /(?:^|\n\n)<[^\n]*$/.test(content);
  return `${start}\n${content}\n${isHtml ? '\n' : ''}${end}`;
}

/** Lines below a first one, so that they belong to it; empty lines stay empty. */
export function indent(text: string, prefix: string): string {
  return text.replaceAll(/\n(?=[^\n])/g, `\n${prefix}`);
}
