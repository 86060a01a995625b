import { isScript } from './content-references.ts';
import type { ContentReference, TagData } from './document-tree.ts';
import { parseReferenceAddress, referenceAddress } from './reference-addresses.ts';

/** Attributes of tags whose values are always addresses. */
const addressAttributes: ReadonlySet<string> = new Set(['url', 'href', 'src']);
/** Attributes whose values are addresses if they look like one. */
const targetAttributes: ReadonlySet<string> = new Set([
  ...['page', 'file', 'link', 'image', 'cover', 'poster', 'target'],
]);
const addressPattern =
  /^(?:[#/]|\.{1,2}\/|[a-z][a-z0-9+.-]*:\S)|^\S+\.[a-z][a-z0-9]{0,7}(?:[?#]\S*)?$/i;
/** Matches an address that is the only word of a tag, as in `{% include "…" %}`. */
const quotedPattern = /^(["'])(.+)\1$/s;

/** Returns the references in the addresses of a tag, in order. */
export function tagReferences(data: TagData): ContentReference[] {
  const refs: ContentReference[] = [];
  replaceTagReferences(data, (ref) => {
    refs.push(ref);
    return undefined;
  });
  return refs;
}

/**
 * Returns the data of a tag with replaced addresses; the same data if none changes.
 *
 * @param replace returns undefined for an unchanged reference
 */
export function replaceTagReferences(
  data: TagData,
  replace: (ref: ContentReference) => ContentReference | undefined,
): TagData {
  const written = (address: string) => {
    const ref = replace(parseReferenceAddress(address) ?? namedReference(data.name, address));
    return ref && referenceAddress(ref);
  };
  const attributes = Object.entries(data.attributes).flatMap(([name, value]) => {
    const address = isAddress(name, value) ? written(value) : undefined;
    return address === undefined ? [] : [[name, address] as const];
  });
  const [, quote = '', quoted = ''] = quotedPattern.exec(data.text ?? '') ?? [];
  const isAddressed = data.name === 'include' || addressPattern.test(quoted);
  const isQuoted = quoted !== '' && isAddressed && !isScript(quoted);
  const address = isQuoted ? written(quoted) : undefined;
  if (attributes.length === 0 && address === undefined) return data;
  return {
    ...data,
    attributes: { ...data.attributes, ...Object.fromEntries(attributes) },
    ...(address !== undefined && { text: quote + address + quote }),
  };
}

/** Returns the target of a URL or an id in a tag with a given name. */
function namedReference(name: string, address: string): ContentReference {
  if (name === 'include') return { kind: 'reusable-content', reusableContent: address };
  return name === 'file' ? { kind: 'file', file: address } : { kind: 'url', url: address };
}

function isAddress(name: string, value: string): boolean {
  if (value === '' || isScript(value)) return false;
  if (addressAttributes.has(name) || value.startsWith('docgraph:')) return true;
  return targetAttributes.has(name) && addressPattern.test(value);
}
