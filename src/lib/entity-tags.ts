/** Matches an entity tag of HTTP, weak or strong, and captures the part in quotes. */
const ENTITY_TAG = /(?:W\/)?"([^"]*)"/;
const TAG_LIST = new RegExp(`^${ENTITY_TAG.source}(?:\\s*,\\s*${ENTITY_TAG.source})*$`);

/**
 * Returns the entity tags of an `If-Match` or `If-None-Match`, without quotes and weakness. Returns
 * `*` for any tag, and null for an invalid header.
 */
export function parseEntityTags(header: string): string[] | '*' | null {
  const text = header.trim();
  if (text === '*') return '*';
  if (!TAG_LIST.test(text)) return null;
  return [...text.matchAll(new RegExp(ENTITY_TAG, 'g'))].map(([, opaque = '']) => opaque);
}

/** Returns whether an `If-None-Match` contains a tag, so that the client has the response. */
export function hasEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = parseEntityTags(ifNoneMatch ?? '');
  const [opaque = tag] = parseEntityTags(tag) ?? [];
  return known === '*' || (known?.includes(opaque) ?? false);
}
