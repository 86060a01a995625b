/** Returns a word and what it may be the plural of: `entries`, `entrie` and `entry`. */
export function singularForms(word: string): string[] {
  const forms = [word, word.replace(/(?<=.)s$/, ''), word.replace(/(?<=.)ies$/, 'y')];
  return [...new Set(forms)];
}
