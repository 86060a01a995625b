/** One `{% name … %}` or `{% endname %}`, or an HTML tag that is treated like one (`<details>`). */
export interface Tag {
  name: string;
  kind: 'open' | 'close';
  /** The name as written, with `end` before that of a closing tag. */
  word: string;
  attributes: Record<string, string>;
  /** What stands between the name and the end, as written: the expression of an `if`. */
  rest: string;
  /** The tag as written, for the case that it has no partner and survives as text. */
  source: string;
}

/** Known blocks that need their end: an opening tag without one is text. */
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
 * Known blocks that are complete by themselves and may have an end (with a caption or a fallback
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

/** Whether the tag is a known block without needing an end; integrations (`@name/block`) are. */
export function isStandaloneTag(name: string): boolean {
  return standaloneTags.has(name) || name.startsWith('@');
}

/** Whether the tag is a known block that needs its end. */
export function isPairedTag(name: string): boolean {
  return pairedTags.has(name);
}

/** Whether the dialect gives the tag a meaning; any other one is a block that says what it is. */
export function isKnownTag(name: string): boolean {
  return isPairedTag(name) || isStandaloneTag(name);
}

/** Reads one tag, known or not; undefined for anything else, which stays text. */
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

/** Reads `name="value"` pairs; a backslash keeps the next character from ending a value. */
export function parseAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const [, name, double, single, bare] of text.matchAll(attributePattern)) {
    if (name === undefined) continue;
    attributes[name] = unescapeValue(double ?? single ?? bare ?? '');
  }
  return attributes;
}

/** Takes the backslashes out of the value of an attribute. */
export function unescapeValue(value: string): string {
  return value.replace(/\\([\\"'}])/g, '$1');
}

/**
 * Whether what stands between two braces and their ends is an expression. Only what starts with a
 * variable is: many pages show the braces of other languages.
 */
export function startsExpression(text: string): boolean {
  return /^ {0,8}(?:page\.vars|space\.vars|visitor\.claims)[.[]/.test(text);
}
