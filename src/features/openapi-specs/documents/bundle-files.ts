import { DocumentError } from './document-error.ts';
import { resolveAddress } from './document-file.ts';
import { leadsSomewhere, pointerToken } from './json-pointer.ts';
import { asObject, type JsonObject, type JsonValue } from './json-value.ts';
import { referencesOf, splitReference } from './references.ts';

/** A file of a specification with its value. */
export interface ParsedFile {
  /** Its name among the files, e.g. `schemas/pet.yaml`. */
  path: string;
  /** Its address, which relative references are resolved against; null for a text. */
  address: string | null;
  /** All addresses that lead to it. */
  names: readonly string[];
  value: JsonValue;
}

/** Where a bundle has the other files: all versions of OpenAPI allow such a member. */
const FILES_MEMBER = 'x-files';

/**
 * One document of several files: the first one, with the others as members of it and all references
 * leading there. It changes the values. Cycles stay what they are, and each file is there once.
 *
 * @throws DocumentError for a reference that leads nowhere
 */
export function bundleFiles(files: readonly [ParsedFile, ...ParsedFile[]]): JsonObject {
  const [first, ...others] = files;
  const root = asObject(first.value);
  if (!root) throw new DocumentError('is no object, as every specification is');
  const places = new Map<string, ParsedFile>();
  for (const file of files) for (const name of file.names) places.set(name, file);
  for (const file of files) {
    for (const reference of referencesOf(file.value)) {
      const { address, fragment } = splitReference(reference.text);
      const target = address === '' ? file : places.get(resolveAddress(address, file.address));
      if (!target || (isPointer(fragment) && !leadsSomewhere(target.value, fragment))) {
        throw new DocumentError(
          `has the $ref ${JSON.stringify(reference.text.slice(0, 200))}, which leads nowhere` +
            (file === first ? '' : ` (in ${file.path})`),
        );
      }
      if (isPointer(fragment)) reference.replace(`#${placeOf(target, first)}${fragment}`);
    }
  }
  if (others.length > 0) {
    root[FILES_MEMBER] = Object.fromEntries(others.map(({ path, value }) => [path, value]));
  }
  return root;
}

/** Other fragments name an anchor, which is one in the bundle as well. */
function isPointer(fragment: string): boolean {
  return fragment === '' || fragment.startsWith('/');
}

function placeOf(target: ParsedFile, first: ParsedFile): string {
  return target === first ? '' : `/${FILES_MEMBER}/${pointerToken(target.path)}`;
}
