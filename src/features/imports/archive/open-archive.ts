import { isUtf8 } from 'node:buffer';
import { fromBuffer, getFileNameLowLevel, validateFileName, type Entry, type ZipFile } from 'yauzl';
import type { FolderEntry, FolderSource } from '../../../document/docs-folder/docs-folder.ts';
import { ImportError } from '../imported-content.ts';

export interface ArchiveLimits {
  /** Number of files and folders. */
  entries: number;
  /** Total unpacked size in bytes. */
  bytes: number;
}

/** Totals of all archives that share a limit; updated while they are opened. */
export interface ArchiveContents {
  entries: number;
  bytes: number;
}

const FILE_TYPE_MASK = 0o170000;
const SYMBOLIC_LINK = 0o120000;

/** General-purpose bit that marks a name as UTF-8. */
const UTF8_FLAG = 0x0800;

/**
 * Opens a zip archive as a source. A file is unpacked only when it is read, and never beyond its
 * declared size. Symbolic links, encrypted files and paths outside the archive are listed as
 * refused.
 *
 * @param held totals of other archives that share the limits
 * @throws ImportError for anything but a zip archive, and for an archive over a limit
 */
export async function openArchive(
  bytes: Buffer,
  limits: ArchiveLimits,
  held: ArchiveContents = { entries: 0, bytes: 0 },
): Promise<FolderSource> {
  const zip = await open(bytes);
  const entries = new Map<string, Entry>();
  const listed: FolderEntry[] = [];
  for (const { name, entry } of await entriesOf(zip, limits, held)) {
    // Folders are implied by their files; macOS metadata is not content.
    if (name.endsWith('/') || /(?:^|\/)(?:__MACOSX\/|\.DS_Store$)/.test(name)) continue;
    const refused = entries.has(name) ? 'appears twice' : reasonAgainst(name, entry);
    if (refused === undefined) entries.set(name, entry);
    listed.push({ path: name, size: entry.uncompressedSize, ...(refused && { refused }) });
  }
  return {
    list: () => Promise.resolve(listed),
    read(path) {
      const entry = entries.get(path);
      return entry ? readEntry(zip, entry) : Promise.reject(new Error('is missing'));
    },
  };
}

function open(bytes: Buffer): Promise<ZipFile> {
  const options = { lazyEntries: true, decodeStrings: false, autoClose: false };
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, options, (error, zip) => {
      if (error) reject(new ImportError('is not a zip archive', { cause: error }));
      else resolve(zip);
    });
  });
}

interface NamedEntry {
  name: string;
  entry: Entry;
}

function entriesOf(
  zip: ZipFile,
  limits: ArchiveLimits,
  held: ArchiveContents,
): Promise<NamedEntry[]> {
  const entries: NamedEntry[] = [];
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      held.entries += 1;
      held.bytes += entry.uncompressedSize;
      if (held.entries > limits.entries) {
        reject(new ImportError(`contains more than ${limits.entries} files`));
      } else if (held.bytes > limits.bytes) {
        reject(new ImportError(`contains more than ${limits.bytes} bytes when it is unpacked`));
      } else {
        entries.push({ name: nameOf(entry), entry });
        zip.readEntry();
      }
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', (error) => reject(new ImportError('is a broken archive', { cause: error })));
    zip.readEntry();
  });
}

/** Returns the name of an entry without redundant path segments (`./`, `//`). */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  // macOS writes UTF-8 without the flag; text in other encodings is rarely valid UTF-8.
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_FLAG : generalPurposeBitFlag;
  const name = getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
  return name.replace(/^(?:\.\/+)+/, '').replaceAll(/\/(?:\.?\/)+/g, '/');
}

function reasonAgainst(name: string, entry: Entry): string | undefined {
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK;
  if (type === SYMBOLIC_LINK) return 'a symbolic link';
  if (entry.isEncrypted()) return 'encrypted';
  return validateFileName(name) === null ? undefined : 'the path leads out of the archive';
}

/** Reads an entry. The library checks the declared size while it unpacks. */
function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('end', () => resolve(Buffer.concat(chunks)));
    });
  });
}
