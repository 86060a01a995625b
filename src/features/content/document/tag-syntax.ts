/** One `{% name … %}` or `{% endname %}`, or an HTML tag that is treated like one (`<details>`). */
export interface Tag {
  name: string;
  kind: 'open' | 'close';
  attributes: Record<string, string>;
  /** What stands between the name and the end, as written: the expression of an `if`. */
  rest: string;
  /** The tag as written, for the case that it has no partner and survives as text. */
  source: string;
}

/** Blocks that need their end: an opening tag without one is text. */
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
 * Blocks that are complete by themselves and may have an end (with a caption or a fallback
 * between).
 */
const standaloneTags = new Set([
  'embed',
  'content-ref',
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

/** Whether the tag is a block without needing an end; integrations (`@name/block`) are. */
export function isStandaloneTag(name: string): boolean {
  return standaloneTags.has(name) || name.startsWith('@');
}

/** Reads one tag; undefined when it is no tag or one that is not known, which stays text. */
export function parseTag(source: string): Tag | undefined {
  const match = tagPattern.exec(source);
  const word = match?.[1];
  if (word === undefined) return undefined;
  const closing = /^end-?(?=.)/.exec(word)?.[0];
  const name = closing === undefined ? word : word.slice(closing.length);
  if (!pairedTags.has(name) && !isStandaloneTag(name)) return undefined;
  const rest = (match?.[2] ?? '').trim();
  return {
    name,
    kind: closing === undefined ? 'open' : 'close',
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
    attributes[name] = (double ?? single ?? bare ?? '').replace(/\\([\\"'}])/g, '$1');
  }
  return attributes;
}

/**
 * Whether what stands between two braces and their ends is an expression. Only what starts with a
 * variable is: many pages show the braces of other languages.
 */
export function startsExpression(text: string): boolean {
  return /^ {0,8}(?:page\.vars|space\.vars|visitor\.claims)[.[]/.test(text);
}
