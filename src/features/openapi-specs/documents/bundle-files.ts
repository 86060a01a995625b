import { makeServersAbsolute } from './absolute-servers.ts';
import { DocumentError } from './document-error.ts';
import { resolveAddress } from './document-file.ts';
import { leadsSomewhere, pointerToken } from './json-pointer.ts';
import { asObject, type JsonObject, type JsonValue } from './json-value.ts';
import { namedPlaces, type NamedLocation } from './named-places.ts';
import { referencesOf, splitReference } from './references.ts';

/** Parsed file of a specification. */
export interface ParsedFile {
  /** Name among the files, e.g. `schemas/pet.yaml`. */
  path: string;
  /** Address against which relative references are resolved; null for a text. */
  address: string | null;
  /** All addresses under which the file is known, redirects included. */
  names: readonly string[];
  value: JsonValue;
}

/** Member of a bundle for the other files; all versions of OpenAPI allow such an extension. */
const FILES_MEMBER = 'x-files';

/**
 * Bundles files into one document: the first file, with the others in an extension member. Rewrites
 * references to point into it, and makes server addresses absolute. Modifies the values. Cycles are
 * kept, and each file is included once.
 *
 * @throws DocumentError for a reference without a target
 */
export function bundleFiles(files: readonly [ParsedFile, ...ParsedFile[]]): JsonObject {
  const [first, ...others] = files;
  const root = asObject(first.value);
  if (!root) throw new DocumentError('is not an object, as every specification must be');
  const member = freeMember(root);
  const prefixes = new Map(
    others.map((file) => [file, `/${member}/${pointerToken(file.path)}`] as const),
  );
  const places = new FilePlaces(files);
  for (const file of files) {
    if (file.address !== null) makeServersAbsolute(file.value, file.address);
    for (const reference of referencesOf(file.value)) {
      const place = places.find(reference.text, file);
      if (!place) {
        throw new DocumentError(
          `has the $ref ${JSON.stringify(reference.text.slice(0, 200))}, which has no target` +
            (file === first ? '' : ` (in ${file.path})`),
        );
      }
      // References of the first file to itself remain valid in the bundle.
      const isOwn = file === first && reference.text.startsWith('#');
      if (!isOwn) reference.replace(`#${prefixes.get(place.file) ?? ''}${place.pointer}`);
    }
  }
  if (others.length > 0) {
    root[member] = Object.fromEntries(others.map(({ path, value }) => [path, value]));
  }
  return root;
}

/** Returns an unused name for the extension member. */
function freeMember(root: JsonObject): string {
  let name = FILES_MEMBER;
  while (Object.hasOwn(root, name)) name += '-';
  return name;
}

/** Resolver of references to places in files. */
class FilePlaces {
  readonly #files = new Map<string, ParsedFile>();
  readonly #named = new Map<ParsedFile, ReadonlyMap<string, NamedLocation>>();

  constructor(files: readonly ParsedFile[]) {
    for (const file of files) for (const name of file.names) this.#files.set(name, file);
  }

  /** Returns the target of a reference in a file; undefined if it has none. */
  find(text: string, from: ParsedFile): { file: ParsedFile; pointer: string } | undefined {
    const { address, fragment } = splitReference(text);
    const named = address === '' ? undefined : this.#namesIn(from).get(address);
    const file = address === '' || named ? from : this.#fileAt(address, from);
    if (!file) return undefined;
    const { pointer, value } = named ?? { pointer: '', value: file.value };
    if (fragment !== '' && !fragment.startsWith('/')) {
      const anchor = this.#namesIn(file).get(`#${fragment}`);
      return anchor && { file, pointer: anchor.pointer };
    }
    return leadsSomewhere(value, fragment) ? { file, pointer: `${pointer}${fragment}` } : undefined;
  }

  #fileAt(address: string, from: ParsedFile): ParsedFile | undefined {
    return this.#files.get(resolveAddress(address, from.address));
  }

  #namesIn(file: ParsedFile): ReadonlyMap<string, NamedLocation> {
    const known = this.#named.get(file);
    if (known) return known;
    const names = namedPlaces(file.value);
    this.#named.set(file, names);
    return names;
  }
}
