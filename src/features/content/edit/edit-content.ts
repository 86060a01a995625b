import type { Reader } from '../../../database/database.ts';
import type { Revision } from '../../../database/generated/prisma/client.ts';
import type { InputPath } from '../../../errors.ts';
import { sha256 } from '../../../lib/hash.ts';
import { isSameValue } from '../merge/merge-value.ts';
import { loadBlobs, loadFileLists, loadPageTrees } from '../store/content-store.ts';
import type { PageEntry, Variables } from '../store/entry.ts';
import { PageTree } from '../store/page-tree.ts';
import type { ContentChanges } from '../store/write-revision.ts';
import type { ContentChange } from './content-change.ts';
import { ContentDraft } from './content-draft.ts';
import { deleteFile, insertFiles, updateFile } from './edit-files.ts';
import {
  deletePage,
  insertPage,
  movePage,
  revertPage,
  updatePage,
  withVariables,
} from './edit-pages.ts';

/** What the changes of one write share. */
export interface Editing {
  draft: ContentDraft;
  now: Date;
  /** Bytes that the content refers to now, to be stored with it. */
  blobs: Buffer<ArrayBuffer>[];
  /** The source that a page gets with a new text: its front matter stays. */
  newSource(page: PageEntry, markdown: string): Promise<Pick<PageEntry, 'source' | 'sourceStart'>>;
  /** A page of an earlier revision; null when it is not there. @throws when it cannot be used */
  pageOfRevision(
    revisionId: string | undefined,
    pageId: string,
    path: InputPath,
  ): Promise<PageEntry | null>;
}

export interface EditOptions {
  now: Date;
  /** A revision that a page can be reverted to; without an id, the one that is usual here. */
  revisionOf(revisionId: string | undefined, path: InputPath): Promise<Revision>;
}

/** Edited content, as a revision is written from it. */
export interface EditedContent {
  content: ContentChanges;
  blobs: Buffer<ArrayBuffer>[];
  /** Ids of what was inserted, by the names that the changes gave it. */
  refs: Record<string, string>;
}

/**
 * Makes changes to the content of a revision, one after the other.
 *
 * @throws BAD_USER_INPUT naming the change and what is wrong with it, CONFLICT at a limit
 */
export async function editContent(
  reader: Reader,
  base: Revision,
  changes: readonly ContentChange[],
  options: EditOptions,
): Promise<EditedContent> {
  const tree = await pageTree(reader, base);
  const [files = []] = await loadFileLists(reader, [base.filesHash]);
  const variables = base.variables as Variables;
  const pages = [...tree.walk()].map(({ page }) => page);
  const draft = new ContentDraft(pages, files, variables);
  const blobs: Buffer<ArrayBuffer>[] = [];
  const editing: Editing = {
    draft,
    now: options.now,
    blobs,
    async newSource({ source: known, sourceStart: start = 0 }, markdown) {
      const [old] = known === undefined || start === 0 ? [] : await loadBlobs(reader, [known]);
      const front = old ? Buffer.from(old).subarray(0, start) : Buffer.alloc(0);
      const source = Buffer.concat([front, Buffer.from(markdown)]);
      blobs.push(source);
      return { source: sha256(source), sourceStart: front.byteLength };
    },
    async pageOfRevision(revisionId, pageId, path) {
      const revision = await options.revisionOf(revisionId, path);
      return (await pageTree(reader, revision)).page(pageId) ?? null;
    },
  };
  for (const [index, change] of changes.entries()) {
    await makeChange(editing, change, ['input', 'changes', index]);
  }
  return {
    content: {
      pages: changesOf(pages, draft.pages),
      files: changesOf(files, draft.files),
      variables: draft.variables,
    },
    blobs,
    refs: draft.refs,
  };
}

async function makeChange(
  editing: Editing,
  change: ContentChange,
  changePath: InputPath,
): Promise<void> {
  const path = [...changePath, ...Object.keys(change)];
  if (change.insertPage) await insertPage(editing, change.insertPage, path);
  if (change.updatePage) await updatePage(editing, change.updatePage, path);
  if (change.movePage) movePage(editing, change.movePage, path);
  if (change.deletePage) deletePage(editing, change.deletePage);
  if (change.revertPage) await revertPage(editing, change.revertPage, path);
  if (change.insertFiles) insertFiles(editing, change.insertFiles, path);
  if (change.updateFile) updateFile(editing, change.updateFile, path);
  if (change.deleteFile) deleteFile(editing, change.deleteFile);
  if (change.setVariables) {
    const { variables } = change.setVariables;
    const { draft } = editing;
    draft.variables = withVariables(draft.variables, variables, [...path, 'variables']);
  }
}

async function pageTree(reader: Reader, { pagesHash }: Revision): Promise<PageTree> {
  const [tree = new PageTree([])] = await loadPageTrees(reader, [pagesHash]);
  return tree;
}

/** What makes entries what they became. */
function changesOf<Item extends { id: string }>(
  before: readonly Item[],
  after: ReadonlyMap<string, Item>,
): Map<string, Item | null> {
  const known = new Map(before.map((item) => [item.id, item]));
  const gone = before.filter(({ id }) => !after.has(id));
  const written = [...after.values()].filter((item) => {
    const old = known.get(item.id);
    return old !== item && !isSameValue(old, item);
  });
  return new Map([
    ...gone.map(({ id }): [string, null] => [id, null]),
    ...written.map((item): [string, Item] => [item.id, item]),
  ]);
}
