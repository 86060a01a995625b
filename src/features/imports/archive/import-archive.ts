import { posix } from 'node:path';
import type {
  DocsFolder,
  FolderEntry,
  FolderSource,
  SkippedPath,
} from '../../../document/docs-folder/docs-folder.ts';
import { throwIfTrouble } from '../../../workers/server-trouble.ts';
import { isMarkdown } from '../../../document/docs-folder/page-files.ts';
import { pagePaths } from '../../../document/docs-folder/docs-page-paths.ts';
import { readDocsFolder } from '../../../document/docs-folder/read-docs-folder.ts';
import { createResolver } from '../../../document/docs-folder/create-resolver.ts';
import { mergeSkipped } from '../../../document/docs-folder/skip-report.ts';
import { convert } from '../conversions.ts';
import { EmbeddedFiles } from '../embedded-files.ts';
import { decodePage } from '../html/decode-page.ts';
import { archiveLimits } from '../import-limits.ts';
import {
  ImportError,
  NO_TIME,
  type ImportedContent,
  type ResolvedAddress,
} from '../imported-content.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { archivePaths, isWebPage, type ArchiveKind, type ArchivePaths } from './archive-paths.ts';
import { notionMarkdown } from './notion-markdown.ts';
import { notionId, RowPages } from './notion-databases.ts';
import { openArchive } from './open-archive.ts';
import { frontMatterOf } from './front-matter-of.ts';

/** File in which a Confluence export lists its pages as a tree. */
const CONFLUENCE_INDEX = 'index.md';

export interface ArchiveOptions {
  kind: ArchiveKind;
  /** Returns whether the time limit is reached; files not converted by then are skipped. */
  isOver: () => boolean;
}

/**
 * Reads an archive of markdown and web pages. The layout is that of a documentation folder or of a
 * Confluence or Notion export.
 *
 * @throws ImportError for anything but a zip archive, and for an archive over a limit
 */
export async function importArchive(
  bytes: Buffer,
  { kind, isOver }: ArchiveOptions,
): Promise<ImportedContent> {
  const archive = await openParts(bytes);
  const entries = await archive.list();
  const usable = entries.filter(({ refused }) => refused === undefined);
  const originals = usable.map(({ path }) => path).toSorted();
  requireReadable(originals);
  const paths = archivePaths(originals, kind);
  const source = new ConvertedArchive(archive, { entries, paths, kind, isOver });
  const folder = await readDocsFolder(source, archiveLimits.folder);
  const { embedded, refused } = source;
  const resolve = resolverOf(folder, paths);
  return {
    folder: {
      ...folder,
      files: [...folder.files, ...embedded.files],
      skipped: mergeSkipped(source.inArchive(folder.skipped), refused, embedded.skipped),
    },
    shown: (path) => source.originalOf(path),
    read: async (path) => embedded.bytesOf(path) ?? source.read(path),
    resolve: (address, from) => embedded.resolve(address, from) ?? resolve(address, from),
  };
}

