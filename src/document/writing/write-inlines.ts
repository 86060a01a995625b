import type { Inline, InlineContent } from '../document-tree.ts';
import { escapeHtmlText, escapeText } from './escape-text.ts';
import { splitInlines } from './inline-pieces.ts';
import type { Piece } from './inline-pieces.ts';
import { findDelimited, markCharacter, markEnd } from './mark-syntax.ts';
import type { WriteContext } from './write-context.ts';
import {
  emojiTag,
  groupEnd,
  groupStart,
  htmlGroupEnd,
  htmlGroupStart,
  writeHtmlVoid,
  writeVoid,
} from './write-inline.ts';

/** The position of a line of text. */
export type InlinePlace =
  /** In markdown, where line breaks may be newlines (`lines`) or must be `<br>` (`line`). */
  | 'lines'
  | 'line'
  /** Within an HTML element, where markdown is text. */
  | 'html';

/** Writes inline content as markdown or HTML. */
export function writeInlines(
  nodes: InlineContent,
  place: InlinePlace,
  context: WriteContext,
): string {
  const source = place === 'html' ? undefined : context.sourceOf?.line(nodes, place === 'line');
  if (source !== undefined) return source;
  const { pieces, parts } = writeParts(nodes, place, context);
  return place === 'html' ? parts.join('') : joinLines(pieces, parts);
}

/** Returns the pieces of inline content and the written form of each. */
export function writeParts(
  nodes: InlineContent,
  place: InlinePlace,
  context: WriteContext,
): { pieces: Piece[]; parts: string[] } {
  const pieces = splitInlines(nodes);
  const labels = new Map<Inline, string>();
  for (const piece of pieces) {
    if (piece.type === 'start' && piece.inline.type === 'annotation') {
      labels.set(piece.inline, context.addNote(piece.inline));
    }
  }
  if (place === 'html') {
    return { pieces, parts: pieces.map((piece) => writeHtmlPiece(piece, labels)) };
  }
  const texts = placedEmoji(pieces, writePieces(pieces, place, labels));
  const delimited = findDelimited(pieces, texts);
  const parts = pieces.map((piece, index) => {
    if (piece.type !== 'open' && piece.type !== 'close') return texts[index] ?? '';
    return markEnd(piece.type, piece.span.mark, delimited.has(piece.span));
  });
  return { pieces, parts };
}

/** Returns the markdown of each piece; for a mark, one character of its class. */
function writePieces(
  pieces: readonly Piece[],
  place: 'lines' | 'line',
  labels: ReadonlyMap<Inline, string>,
): string[] {
  let isInLink = false;
  return pieces.map((piece, index) => {
    const before = pieces[index - 1];
    const after = pieces[index + 1];
    switch (piece.type) {
      case 'text':
        return escapeText(piece.text, {
          isLineStart: place === 'lines' && (before === undefined || before.type === 'break'),
          isLineEnd: place === 'lines' && (after === undefined || after.type === 'break'),
          isInBrackets: isInLink,
          // In a link, a bare address would include the escapes and the closing bracket.
          hasLinks: !isInLink || !/^[\w .,:/?=#%@+-]*$/.test(piece.text),
          followsNote: before?.type === 'end' && before.inline.type === 'annotation',
          precedesLink: after?.type === 'start' || after?.type === 'void',
        });
      case 'code':
        return codeSpan(piece.text);
      case 'autolink':
        return `<${piece.url}>`;
      case 'break':
        return place === 'line' || after === undefined ? '<br>' : '\\\n';
      case 'open':
      case 'close':
        return markCharacter(piece.span.mark);
      case 'void':
        return writeVoid(piece.inline);
      case 'start':
        if (piece.inline.type !== 'tag') isInLink = true;
        return groupStart(piece.inline);
      case 'end':
        if (piece.inline.type !== 'tag') isInLink = false;
        return groupEnd(piece.inline, labels.get(piece.inline) ?? '');
    }
  });
}

/** Writes code between backticks, more than the longest run in it. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return /^[`\s]|[`\s]$/.test(text) ? `${fence} ${text} ${fence}` : fence + text + fence;
}

/** Replaces an emoji between colons with a tag if a letter or colon is adjacent. */
function placedEmoji(pieces: readonly Piece[], texts: readonly string[]): string[] {
  return texts.map((text, index) => {
    const piece = pieces[index];
    if (piece?.type !== 'void' || piece.inline.type !== 'emoji' || text[0] !== ':') return text;
    const isBeside =
      /[\w:\]]$/.test(texts[index - 1] ?? '') || /^[\w:]/.test(texts[index + 1] ?? '');
    return isBeside ? emojiTag(piece.inline.data.code) : text;
  });
}

/**
 * Adds an empty element to a line that would become a block: one of images only, of one formula, or
 * with a tag at its start.
 */
function joinLines(pieces: readonly Piece[], parts: readonly string[]): string {
  let text = '';
  let lineStart = 0;
  let isBare = true;
  const endLine = () => {
    if (isBare && lineStart < text.length) text += '<span></span>';
    isBare = true;
  };
  parts.forEach((part, index) => {
    const piece = pieces[index];
    if (part === '\\\n') {
      endLine();
      text += part;
      lineStart = text.length;
      return;
    }
    if (isTag(piece) && text.slice(lineStart).trim() === '') text += '<span></span>';
    text += part;
    if (piece && !isBareIn(piece) && part.trim() !== '') isBare = false;
  });
  endLine();
  return text;
}

function isTag(piece: Piece | undefined): boolean {
  return (piece?.type === 'void' || piece?.type === 'start') && piece.inline.type === 'tag';
}

/** Checks whether a line with only such pieces would be parsed as something else. */
function isBareIn(piece: Piece): boolean {
  if (piece.type === 'open' || piece.type === 'close' || piece.type === 'break') return true;
  return piece.type === 'void' && ['inline-image', 'inline-math'].includes(piece.inline.type);
}

function writeHtmlPiece(piece: Piece, labels: ReadonlyMap<Inline, string>): string {
  switch (piece.type) {
    case 'text':
      return escapeHtmlText(piece.text);
    case 'code':
      return `<code>${escapeHtmlText(piece.text)}</code>`;
    case 'autolink':
      return htmlLink(piece.url);
    case 'break':
      return '<br>';
    case 'open':
    case 'close':
      return markEnd(piece.type, piece.span.mark, false);
    case 'void':
      return writeHtmlVoid(piece.inline);
    case 'start':
      return htmlGroupStart(piece.inline, labels.get(piece.inline));
    case 'end':
      return htmlGroupEnd(piece.inline);
  }
}

function htmlLink(url: string): string {
  const data = { ref: { kind: 'url', url } } as const;
  const link = { object: 'inline', type: 'link', isVoid: false, data, nodes: [] } as const;
  return htmlGroupStart(link) + escapeHtmlText(url) + htmlGroupEnd(link);
}
