import { posix } from 'node:path';
import { openArchive } from '../archive/open-archive.ts';
import type { Refusal } from '../refusal.ts';
import { rewriteWordPart } from './rewrite-word-part.ts';
import { parseWordXml, type WordElement } from './word-xml.ts';
import type { WordSkips } from './word-skips.ts';

/** Limits of an unpacked document, sizes in bytes. An image counts each time that it is used. */
export const DOCX_LIMITS = { entries: 5000, bytes: 128 * 1024 * 1024 };

/** Maximum number of XML elements in all parts; a page of plain text has a few hundred. */
const ELEMENT_COUNT_MAX = 500_000;

const NOT_SOUND = { refusal: 'is not a Word document, or is too large' };

/**
 * Unpacks a document. Returns a refusal if it is not an archive or exceeds a limit. The number of
 * elements is limited because the conversion time grows with it.
 */
export async function openWordPackage(bytes: Buffer): Promise<WordPackage | Refusal> {
  const parts = new Map<string, Buffer>();
  let elements = 0;
  try {
    const archive = await openArchive(bytes, DOCX_LIMITS);
    for (const { path, refused } of await archive.list()) {
      if (refused !== undefined) return NOT_SOUND;
      const part = await archive.read(path);
      if (/\.(?:xml|rels)$/i.test(path)) elements += countElements(part);
      if (elements > ELEMENT_COUNT_MAX) {
        return { refusal: `has more than ${ELEMENT_COUNT_MAX} elements` };
      }
      parts.set(partName(path), part);
    }
    return new WordPackage(parts);
  } catch {
    return NOT_SOUND;
  }
}

/** Counts the start tags of a part, up to just above the limit. */
function countElements(xml: Buffer): number {
  let count = 0;
  let at = xml.indexOf('<');
  while (at !== -1 && count <= ELEMENT_COUNT_MAX) {
    if (xml[at + 1] !== SLASH) count += 1;
    at = xml.indexOf('<', at + 1);
  }
  return count;
}

const SLASH = '/'.charCodeAt(0);

/** Normalizes a part name. Names ignore case, and paths may contain redundant segments. */
function partName(path: string): string {
  return posix.normalize(path).replace(/^\/+/, '').toLowerCase();
}

/** Unpacked parts of a document, in the form that the converter reads. */
export class WordPackage {
  readonly #parts: ReadonlyMap<string, Buffer>;
  readonly #notes: ReadonlySet<string>;

  constructor(parts: ReadonlyMap<string, Buffer>) {
    this.#parts = parts;
    this.#notes = notesIn(parts);
  }

  /**
   * Returns an archive-like reader for the converter. It rewrites text parts and lists what is
   * omitted.
   */
  reader(skips: WordSkips): WordReader {
    return {
      exists: (name) => this.#parts.has(partName(name)),
      read: (name, encoding) => this.#read(name, encoding, skips),
    };
  }

  async #read(
    name: string,
    encoding: string | undefined,
    skips: WordSkips,
  ): Promise<string | Uint8Array> {
    const part = this.#parts.get(partName(name));
    if (!part) throw new Error(`There is no part "${name}".`);
    if (encoding === undefined) return part;
    const text = new TextDecoder(encoding).decode(part);
    if (!/\.xml$/i.test(name)) return text;
    return rewriteWordPart(text, { targets: this.#targetsOf(name), notes: this.#notes, skips });
  }

  /** Returns the relationship targets of a part, by id. */
  #targetsOf(name: string): Map<string, string> {
    const path = posix.join(posix.dirname(name), '_rels', `${posix.basename(name)}.rels`);
    const root = parseWordXml(this.#parts.get(partName(path))?.toString() ?? '');
    return new Map(root?.elements.flatMap((one) => relationship(one)));
  }
}

export interface WordReader {
  exists: (name: string) => boolean;
  read: (name: string, encoding?: string) => Promise<string | Uint8Array>;
}

function relationship(element: WordElement): [string, string][] {
  const [id, target] = [element.attribute('Id'), element.attribute('Target')];
  return id === undefined || target === undefined ? [] : [[id, target]];
}

/** Collects the keys of a document's notes, such as `footnote 2`. */
function notesIn(parts: ReadonlyMap<string, Buffer>): Set<string> {
  const notes = new Set<string>();
  for (const [path, part] of parts) {
    if (!/(?:foot|end)notes\d*\.xml$/.test(path)) continue;
    for (const note of parseWordXml(part.toString())?.elements ?? []) {
      notes.add(`${note.name.replace('w:', '')} ${note.attribute('w:id')}`);
    }
  }
  return notes;
}
