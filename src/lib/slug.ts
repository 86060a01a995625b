/**
 * Returns a path segment for a name: lower-case letters and digits of any script, joined by `-`.
 * Accents on Latin letters are dropped.
 *
 * @param options.lengthMax maximum length of the slug, in characters
 * @param options.fallback slug of a name without letters and digits
 */
export function slugOf(name: string, options: { lengthMax: number; fallback: string }): string {
  const plain = name
    .normalize('NFKD')
    .replace(/(?<=[a-z])\p{Mn}+/giu, '')
    .normalize('NFC');
  const characters = [...plain.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')];
  return (
    characters
      .slice(0, options.lengthMax)
      .join('')
      .replace(/^-+|-+$/g, '') || options.fallback
  );
}
