/** A word of a text, as it is looked for. */
export interface Word {
  /** What it is compared by: letters and digits only, without case and accents. */
  text: string;
  /** The same with its accents, as dictionaries know it. */
  written: string;
  /** Where it stands in the text, in UTF-16 units. */
  start: number;
  end: number;
  /**
   * Of a script that writes no spaces between words: two characters, the second of which begins the
   * next word; the last of a run has one.
   */
  isGram: boolean;
}

/** Longest word that is told apart, in characters: the rest of longer ones counts for nothing. */
export const WORD_LENGTH_MAX = 50;

const runPattern = /[\p{L}\p{M}\p{N}]+/gu;

/** Scripts that write no spaces, and Korean, whose words take endings that no dictionary knows. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+/gu;

/** Letters with another form in which people write them, that Unicode does not derive. */
const otherForms: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ё: 'е',
};

/** The words of a text, in order. Linear in its length. */
export function* wordsIn(text: string): Iterable<Word> {
  for (const run of text.matchAll(runPattern)) {
    let start = run.index;
    for (const part of run[0].matchAll(unspaced)) {
      const at = run.index + part.index;
      yield* spacedWord(text, start, at);
      yield* gramsIn(part[0], at);
      start = at + part[0].length;
    }
    yield* spacedWord(text, start, run.index + run[0].length);
  }
}

/** Text without what people leave out or write in several ways: case, accents, width. */
function foldText(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036F]+/gu, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ßæœøłđðþıё]/g, (letter) => otherForms[letter] ?? letter);
}

/** A word backwards. */
export function reversedWord(word: string): string {
  return [...word].toReversed().join('');
}

function* spacedWord(source: string, start: number, end: number): Iterable<Word> {
  if (start === end) return;
  const written = [...source.slice(start, end).normalize('NFC').toLowerCase()]
    .slice(0, WORD_LENGTH_MAX)
    .join('');
  const text = lettersOf(written);
  if (text !== '') yield { text, written, start, end, isGram: false };
}

function* gramsIn(run: string, at: number): Iterable<Word> {
  const characters = [...run];
  let start = at;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1] ?? '';
    const text = lettersOf(character + next);
    const end = start + character.length + next.length;
    if (text !== '') yield { text, written: text, start, end, isGram: true };
    start += character.length;
  }
}

/** Folding can make other things than letters, e.g. the bar of a fraction, and more of them. */
function lettersOf(text: string): string {
  const letters = foldText(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  return letters.length > WORD_LENGTH_MAX
    ? [...letters].slice(0, WORD_LENGTH_MAX).join('')
    : letters;
}
