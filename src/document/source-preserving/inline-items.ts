import { canonicalJson } from '../../lib/canonical-json.ts';
import type { Inline } from '../document-tree.ts';
import type { Piece } from '../writing/inline-pieces.ts';

/** A part of a line of text: a word, the text between words, or one end of an element. */
export interface InlineItem {
  /** Equal for items that can replace each other. */
  key: string;
  piece: Piece;
  /** Text of a word; undefined for items without text. */
  word?: string;
  /** For an end of an element: an object that both ends share. */
  pair?: object;
  /** Values of an element. */
  data?: unknown;
}

const tokenPattern = /[\p{L}\p{N}\p{M}]+|\s+|[^]/gu;

/** Splits the parts of inline content into words. */
export function inlineItems(pieces: readonly Piece[]): InlineItem[] {
  return pieces.flatMap(itemsOf);
}

/** Splits a text into words and the text between them. */
function wordsOf(text: string): string[] {
  return text.match(tokenPattern) ?? [];
}

function itemsOf(piece: Piece): InlineItem[] {
  switch (piece.type) {
    case 'text':
      return wordsOf(piece.text).map((word) => ({ key: `word:${word}`, piece, word }));
    case 'code':
      return [
        { key: 'code', piece, pair: piece },
        ...wordsOf(piece.text).map((word) => ({ key: `word:${word}`, piece, word })),
        { key: '/code', piece, pair: piece },
      ];
    case 'autolink':
      return [{ key: `autolink:${piece.url}`, piece, word: piece.url }];
    case 'break':
      return [{ key: 'break', piece }];
    case 'open':
    case 'close':
      return [{ key: `${piece.type}:${canonicalJson(piece.span.mark)}`, piece, pair: piece.span }];
    case 'void':
      return [{ key: `void:${kindOf(piece.inline)}`, piece, data: piece.inline.data }];
    case 'start':
    case 'end': {
      const { inline } = piece;
      return [{ key: `${piece.type}:${kindOf(inline)}`, piece, pair: inline, data: inline.data }];
    }
  }
}

/** Returns the type of an element; for a tag, including its name. */
function kindOf(inline: Inline): string {
  return inline.type === 'tag' ? `tag:${inline.data.name}` : inline.type;
}
