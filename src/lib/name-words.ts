/** Returns the words of a name: `join` and `At` of `joinAt`, `share` and `link` of `share-link`. */
export function nameWords(name: string): string[] {
  return name.split(/-|(?<=[a-z])(?=[A-Z])/);
}
