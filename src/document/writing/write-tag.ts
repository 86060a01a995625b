import type { Block, TagBlock, TagData } from '../document-tree.ts';

/**
 * Writes `{% name text attribute="…" %}`; undefined attributes are omitted.
 *
 * @param text text before the attributes
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

/** Escapes a value for the quotes of a tag's attribute. */
export function escapeValue(value: string): string {
  return value.replaceAll(/[\\"]/g, '\\$&').replaceAll('%}', '%\\}');
}

/** Writes an unknown tag; `write` writes the blocks between its ends. */
export function writeTagBlock(block: TagBlock, write: (blocks: readonly Block[]) => string) {
  const start = writeTagStart(block.data);
  return block.isVoid ? start : betweenTags(start, write(block.nodes), writeTagEnd(block.data));
}

/** Writes the start of a tag that no other node represents. */
export function writeTagStart({ name, attributes, text }: TagData): string {
  return writeTag(name, attributes, text);
}

/** Writes the end of such a tag. */
export function writeTagEnd({ name }: TagData): string {
  return `{% end${name} %}`;
}

/** Writes a tag with its end, and content in between. */
export function wrapInTag(
  name: string,
  attributes: Record<string, string | boolean | undefined>,
  content: string,
): string {
  return betweenTags(writeTag(name, attributes), content, `{% end${name} %}`);
}

/**
 * Writes content between two tags. HTML ends at an empty line, and would include the end tag
 * otherwise.
 */
export function betweenTags(start: string, content: string, end: string): string {
  const isHtml = /(?:^|\n\n)<[^\n]*$/.test(content);
  return `${start}\n${content}\n${isHtml ? '\n' : ''}${end}`;
}

/** Indents the lines after the first one; empty lines remain empty. */
export function indent(text: string, prefix: string): string {
  return text.replaceAll(/\n(?=[^\n])/g, `\n${prefix}`);
}
