/** A word of a text, as it is looked for. */
export interface Word {
  /**
   * Normalized text for comparisons: letters and digits only, without case, accents and vowel
   * signs.
   */
  text: string;
  /** The same with its accents, as dictionaries know it. */
  written: string;
  /** Offset in the text, in UTF-16 units. */
  start: number;
  end: number;
  /**
   * Whether the word is a bigram of a script without spaces between words: two characters, the
   * second of which begins the next bigram; the last one of a run has one character.
   */
  isGram: boolean;
}

/** Length up to which words are compared, in characters: the rest of longer ones is ignored. */
export const WORD_LENGTH_MAX = 50;

const runPattern = /[\p{L}\p{M}\p{N}]+/gu;

/** Scripts that write no spaces, and Korean, whose words take endings that no dictionary knows. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+/gu;

/** A character with what combines with it, also where that is a letter, as in half-width kana. */
const clusterPattern = /.[\p{M}\uFF9E\uFF9F]*/gsu;

/** Accents, which people omit; in other scripts marks make other letters. */
const accents = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036F]+/gu;

/** The vowel signs of Hebrew and Arabic, and the bar that makes Arabic words longer. */
const vowelSigns =
  /(?:[\u0591-\u05BD]|\u05BF|\u05C1|\u05C2|\u05C4|\u05C5|\u05C7|\u0640|[\u064B-\u0652]|\u0670)+/g;

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

/** Text without what people omit or write in several ways: case, accents, vowels, width. */
function foldText(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(accents, '$1')
    .replace(vowelSigns, '')
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
  let before: Character | undefined;
  for (const character of charactersIn(run, at)) {
    if (before) yield gram(before, character);
    before = character;
  }
  if (before) yield gram(before);
}

function gram({ text: first, start, end }: Character, next?: Character): Word {
  const text = next ? first + next.text : first;
  return { text, written: text, start, end: next?.end ?? end, isGram: true };
}

/** A character by which texts are compared, and what it is made of in the text. */
type Character = Pick<Word, 'text' | 'start' | 'end'>;

/**
 * The characters by which a run is compared. They are those of the whole run, however it writes
 * them: `ำ` is two, also where a tone is before it, and `ﾃﾞ` is one.
 */
function* charactersIn(run: string, at: number): Iterable<Character> {
  for (const { index, 0: cluster } of run.matchAll(clusterPattern)) {
    const start = at + index;
    const end = start + cluster.length;
    for (const text of lettersOfCluster(cluster)) yield { text, start, end };
  }
}

/** Cache of normalized single units, as long texts look up each character. */
const knownUnits = new Map<string, string>();

function lettersOfCluster(cluster: string): string {
  if (cluster.length > 1) return lettersOf(cluster);
  const letters = knownUnits.get(cluster) ?? lettersOf(cluster);
  knownUnits.set(cluster, letters);
  return letters;
}

/** Folding can make other things than letters, e.g. the bar of a fraction, and more of them. */
function lettersOf(text: string): string {
  const letters = foldText(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  return letters.length > WORD_LENGTH_MAX
    ? [...letters].slice(0, WORD_LENGTH_MAX).join('')
    : letters;
}
