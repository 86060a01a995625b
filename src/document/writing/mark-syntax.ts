import type { TextMark } from '../document-tree.ts';
import { htmlAttributes } from './escape-text.ts';
import type { MarkSpan, Piece } from './inline-pieces.ts';

const delimiters: Partial<Record<TextMark['type'], string>> = {
  bold: '**',
  italic: '_',
  strikethrough: '~~',
};

const elements = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  code: 'code',
  keyboard: 'kbd',
  superscript: 'sup',
  subscript: 'sub',
  color: 'mark',
} as const;

/** Returns one end of a mark: a delimiter, or an HTML tag where delimiters do not work. */
export function markEnd(end: 'open' | 'close', mark: TextMark, isDelimited: boolean): string {
  const delimiter = isDelimited ? delimiters[mark.type] : undefined;
  if (delimiter !== undefined) return delimiter;
  const name = elements[mark.type];
  if (end === 'close') return `</${name}>`;
  return mark.type === 'color'
    ? `<mark${htmlAttributes({ style: colorStyle(mark) })}>`
    : `<${name}>`;
}

function colorStyle({ data }: Extract<TextMark, { type: 'color' }>): string {
  const { text, background } = data;
  const styles = [
    ...(text === 'default' && background !== 'default' ? [] : [`color:${text};`]),
    ...(background === 'default' ? [] : [`background-color:${background};`]),
  ];
  return styles.join('');
}

/** Returns the character that represents a mark when only its class (punctuation) matters. */
export function markCharacter({ type }: TextMark): string {
  return delimiters[type]?.[0] ?? '<';
}

/**
 * Returns the marks whose delimiters markdown recognizes at their position (CommonMark, left- and
 * right-flanking delimiter runs).
 *
 * @param texts the written form of each piece, with marks as one character
 */
export function findDelimited(
  pieces: readonly Piece[],
  texts: readonly string[],
): ReadonlySet<MarkSpan> {
  const openable = new Set<MarkSpan>();
  const delimited = new Set<MarkSpan>();
  pieces.forEach((piece, index) => {
    if (piece.type !== 'open' && piece.type !== 'close') return;
    const { span } = piece;
    if (delimiters[span.mark.type] === undefined) return;
    const isWithinWords = span.mark.type !== 'italic';
    const flanks = flanking(characterBefore(texts, index), characterAfter(texts, index));
    if (piece.type === 'open') {
      if (flanks.left && (isWithinWords || !flanks.right || flanks.before === 'punctuation')) {
        openable.add(span);
      }
    } else if (
      openable.has(span) &&
      flanks.right &&
      (isWithinWords || !flanks.left || flanks.after === 'punctuation')
    ) {
      delimited.add(span);
    }
  });
  return delimited;
}

type CharacterClass = 'space' | 'punctuation' | 'word';

function flanking(before: CharacterClass, after: CharacterClass) {
  return {
    before,
    after,
    left: after !== 'space' && (after !== 'punctuation' || before !== 'word'),
    right: before !== 'space' && (before !== 'punctuation' || after !== 'word'),
  };
}

function characterBefore(texts: readonly string[], index: number): CharacterClass {
  let at = index - 1;
  while (at >= 0 && texts[at] === '') at -= 1;
  return classOf(Array.from((texts[at] ?? ' ').slice(-2)).at(-1));
}

function characterAfter(texts: readonly string[], index: number): CharacterClass {
  let at = index + 1;
  while (at < texts.length && texts[at] === '') at += 1;
  return classOf(Array.from((texts[at] ?? ' ').slice(0, 2))[0]);
}

function classOf(character = ' '): CharacterClass {
  if (/\s/.test(character)) return 'space';
  return /[\p{P}\p{S}]/u.test(character) ? 'punctuation' : 'word';
}
