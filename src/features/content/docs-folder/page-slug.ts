const SLUG_LENGTH_MAX = 100;

/** Gives each sibling a slug of its own: the first keeps the plain one, the next get a number. */
export function createSlugs(): (name: string) => string {
  const taken = new Set<string>();
  const lastNumbers = new Map<string, number>();
  return (name) => {
    const plain = toSlug(name);
    let slug = plain;
    while (taken.has(slug)) {
      const number = (lastNumbers.get(plain) ?? 0) + 1;
      lastNumbers.set(plain, number);
      slug = `${plain}-${number}`;
    }
    taken.add(slug);
    return slug;
  };
}

/** Lower-case letters and digits of any script, joined by `-`; `page` when there is none. */
function toSlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/(?<=[a-z])\p{Mn}+/giu, '')
    .normalize('NFC');
  const characters = [...plain.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')];
  return (
    characters
      .slice(0, SLUG_LENGTH_MAX)
      .join('')
      .replace(/^-+|-+$/g, '') || 'page'
  );
}
