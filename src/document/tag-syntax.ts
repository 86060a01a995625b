/** A `{% name … %}` or `{% endname %}`, or an HTML tag treated like one (`<details>`). */
export interface Tag {
  name: string;
  kind: 'open' | 'close';
  /** The name as written; a closing tag includes `end`. */
  word: string;
  attributes: Record<string, string>;
  /** The text between the name and the end, as written: the expression of an `if`. */
  rest: string;
  /** The tag as written; without a partner, it becomes text. */
  source: string;
}

/** Known blocks that require an end: without one, the opening tag is text. */
const pairedTags = new Set([
  'hint',
  'tabs',
  'tab',
  'code',
  'stepper',
  'step',
  'columns',
  'column',
  'if',
  'swagger-description',
  'details',
]);

/**
 * Known blocks that are complete without an end, but may have one (with a caption or fallback
 * between).
 */
const standaloneTags = new Set([
  'embed',
  'content-ref',
  'page-ref',
  'file',
  'include',
  'swagger',
  'swagger-parameter',
  'swagger-response',
  'openapi',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
]);

const tagPattern = /^\{%-?\s*(@?[a-zA-Z][\w-]*(?:\/[\w-]+)?)(?=[\s%"'-])([^]*?)-?%\}$/;
const attributePattern =
  /([a-zA-Z_][\w-]*)\s*=\s*(?:"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|([^\s"'=]+))/g;

/**
 * Checks whether the tag is a known block that requires no end, such as an integration
 * (`@name/block`).
 */
export function isStandaloneTag(name: string): boolean {
  return standaloneTags.has(name) || name.startsWith('@');
}

/** Checks whether the tag is a known block that requires an end. */
export function isPairedTag(name: string): boolean {
  return pairedTags.has(name);
}

/** Checks whether the dialect defines the tag. Any other tag becomes a block with its source. */
export function isKnownTag(name: string): boolean {
  return isPairedTag(name) || isStandaloneTag(name);
}

/** Parses one tag, known or not; returns undefined for any other text. */
export function parseTag(source: string): Tag | undefined {
  const match = tagPattern.exec(source);
  const word = match?.[1];
  if (word === undefined) return undefined;
  const closing = /^end-?(?=.)/i.exec(word)?.[0];
  const written = closing === undefined ? word : word.slice(closing.length);
  const lowercase = written.toLowerCase();
  const rest = (match?.[2] ?? '').trim();
  return {
    name: isKnownTag(lowercase) ? lowercase : written,
    kind: closing === undefined ? 'open' : 'close',
    word,
    attributes: parseAttributes(rest),
    rest,
    source,
  };
}

/** Parses `name="value"` pairs; a backslash escapes the next character of a value. */
export function parseAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const [, name, double, single, bare] of text.matchAll(attributePattern)) {
    if (name === undefined) continue;
    attributes[name] = unescapeValue(double ?? single ?? bare ?? '');
  }
  return attributes;
}

/** Removes the backslashes from an attribute value. */
export function unescapeValue(value: string): string {
  return value.replace(/\\([\\"'}])/g, '$1');
}

/**
 * Checks whether the text between double braces is an expression. It must start with a variable,
 * since many pages show braces of other languages.
 */
export function startsExpression(text: string): boolean {
  return /^ {0,8}(?:page\.vars|space\.vars|visitor\.claims)[.[]/.test(text);
}
