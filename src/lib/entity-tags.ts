/** An entity tag as HTTP writes it, weak or not; what it says is the part in quotes. */
const ENTITY_TAG = /(?:W\/)?"([^"]*)"/;
const TAG_LIST = new RegExp(`^${ENTITY_TAG.source}(?:\\s*,\\s*${ENTITY_TAG.source})*$`);

/**
 * Returns what the entity tags of an `If-Match` or `If-None-Match` say, without quotes and
 * weakness. Returns `*` for any, and null for what is no list of tags.
 */
export function parseEntityTags(header: string): string[] | '*' | null {
  const text = header.trim();
  if (text === '*') return '*';
  if (!TAG_LIST.test(text)) return null;
  return [...text.matchAll(new RegExp(ENTITY_TAG, 'g'))].map(([, opaque = '']) => opaque);
}

/** Returns whether a client that sent this `If-None-Match` has the answer with a tag. */
export function hasEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = parseEntityTags(ifNoneMatch ?? '');
  const [opaque = tag] = parseEntityTags(tag) ?? [];
  return known === '*' || (known?.includes(opaque) ?? false);
}
