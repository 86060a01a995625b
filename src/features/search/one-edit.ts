/**
 * Returns whether two words differ by one edit: a replaced, missing or additional letter, or two
 * swapped letters.
 */
export function isOneEditAway(one: string, other: string): boolean {
  const [short, long] = [[...one], [...other]].toSorted((a, b) => a.length - b.length);
  if (!short || !long || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (short.length < long.length) return isSame(short, start, long, start + 1);
  if (start === short.length) return false;
  if (isSame(short, start + 1, long, start + 1)) return true;
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return isSwapped && isSame(short, start + 2, long, start + 2);
}

/** Returns whether the rests of two words are equal. */
function isSame(a: readonly string[], fromA: number, b: readonly string[], fromB: number): boolean {
  return (
    a.length - fromA === b.length - fromB && a.slice(fromA).every((x, i) => x === b[fromB + i])
  );
}

/**
 * The beginning and the end of a word, one of which an edit leaves as it is: one letter lies
 * between them, so that letters that change places touch only one of the two.
 */
export function untouchedParts(word: string): { beginning: string; ending: string } {
  const letters = [...word];
  const middle = Math.floor(letters.length / 2);
  return {
    beginning: letters.slice(0, middle).join(''),
    ending: letters.slice(middle + 1).join(''),
  };
}
