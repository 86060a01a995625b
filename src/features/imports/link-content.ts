import type { ContentReference } from '../../document/document-tree.ts';
import type { DocsFolder, DocsPage, SkippedPath } from '../../document/docs-folder/docs-folder.ts';
import { pagePaths } from '../../document/docs-folder/docs-page-paths.ts';
import type { IdKind } from '../../lib/id.ts';
import { newId } from '../../lib/id.ts';
import { convert } from './conversions.ts';
import { importLimits } from './import-limits.ts';
import { NO_TIME, type ImportedContent } from './imported-content.ts';
import { isRefusal, type Refusal } from './refusal.ts';

/** New ids of a folder's resources, by path. */
export interface ImportIds {
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
  reusableContents: ReadonlyMap<string, string>;
}

/**
 * Assigns ids to all imported resources, so that texts can refer to them before they are written.
 */
export function newIds({ pages, files, reusableContents }: DocsFolder): ImportIds {
  const named = (kind: IdKind, paths: readonly string[]) =>
    new Map(paths.map((path) => [path, newId(kind)]));
  const pathsOf = (list: readonly { path: string }[]) => list.map(({ path }) => path);
  return {
    pages: named('Page', pagePaths(pages)),
    files: named('File', pathsOf(files)),
    reusableContents: named('ReusableContent', pathsOf(reusableContents)),
  };
}

/** Folder with linked texts, and a list of the texts that could not be linked. */
export interface LinkedFolder {
  folder: DocsFolder;
  unlinked: SkippedPath[];
}

/**
 * Replaces addresses of imported resources in the texts of a folder by their ids. The original
 * addresses would be broken or point back to the source.
 */
export async function linkContent(
  { folder, resolve, shown }: ImportedContent,
  ids: ImportIds,
): Promise<LinkedFolder> {
  const unlinked: SkippedPath[] = [];
  const end = performance.now() + importLimits.linkMs;
  const note = (path: string, reason: string) =>
    unlinked.push({ path: shown(path), reason, isTaken: true });
  const link = async (path: string, markdown: string): Promise<string> => {
    const referenceOf = (address: string) => {
      const found = resolve(address, path);
      if (found?.kind === 'missing') note(path, `leads to "${address}", which does not exist`);
      if (found?.kind === 'path') return referenceTo(found, ids);
      return found?.kind === 'url' ? found : undefined;
    };
    const isOver = performance.now() > end;
    const linked = isOver ? { refusal: NO_TIME } : await linkedText(markdown, referenceOf);
    if (typeof linked === 'string') return linked;
    note(path, `its links are as they were: ${linked.refusal}`);
    return markdown;
  };
  const pages = await linkPages(folder.pages, link);
  const reusableContents: DocsFolder['reusableContents'] = [];
  for (const content of folder.reusableContents) {
    const markdown = await link(content.path, content.markdown);
    reusableContents.push({ ...content, markdown });
  }
  return { folder: { ...folder, pages, reusableContents }, unlinked };
}

async function linkPages(
  pages: readonly DocsPage[],
  link: (path: string, markdown: string) => Promise<string>,
): Promise<DocsPage[]> {
  const linked: DocsPage[] = [];
  for (const page of pages) {
    if (page.type === 'link') linked.push(page);
    else {
      const below = { ...page, pages: await linkPages(page.pages, link) };
      if (below.type === 'document' && below.path !== undefined) {
        below.markdown = await link(below.path, below.markdown);
      }
      linked.push(below);
    }
  }
  return linked;
}

async function linkedText(
  markdown: string,
  referenceOf: (address: string) => ContentReference | undefined,
): Promise<string | Refusal> {
  const addresses = await convert('addressesIn', markdown);
  if (isRefusal(addresses)) return addresses;
  const references = Object.fromEntries(
    addresses.flatMap((address) => {
      const reference = referenceOf(address);
      const isSame = reference?.kind === 'url' && reference.url === address;
      return reference && !isSame ? [[address, reference]] : [];
    }),
  );
  if (Object.keys(references).length === 0) return markdown;
  return convert('linkText', { markdown, references });
}

function referenceTo(
  { path, anchor }: { path: string; anchor?: string },
  ids: ImportIds,
): ContentReference | undefined {
  const page = ids.pages.get(path);
  if (page !== undefined) {
    return anchor === undefined ? { kind: 'page', page } : { kind: 'anchor', anchor, page };
  }
  const file = ids.files.get(path);
  if (file !== undefined) return { kind: 'file', file };
  const reusableContent = ids.reusableContents.get(path);
  return reusableContent === undefined ? undefined : { kind: 'reusable-content', reusableContent };
}
