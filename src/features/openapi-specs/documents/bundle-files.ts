import { makeServersAbsolute } from './absolute-servers.ts';
import { DocumentError } from './document-error.ts';
import { resolveAddress } from './document-file.ts';
import { leadsSomewhere, pointerToken } from './json-pointer.ts';
import { asObject, type JsonObject, type JsonValue } from './json-value.ts';
import { namedPlaces, type NamedPlace } from './named-places.ts';
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
 * One document of several files: the first one, with the others as members of it, all references
 * leading there, and the addresses of servers whole. It changes the values. Cycles stay what they
 * are, and each file is there once.
 *
 * @throws DocumentError for a reference that leads nowhere
 */
export function bundleFiles(files: readonly [ParsedFile, ...ParsedFile[]]): JsonObject {
  const [first, ...others] = files;
  const root = asObject(first.value);
  if (!root) throw new DocumentError('is no object, as every specification is');
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
          `has the $ref ${JSON.stringify(reference.text.slice(0, 200))}, which leads nowhere` +
            (file === first ? '' : ` (in ${file.path})`),
        );
      }
      // What the first file says of itself is right in the bundle as it is.
      const isOwn = file === first && reference.text.startsWith('#');
      if (!isOwn) reference.replace(`#${prefixes.get(place.file) ?? ''}${place.pointer}`);
    }
  }
  if (others.length > 0) {
    root[member] = Object.fromEntries(others.map(({ path, value }) => [path, value]));
  }
  return root;
}

/** The name of the member for the files: another one where the document has one of that name. */
function freeMember(root: JsonObject): string {
  let name = FILES_MEMBER;
  while (Object.hasOwn(root, name)) name += '-';
  return name;
}

/** The places in files that references name. */
class FilePlaces {
  readonly #files = new Map<string, ParsedFile>();
  readonly #named = new Map<ParsedFile, ReadonlyMap<string, NamedPlace>>();

  constructor(files: readonly ParsedFile[]) {
    for (const file of files) for (const name of file.names) this.#files.set(name, file);
  }

  /** Where a reference in a file leads; undefined for nowhere. */
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

  #namesIn(file: ParsedFile): ReadonlyMap<string, NamedPlace> {
    const known = this.#named.get(file);
    if (known) return known;
    const names = namedPlaces(file.value);
    this.#named.set(file, names);
    return names;
  }
}
