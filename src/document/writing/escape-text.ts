import { parseTag, startsExpression } from '../tag-syntax.ts';

/** The position of a text in a line, which determines the necessary escapes. */
export interface TextPlace {
  isLineStart: boolean;
  isLineEnd: boolean;
  /** Whether it is in the brackets of a link or image. */
  isInBrackets: boolean;
  /** Whether an address would become a link. */
  hasLinks: boolean;
  /** Whether it directly follows a footnote, or precedes a link. */
  followsNote: boolean;
  precedesLink: boolean;
}

/** Escapes text for markdown, so that it is parsed as exactly that text. */
export function escapeText(text: string, place: TextPlace): string {
  let start = 0;
  let escaped = '';
  const parts = place.isInBrackets ? [] : [...text.matchAll(/\{%[^\n]*?%\}/g)];
  for (const { 0: tag, index } of parts) {
    const before = text.slice(start, index);
    if (parseTag(tag)) continue;
    escaped += escapePart(before, place, start === 0) + tag;
    start = index + tag.length;
  }
  // The marker of an alert is text here, but other markdown parsers know it.
  const alert = place.isLineStart
    ? /^\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/.exec(text)
    : null;
  if (alert && start === 0) {
    escaped += alert[0];
    start = alert[0].length;
  }
  escaped += escapePart(text.slice(start), place, start === 0);
  return escapeEdges(escaped, place);
}

function escapePart(part: string, place: TextPlace, isStart: boolean): string {
  const escaped = part.replaceAll(/[\\`*_[\]<&~$:/{!(]/g, (character, at: number) => {
    const before = part[at - 1];
    const after = part.slice(at + 1, at + 60);
    return isSpecial(character, before, after, place) ? escapeCharacter(character) : character;
  });
  if (!isStart) return escaped;
  const afterNote = place.followsNote ? escaped.replace(/^[(:]/, '\\$&') : escaped;
  return place.isLineStart ? escapeLineStart(afterNote) : afterNote;
}

function escapeCharacter(character: string): string {
  if (character === '<') return '&lt;';
  return character === '&' ? '&amp;' : `\\${character}`;
}

const isWordCharacter = (character: string | undefined) => /[A-Za-z0-9]/.test(character ?? '');

function isSpecial(
  character: string,
  before: string | undefined,
  after: string,
  { isInBrackets, hasLinks, precedesLink }: TextPlace,
): boolean {
  const next = after[0];
  switch (character) {
    case '\\':
      return next === undefined || /[!-/:-@[-`{-~\s]/.test(next);
    case '_':
      return !isWordCharacter(before) || !isWordCharacter(next);
    case ']':
      return isInBrackets;
    case '<':
      return next === undefined || /[A-Za-z/!?]/.test(next);
    case '&':
      return next === undefined || /[#A-Za-z]/.test(next);
    case '~':
    case '$':
      return (before ?? character) === character || (next ?? character) === character;
    case ':':
      return isEmoji(before, after) || (hasLinks && before === 'o');
    case '/':
      return hasLinks && before === '/';
    case '{':
      if (next === '{') return startsExpression(after.slice(1));
      return next === undefined || next === '%' || next === '#';
    case '!':
      return next === undefined && precedesLink;
    case '(':
      return false;
    default:
      return true;
  }
}

function isEmoji(before: string | undefined, after: string): boolean {
  return !/[\w:]/.test(before ?? '') && /^[a-z0-9+-][a-z0-9_+-]{0,48}(?::|$)/.test(after);
}

/** Escapes text that would start a block other than a paragraph. */
function escapeLineStart(line: string): string {
  if (/^(?:#{1,6}(?:\s|$)|[>=|]|[-+](?:[\s:|-]|$)|:-)/.test(line)) return `\\${line}`;
  return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

/** Encodes white space at the ends of a line, which would be lost. */
function escapeEdges(text: string, { isLineStart, isLineEnd }: TextPlace): string {
  let escaped = text;
  if (isLineStart) escaped = escaped.replace(/^\s+/, writeSpaces);
  if (isLineEnd) escaped = escaped.replace(/\s+$/, writeSpaces);
  return escaped;
}

/** Encodes white space as character references, which are neither trimmed nor collapsed. */
function writeSpaces(spaces: string): string {
  return Array.from(spaces, (space) => `&#x${space.charCodeAt(0).toString(16)};`).join('');
}

/** Escapes text for HTML, including white space. */
export function escapeHtmlText(text: string): string {
  return escapeHtmlTags(text).replaceAll('{%', '&#123;%');
}

/** Escapes text for HTML, including its tags. */
export function escapeHtmlTags(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\t\f]|(?<= ) +/g, writeSpaces)
    .replaceAll('\n', '<br>');
}

/** Quotes a value as an HTML attribute. */
export function quoteHtml(value: string): string {
  const escaped = value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\n\r\t]/g, writeSpaces);
  return `"${escaped}"`;
}

/**
 * Writes the attributes of an HTML element. Undefined values are omitted; `true` writes only the
 * name.
 */
export function htmlAttributes(attributes: Record<string, string | number | true | undefined>) {
  return Object.entries(attributes)
    .filter((entry): entry is [string, string | number | true] => entry[1] !== undefined)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}=${quoteHtml(String(value))}`))
    .join('');
}