/** @throws ImportError for other kinds of documents that are merely packed as zip archives */
function requireReadable(paths: readonly string[]): void {
  const names = new Set(paths.map((path) => posix.basename(path)));
  if (names.has('entities.xml') && names.has('exportDescriptor.properties')) {
    throw new ImportError('is a Confluence export as XML: export the space as HTML');
  }
  if (names.has('[Content_Types].xml') && paths.some((path) => /^word\//i.test(path))) {
    throw new ImportError('is a Word document: import it as one, with the source "docx"');
  }
}

/** Opens an archive. Notion splits exports into archives within the archive. */
async function openParts(bytes: Buffer): Promise<FolderSource> {
  const outer = await openArchive(bytes, archiveLimits);
  const entries = await outer.list();
  const isDivided = entries.length > 0 && entries.every(({ path }) => /\.zip$/i.test(path));
  const isSmall = entries.reduce((sum, { size }) => sum + size, 0) <= archiveLimits.bytes / 4;
  if (!isDivided || !isSmall || entries.some(({ refused }) => refused)) return outer;
  return openAll(outer, entries);
}

/** Opens nested archives as one source. If a path appears twice, the first file wins. */
async function openAll(
  outer: FolderSource,
  entries: readonly FolderEntry[],
): Promise<FolderSource> {
  const held = { entries: 0, bytes: 0 };
  const listed: FolderEntry[] = [];
  const partOf = new Map<string, FolderSource>();
  for (const { path } of entries) {
    const bytes = await outer.read(path).catch((cause: unknown) => {
      throwIfTrouble(cause);
      throw new ImportError(`contains a broken archive: "${path}"`, { cause });
    });
    const part = await openArchive(bytes, archiveLimits, held);
    for (const entry of await part.list()) {
      if (!partOf.has(entry.path)) partOf.set(entry.path, part);
      else entry.refused ??= 'appears twice';
      listed.push(entry);
    }
  }
  return {
    list: () => Promise.resolve(listed),
    read: (path) => partOf.get(path)?.read(path) ?? Promise.reject(new Error('is missing')),
  };
}

/** Archive whose web pages are read as markdown. */
class ConvertedArchive implements FolderSource {
  /** Files that were not converted, with reasons. */
  readonly refused: SkippedPath[] = [];
  /** Images embedded in the web pages. */
  readonly embedded = new EmbeddedFiles();
  readonly #archive: FolderSource;
  readonly #entries: readonly FolderEntry[];
  readonly #paths: ArchivePaths;
  readonly #kind: ArchiveKind;
  readonly #isOver: () => boolean;
  readonly #rowPages: RowPages;

  constructor(
    archive: FolderSource,
    {
      entries,
      paths,
      kind,
      isOver,
    }: ArchiveOptions & { entries: readonly FolderEntry[]; paths: ArchivePaths },
  ) {
    this.#archive = archive;
    this.#entries = entries;
    this.#paths = paths;
    this.#kind = kind;
    this.#isOver = isOver;
    this.#rowPages = new RowPages([...paths.byOriginal.keys()]);
    for (const [path, whole] of paths.databases.parts) {
      const reason = `is a part of "${posix.basename(whole)}", which is imported`;
      this.refused.push({ path, reason, isTaken: true });
    }
  }

  list(): Promise<FolderEntry[]> {
    const listed = this.#entries.flatMap((entry) => {
      if (entry.refused !== undefined) return [entry];
      const path = this.#paths.byOriginal.get(entry.path);
      return path === undefined ? [] : [{ ...entry, path: this.#listedPath(path) }];
    });
    return Promise.resolve(listed);
  }

  async read(path: string): Promise<Buffer> {
    const original = this.originalOf(path);
    const bytes = await this.#archive.read(original);
    if (this.#kind === 'notion' && isMarkdown(original)) {
      return Buffer.from(notionMarkdown(bytes.toString()));
    }
    const database = this.#paths.databases.tables.get(original);
    if (database !== undefined) return this.#readDatabase(original, database, bytes);
    if (!isWebPage(original)) return bytes;
    const page = await this.#convert(original, () =>
      convert('convertHtml', { html: decodePage(bytes) }),
    );
    this.embedded.add(path, page, original);
    if (this.#isIndex(path)) return Buffer.from(tableOfContents(page.markdown));
    return Buffer.from(frontMatterOf(page) + page.markdown);
  }

  /** Converts a file while there is time. Reports files that cannot be converted. */
  async #convert<Page>(original: string, work: () => Promise<Page | Refusal>): Promise<Page> {
    const page = this.#isOver() ? { refusal: `not converted: ${NO_TIME}` } : await work();
    if (!isRefusal(page)) return page;
    this.refused.push({ path: original, reason: page.refusal });
    throw new Error(page.refusal);
  }

  /** Reads the table of a database as a page, the parent of its row pages. */
  async #readDatabase(original: string, name: string, bytes: Buffer): Promise<Buffer> {
    const pages = this.#rowPages.of(name);
    const page = await this.#convert(original, () =>
      convert('convertDatabase', { csv: bytes.toString(), pages }),
    );
    for (const reason of page.notes) this.refused.push({ path: original, reason, isTaken: true });
    const title = posix.basename(name).replaceAll(notionId, '');
    return Buffer.from(frontMatterOf({ title, description: undefined }) + page.markdown);
  }

  /** Maps a report on the folder back to the paths of the archive. */
  inArchive(skipped: readonly SkippedPath[]): SkippedPath[] {
    const refused = new Set(this.#entries.flatMap((one) => (one.refused ? one.path : [])));
    const summary = this.#kind === 'confluence' ? this.originalOf('SUMMARY.md') : 'SUMMARY.md';
    return skipped.map(({ reason, ...one }) => ({
      ...one,
      path: refused.has(one.path) ? one.path : this.originalOf(one.path),
      reason: reason.replaceAll('SUMMARY.md', posix.basename(summary)),
    }));
  }

  /** Returns the path that a file of the folder has in the archive. */
  originalOf(path: string): string {
    const own = this.#isIndex(path) ? CONFLUENCE_INDEX : path;
    return this.#paths.originals.get(own) ?? own;
  }

  #isIndex(path: string): boolean {
    return this.#kind === 'confluence' && path === 'SUMMARY.md';
  }

  /** Maps the page list of a Confluence export to `SUMMARY.md`, the table of contents. */
  #listedPath(path: string): string {
    return this.#kind === 'confluence' && path === CONFLUENCE_INDEX ? 'SUMMARY.md' : path;
  }
}

/** Returns the page list of an export without headings, since it has no groups. */
function tableOfContents(markdown: string): string {
  return markdown.replaceAll(/^#+ .*$/gm, '').replaceAll(/\.html?(?=[)#>])/gi, '.md');
}

/** Returns a resolver for links, which refer to files by their names in the archive. */
function resolverOf(folder: DocsFolder, paths: ArchivePaths): ImportedContent['resolve'] {
  const pages = new Set(pagePaths(folder.pages));
  const others = [...folder.files, ...folder.reusableContents].map(({ path }) => path);
  const named = (list: Iterable<string>) =>
    [...list].map((path) => paths.originals.get(path) ?? path);
  const { parts } = paths.databases;
  const pathOf = (original: string) =>
    paths.byOriginal.get(parts.get(original) ?? original) ?? original;
  const tables = [...parts.keys()].filter((part) => pages.has(pathOf(part)));
  const files = {
    markdown: new Set([...named(pages), ...tables]),
    assets: new Map(named(others).map((path) => [path, 0])),
  };
  const resolve = createResolver(files, paths.root);
  return (address, from): ResolvedAddress | undefined => {
    const original = paths.originals.get(from) ?? from;
    const found = resolve(address, posix.dirname(original));
    if (found.kind === 'missing' || found.kind === 'outside') return { kind: 'missing' };
    if (found.kind !== 'page' && found.kind !== 'asset') return undefined;
    const path = pathOf(found.path);
    const anchor = /#(.+)$/.exec(address)?.[1];
    return { kind: 'path', path, ...(anchor !== undefined && { anchor }) };
  };
}
