import type { Reader } from '../../../database/database.ts';
import type { Revision } from '../../../database/generated/prisma/client.ts';
import type { InputPath } from '../../../errors.ts';
import { sha256 } from '../../../lib/hash.ts';
import { isSameValue } from '../merge/merge-value.ts';
import type { Entry } from '../store/chunk.ts';
import { loadBlobs, loadEntryLists, loadPageTrees } from '../store/content-store.ts';
import type {
  Body,
  FileEntry,
  PageEntry,
  ReusableContentEntry,
  Variables,
} from '../store/entry.ts';
import { PageTree } from '../store/page-tree.ts';
import type { ContentChanges } from '../store/write-revision.ts';
import type { ChangeName, ChangeOf, ContentChange } from './content-change.ts';
import { ContentDraft } from './content-draft.ts';
import { deleteFile, insertFiles, updateFile } from './edit-files.ts';
import {
  deleteReusableContent,
  insertReusableContent,
  revertReusableContent,
  updateReusableContent,
} from './edit-reusable-contents.ts';
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
  /** The source that an entry gets with a new text: its front matter stays. */
  newSource(known: Body, markdown: string): Promise<Required<Body>>;
  /** A page of an earlier revision; null when it is not there. @throws when it cannot be used */
  pageOfRevision(
    revisionId: string | undefined,
    pageId: string,
    path: InputPath,
  ): Promise<PageEntry | null>;
  /** The same of a reusable content. */
  reusableContentOfRevision(
    revisionId: string | undefined,
    id: string,
    path: InputPath,
  ): Promise<ReusableContentEntry | null>;
}

export interface EditOptions {
  now: Date;
  /** A revision that something can be reverted to; without an id, the one that is usual here. */
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
  const before = await contentOf(reader, base);
  const draft = new ContentDraft(before);
  const editing = editingOf(reader, draft, options);
  for (const [index, change] of changes.entries()) {
    for (const one of Object.entries(change) as [ChangeName, ChangeOf<ChangeName>][]) {
      await makeChange(editing, one, ['input', 'changes', index]);
    }
  }
  return {
    content: {
      pages: changesOf(before.pages, draft.pages),
      files: changesOf(before.files, draft.files.byId),
      reusableContents: changesOf(before.reusableContents, draft.reusableContents.byId),
      variables: draft.variables,
    },
    blobs: editing.blobs,
    refs: draft.refs,
  };
}

async function contentOf(reader: Reader, revision: Revision) {
  const tree = await pageTree(reader, revision);
  return {
    pages: [...tree.walk()].map(({ page }) => page),
    files: await entryList<FileEntry>(reader, revision.filesHash),
    reusableContents: await reusableContentsOf(reader, revision),
    variables: revision.variables as Variables,
  };
}

function editingOf(reader: Reader, draft: ContentDraft, options: EditOptions): Editing {
  const blobs: Buffer<ArrayBuffer>[] = [];
  return {
    draft,
    now: options.now,
    blobs,
    async newSource({ source: known, sourceStart: start = 0 }, markdown) {
      const [old] = known === undefined || start === 0 ? [] : await loadBlobs(reader, [known]);
      const front = old ? old.subarray(0, start) : Buffer.alloc(0);
      const source = Buffer.concat([front, Buffer.from(markdown)]);
      blobs.push(source);
      return { source: sha256(source), sourceStart: front.byteLength };
    },
    async pageOfRevision(revisionId, pageId, path) {
      const revision = await options.revisionOf(revisionId, path);
      return (await pageTree(reader, revision)).page(pageId) ?? null;
    },
    async reusableContentOfRevision(revisionId, id, path) {
      const revision = await options.revisionOf(revisionId, path);
      return (await reusableContentsOf(reader, revision)).find((one) => one.id === id) ?? null;
    },
  };
}

type Makers = {
  readonly [Name in ChangeName]: (
    editing: Editing,
    change: ChangeOf<Name>,
    path: InputPath,
  ) => void | Promise<void>;
};

const makers: Makers = {
  ...{ insertPage, updatePage, movePage, deletePage, revertPage },
  ...{ insertFiles, updateFile, deleteFile },
  ...{ insertReusableContent, updateReusableContent },
  ...{ deleteReusableContent, revertReusableContent },
  setVariables({ draft }, { variables }, path) {
    draft.variables = withVariables(draft.variables, variables, [...path, 'variables']);
  },
};

async function makeChange<Name extends ChangeName>(
  editing: Editing,
  [name, change]: [Name, ChangeOf<Name>],
  path: InputPath,
): Promise<void> {
  await makers[name](editing, change, [...path, name]);
}

function reusableContentsOf(reader: Reader, { reusableContentsHash }: Revision) {
  return entryList<ReusableContentEntry>(reader, reusableContentsHash);
}

async function entryList<Item extends Entry>(
  reader: Reader,
  rootHash: string,
): Promise<readonly Item[]> {
  const [entries = []] = await loadEntryLists<Item>(reader, [rootHash]);
  return entries;
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
