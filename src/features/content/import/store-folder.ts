import type { Database } from '../../../database/database.ts';
import { gitObjectId } from '../../../lib/git-object-id.ts';
import { sha256 } from '../../../lib/hash.ts';
import { throwIfTrouble } from '../../../workers/server-trouble.ts';
import type {
  DocsFolder,
  FolderSource,
  SkippedPath,
} from '../../../document/docs-folder/docs-folder.ts';
import { deriveStoredTexts } from '../../../revisions/derived/derive-texts.ts';
import type { Body } from '../../../revisions/store/entry.ts';
import { storeAhead } from '../../../revisions/store/store-ahead.ts';
import { flattenPages } from './flatten-pages.ts';
import type { IncomingContent, IncomingPage, StoredBytes } from './incoming-content.ts';

/** Maximum number of bytes per batch. */
const BATCH_BYTES_MAX = 8 * 1024 * 1024;
const BATCH_COUNT_MAX = 200;

/** Reason for skipping a text; follows its path. */
const UNREAD = 'its text is omitted: it takes too much time or memory to read, so divide it';

/** The content of a folder whose bytes are stored. */
export type StoredFolder = IncomingContent & { skipped: SkippedPath[] };

/** Reports the progress of storing a folder. */
export type Progress = (stored: number, total: number) => void;

/**
 * Stores the new bytes of a folder, which are kept for a day. Blobs are identified by hash and
 * belong to no space. A writer that refers to them must check that they still exist; unreferenced
 * blobs are collected.
 */
export async function storeFolder(
  db: Database,
  folder: DocsFolder,
  { source, onProgress }: { source: Pick<FolderSource, 'read'>; onProgress?: Progress },
): Promise<StoredFolder> {
  const pages = flattenPages(folder.pages);
  const texts = pages.filter(hasText);
  const total = texts.length + folder.files.length + folder.reusableContents.length;
  let stored = 0;
  const batch = new BlobBatch(db, (count) => onProgress?.((stored += count), total));
  for (const incoming of texts) incoming.source = await batch.addText(partsOf(incoming));
  const content: StoredFolder = {
    pages,
    files: [],
    reusableContents: [],
    skipped: [],
  };
  for (const file of folder.files) {
    const bytes = await readOrNull(source, file.path);
    if (bytes) content.files.push({ file, ...(await batch.add(bytes)) });
    else content.skipped.push({ path: file.path, reason: 'cannot be read' });
  }
  for (const one of folder.reusableContents) {
    content.reusableContents.push({ content: one, ...(await batch.addText(one)) });
  }
  await batch.flush();
  return withoutTexts(content, batch.refused);
}

/** Removes texts that cannot be parsed, and reports them. */
function withoutTexts(content: StoredFolder, refused: ReadonlySet<string>): StoredFolder {
  const isRefused = (source: StoredBytes | undefined) => refused.has(source?.blob ?? '');
  const skipped = [...content.skipped];
  for (const incoming of content.pages.filter(({ source }) => isRefused(source))) {
    const { page } = incoming;
    const path = page.type === 'document' ? page.path : undefined;
    skipped.push({ path: path ?? page.title, reason: UNREAD });
    incoming.source = undefined;
  }
  for (const one of content.reusableContents.filter(isRefused)) {
    skipped.push({ path: one.content.path, reason: UNREAD });
  }
  const reusableContents = content.reusableContents.filter((one) => !isRefused(one));
  return { ...content, reusableContents, skipped };
}

/** The parts of a text. */
type TextParts = Record<'frontMatter' | 'markdown', string>;

/**
 * Stores bytes in batches, except for stored ones. Also stores the derived values of texts, which
 * the transaction that writes the revision needs.
 */
class BlobBatch {
  /** Hashes of texts that cannot be parsed. */
  readonly refused = new Set<string>();
  readonly #db: Database;
  readonly #onStored: (count: number) => void;
  #waiting = new Map<string, Buffer<ArrayBuffer>>();
  #bodies: Body[] = [];
  #bytes = 0;
  #count = 0;

  constructor(db: Database, onStored: (count: number) => void) {
    this.#db = db;
    this.#onStored = onStored;
  }

  addText({ frontMatter, markdown }: TextParts): Promise<StoredBytes> {
    const bytes = Buffer.from(frontMatter + markdown);
    const body = { source: sha256(bytes), sourceStart: Buffer.byteLength(frontMatter) };
    this.#bodies.push(body);
    return this.add(bytes);
  }

  async add(bytes: Buffer<ArrayBuffer>): Promise<StoredBytes> {
    const blob = sha256(bytes);
    this.#waiting.set(blob, bytes);
    this.#bytes += bytes.byteLength;
    this.#count += 1;
    if (this.#bytes >= BATCH_BYTES_MAX || this.#count >= BATCH_COUNT_MAX) await this.flush();
    return { blob, oid: gitObjectId(bytes) };
  }

  async flush(): Promise<void> {
    if (this.#count === 0) return;
    await storeAhead(this.#db, [...this.#waiting.values()]);
    await deriveStoredTexts(this.#db, this.#bodies, {
      onRefused: (source) => this.refused.add(source),
    });
    this.#onStored(this.#count);
    this.#bodies = [];
    this.#waiting = new Map();
    this.#bytes = 0;
    this.#count = 0;
  }
}

function hasText({ page }: IncomingPage): boolean {
  return page.type === 'document' && page.path !== undefined;
}

function partsOf({ page }: IncomingPage): TextParts {
  return page.type === 'document' ? page : { frontMatter: '', markdown: '' };
}

/** Returns null for a file that changed or disappeared since the folder was listed. */
async function readOrNull(
  source: Pick<FolderSource, 'read'>,
  path: string,
): Promise<Buffer<ArrayBuffer> | null> {
  try {
    return Buffer.from(await source.read(path));
  } catch (error) {
    throwIfTrouble(error);
    return null;
  }
}
