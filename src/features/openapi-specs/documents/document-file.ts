import { DocumentError } from './document-error.ts';
import { exactJson } from './exact-number.ts';
import type { JsonValue } from './json-value.ts';
import { namedPlaces } from './named-places.ts';
import { parseDocument, parseStoredDocument } from './parse-document.ts';
import { referencesOf, splitReference } from './references.ts';

/** A file of a specification, as it came. */
export interface SourceFile {
  text: Uint8Array;
  /** Its address, which relative references are resolved against; null for one without. */
  address: string | null;
}

/** A file of a specification, read. */
export interface DocumentFile {
  /** Its value as JSON. */
  json: Uint8Array<ArrayBuffer>;
  /** The addresses of the other files that it names, each once. */
  references: string[];
}

/**
 * Reads a file.
 *
 * @throws DocumentError for what is no JSON or YAML, or names what no file can be fetched from
 */
export function readFile({ text, address }: SourceFile): DocumentFile {
  const value = parseDocument(decode(text));
  const references = new Set<string>();
  let named: ReadonlyMap<string, unknown> | undefined;
  for (const { text: reference } of referencesOf(value)) {
    const { address: other } = splitReference(reference);
    // What has an `$id` in the file is here, whatever is at that address.
    if (other === '' || (named ??= namedPlaces(value)).has(other)) continue;
    const resolved = resolveAddress(other, address);
    if (resolved !== address) references.add(resolved);
  }
  return { json: Buffer.from(exactJson(value)), references: [...references] };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DocumentError('is not in UTF-8');
  }
}

/**
 * The address that a reference names, seen from the file that it stands in.
 *
 * @throws DocumentError for one that is not of http or https, or holds a user or a password
 */
export function resolveAddress(reference: string, base: string | null): string {
  const shown = JSON.stringify(reference.slice(0, 200));
  const url = URL.canParse(reference, base ?? undefined)
    ? new URL(reference, base ?? undefined)
    : null;
  if (!url && base === null) {
    throw new DocumentError(
      `has the relative $ref ${shown}, but a specification that is given as a text has no address`,
    );
  }
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new DocumentError(`has the $ref ${shown}, which is no address of http or https`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new DocumentError('has a $ref with a user or a password in its address');
  }
  return url.href;
}

/** A value that was written by `readFile`. */
export function valueOf({ json }: Pick<DocumentFile, 'json'>): JsonValue {
  return parseStoredDocument(Buffer.from(json).toString());
}
