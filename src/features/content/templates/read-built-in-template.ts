import path from 'node:path';
import { gitObjectId } from '../../../lib/git-object-id.ts';
import { sha256 } from '../../../lib/hash.ts';
import { packageFolder } from '../../../lib/package-folder.ts';
import { openDiskFolder } from '../../../document/docs-folder/disk-folder.ts';
import type { DocsFolder } from '../../../document/docs-folder/docs-folder.ts';
import { readDocsFolder } from '../../../document/docs-folder/read-docs-folder.ts';
import { fileChanges } from '../import/file-changes.ts';
import type { IncomingFile, StoredBytes } from '../import/incoming-content.ts';
import { flattenPages } from '../import/flatten-pages.ts';
import { pageChanges } from '../import/page-changes.ts';
import { reusableContentChanges } from '../import/reusable-content-changes.ts';
import { slugOfTitle } from '../../../document/docs-folder/page-slug.ts';
import type { PageEntry } from '../../../revisions/store/entry.ts';
import { PageTree } from '../../../revisions/store/page-tree.ts';
import type { Changes } from '../../../revisions/store/trie.ts';
import type { BuiltInTemplate } from './built-in-templates.ts';
import type { TemplateSource } from './template-content.ts';

const read = new Map<string, Promise<TemplateSource>>();

/** Reads the content of a built-in template. Caches it unless reading fails. */
export function readBuiltInTemplate(template: BuiltInTemplate): Promise<TemplateSource> {
  const known = read.get(template.id);
  if (known) return known;
  const source = readTemplateFolder(template);
  read.set(template.id, source);
  source.catch(() => read.delete(template.id));
  return source;
}

async function readTemplateFolder({
  id,
  variables,
  contentRefs,
}: BuiltInTemplate): Promise<TemplateSource> {
  const folders = path.join(packageFolder(), 'src/features/content/templates/built-in');
  const source = await openDiskFolder(path.join(folders, id));
  const folder = await readDocsFolder(source);
  const blobs = new Map<string, Buffer<ArrayBuffer>>();
  const store = (bytes: Buffer<ArrayBuffer>): StoredBytes => {
    const blob = sha256(bytes);
    blobs.set(blob, bytes);
    return { blob, oid: gitObjectId(bytes) };
  };
  const files = await Promise.all(
    folder.files.map(async (file): Promise<IncomingFile> => {
      return { file, ...store(Buffer.from(await source.read(file.path))) };
    }),
  );
  return {
    content: { ...contentOf(folder, files, store), variables },
    readSources: (hashes) => Promise.resolve(hashes.map((hash) => blobs.get(hash) ?? Buffer.of())),
    fileBlobs: files.map(({ blob }) => blobs.get(blob) ?? Buffer.of()),
    defaults: new Map(contentRefs.map(({ name, url }) => [name, url])),
  };
}

function contentOf(
  folder: DocsFolder,
  incomingFiles: readonly IncomingFile[],
  store: (bytes: Buffer<ArrayBuffer>) => StoredBytes,
) {
  const now = new Date(0);
  const pages = flattenPages(folder.pages);
  for (const incoming of pages) {
    const { page } = incoming;
    if (page.type !== 'document' || page.path === undefined) continue;
    incoming.source = store(Buffer.from(page.frontMatter + page.markdown));
  }
  const reusableContents = folder.reusableContents.map((content) => ({
    content,
    ...store(Buffer.from(content.frontMatter + content.markdown)),
  }));
  const files = fileChanges([], incomingFiles);
  const context = { fileIds: files.idsByPath, now, variablesOfFiles: new Set<string>() };
  return {
    pages: entriesOf(pageChanges(new PageTree([]), pages, context)).map(withOwnSlug),
    files: entriesOf(files.changes),
    reusableContents: entriesOf(reusableContentChanges([], reusableContents, now)),
  };
}

/** In a space, the first page of a template is not the README. */
function withOwnSlug(page: PageEntry): PageEntry {
  return page.slug === 'readme' ? { ...page, slug: slugOfTitle(page.title) } : page;
}

function entriesOf<Item extends { id: string }>(changes: Changes<Item>): Item[] {
  return [...changes.values()].filter((entry) => entry !== null);
}
