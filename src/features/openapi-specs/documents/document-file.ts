import { DocumentError } from './document-error.ts';
import { exactJson } from './exact-number.ts';
import type { JsonValue } from './json-value.ts';
import { namedPlaces } from './named-places.ts';
import { parseSpecification, parseStoredDocument } from './parse-document.ts';
import { referencesOf, splitReference } from './references.ts';

/** Unparsed file of a specification. */
export interface SourceFile {
  text: Uint8Array;
  /** Address against which relative references are resolved; null if it has none. */
  address: string | null;
}

/** Parsed file of a specification. */
export interface DocumentFile {
  /** Its value as JSON. */
  json: Uint8Array<ArrayBuffer>;
  /** Distinct addresses of the other files that it refers to. */
  references: string[];
}

/**
 * Parses a file and collects its references.
 *
 * @throws DocumentError for invalid JSON or YAML, or a reference that cannot be fetched
 */
export function readFile({ text, address }: SourceFile): DocumentFile {
  const value = parseSpecification(decode(text));
  const references = new Set<string>();
  let named: ReadonlyMap<string, unknown> | undefined;
  for (const { text: reference } of referencesOf(value)) {
    const { address: other } = splitReference(reference);
    // A schema with a matching `$id` in this file takes precedence over the address.
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
 * Resolves the address of a reference against the file that contains it.
 *
 * @throws DocumentError for an address that is not http or https, or contains credentials
 */
export function resolveAddress(reference: string, base: string | null): string {
  const shown = JSON.stringify(reference.slice(0, 200));
  const url = URL.canParse(reference, base ?? undefined)
    ? new URL(reference, base ?? undefined)
    : null;
  if (!url && base === null) {
    throw new DocumentError(
      `has the relative $ref ${shown}, but a specification that is given as text has no URL`,
    );
  }
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new DocumentError(`has the $ref ${shown}, which is not an http or https URL`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new DocumentError('has a $ref with a user or a password in its URL');
  }
  return url.href;
}

/** Parses a value that `readFile` wrote. */
export function valueOf({ json }: Pick<DocumentFile, 'json'>): JsonValue {
  return parseStoredDocument(Buffer.from(json).toString());
}
