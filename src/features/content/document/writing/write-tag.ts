/** One `{% name attribute="…" %}`; attributes without a value are left out. */
export function writeTag(
  name: string,
  attributes: Record<string, string | boolean | undefined> = {},
): string {
  const parts = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeValue(String(value))}"`);
  return `{% ${name}${parts.join('')} %}`;
}

function escapeValue(value: string): string {
  return value.replaceAll(/[\\"]/g, '\\$&').replaceAll('%}', '%\\}');
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
