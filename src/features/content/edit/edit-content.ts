import type { InputPath } from '../../../errors.ts';
import { sha256 } from '../../../lib/hash.ts';
import type { ContentReader } from '../../../revisions/store/content-reader.ts';
import { draftPartsOf } from '../../../revisions/store/draft-parts.ts';
import { EntryReader, PageReader } from '../../../revisions/store/entry-reader.ts';
import type {
  Body,
  PageEntry,
  ReusableContentEntry,
  Variables,
} from '../../../revisions/store/entry.ts';
import type { PageDraft } from '../../../revisions/store/page-draft.ts';
import type { ContentChanges, StoredContent } from '../../../revisions/store/write-revision.ts';
import { markdownOfText, type DocumentText } from '../document-text.ts';
import {
  MARKDOWN_LENGTH_MAX,
  type CommandName,
  type CommandOf,
  type ContentCommand,
} from './content-command.ts';
import type { ComputedPages } from './place-computed-pages.ts';
import { ContentDraft } from './content-draft.ts';
import { deleteFile, insertFiles, updateFile } from './edit-files.ts';
import {
  deleteReusableContent,
  insertReusableContent,
  revertReusableContent,
  updateReusableContent,
} from './edit-reusable-contents.ts';
import { namedContents } from './named-contents.ts';
import {
  deletePage,
  insertPage,
  movePage,
  revertPage,
  updatePage,
  withVariables,
} from './edit-pages.ts';

/** The text of an entry, and its file if it was imported. */
export type EntryText = Body & Pick<PageEntry, 'git'>;

/** The state that all changes of one write share. */
export interface Editing {
  draft: ContentDraft;
  now: Date;
  /** Bytes that the content now refers to, to be stored with it. */
  blobs: Buffer<ArrayBuffer>[];
  /** Returns the source of an entry with a new text. The front matter is kept. */
  newSource(known: EntryText, text: DocumentText, path: InputPath): Promise<Required<Body>>;
  /**
   * Returns the computed pages of an OpenAPI specification. @throws if the writer may not read it
   */
  computedPages(specId: string, path: InputPath): Promise<ComputedPages>;
  /**
   * Returns a page of an earlier revision; null if it does not exist there. @throws if it cannot be
   * used
   */
  pageOfRevision(
    revisionId: string | undefined,
    pageId: string,
    path: InputPath,
  ): Promise<PageEntry | null>;
  /** Returns a reusable content of an earlier revision, likewise. */
  reusableContentOfRevision(
    revisionId: string | undefined,
    id: string,
    path: InputPath,
  ): Promise<ReusableContentEntry | null>;
}

export interface EditOptions {
  now: Date;
  /** Returns a revision to restore from; without an id, the default one. */
  revisionOf(revisionId: string | undefined, path: InputPath): Promise<StoredContent>;
  /**
   * Returns the computed pages of an OpenAPI specification, stored until the end of the
   * transaction.
   */
  computedPages(specId: string, path: InputPath): Promise<ComputedPages>;
}

/** The result of an edit, from which a revision is written. */
export interface EditedContent {
  content: ContentChanges;
  blobs: Buffer<ArrayBuffer>[];
  /** Ids of inserted entries, by their refs. */
  refs: Record<string, string>;
  /** Current child pages of the parents that were read. */
  families: PageDraft['families'];
}

/**
 * Applies changes to the content of a revision, in order.
 *
 * @throws BAD_USER_INPUT naming the change and its problem, CONFLICT at a limit
 */
export async function editContent(
  reader: ContentReader,
  base: StoredContent,
  changes: readonly ContentCommand[],
  options: EditOptions,
): Promise<EditedContent> {
  const draft = new ContentDraft(draftPartsOf(reader, base), base.variables as Variables);
  const editing = editingOf(reader, draft, options);
  for (const [index, change] of changes.entries()) {
    for (const one of Object.entries(change) as [CommandName, CommandOf<CommandName>][]) {
      await makeChange(editing, one, ['input', 'changes', index]);
    }
  }
  return {
    content: {
      pages: await draft.pages.changes(),
      files: await draft.files.changes(),
      reusableContents: await draft.reusableContents.changes(),
      variables: draft.variables,
    },
    blobs: editing.blobs,
    refs: draft.refs,
    families: draft.pages.families,
  };
}

function editingOf(reader: ContentReader, draft: ContentDraft, options: EditOptions): Editing {
  const blobs: Buffer<ArrayBuffer>[] = [];
  const written = new Map<string, Buffer>();
  return {
    draft,
    now: options.now,
    blobs,
    async newSource({ source: known, sourceStart: start = 0, git }, text, path) {
      const isRead = known !== undefined && (start > 0 || text.document !== undefined);
      const old = isRead ? await readSource(reader, written, known) : Buffer.alloc(0);
      const front = Buffer.from(old.subarray(0, start));
      const stored = old.toString('utf8', start);
      const contents = await namedContents(text.document, (id) => draft.reusableContents.entry(id));
      const limits = { lengthMax: MARKDOWN_LENGTH_MAX, path };
      const includes = { contents, filePath: git?.path };
      const markdown = (await markdownOfText(text, { stored, includes, ...limits })) ?? '';
      const source = Buffer.concat([front, Buffer.from(markdown)]);
      const hash = sha256(source);
      blobs.push(source);
      written.set(hash, source);
      return { source: hash, sourceStart: front.byteLength };
    },
    computedPages: (specId, path) => options.computedPages(specId, path),
    async pageOfRevision(revisionId, pageId, path) {
      const { pagesHash } = await options.revisionOf(revisionId, path);
      return new PageReader(reader, pagesHash).entry(pageId);
    },
    async reusableContentOfRevision(revisionId, id, path) {
      const { reusableContentsHash } = await options.revisionOf(revisionId, path);
      return new EntryReader<ReusableContentEntry>(reader, reusableContentsHash).entry(id);
    },
  };
}

/** Returns the source of an entry, possibly from an earlier change of the same write. */
async function readSource(
  reader: ContentReader,
  written: ReadonlyMap<string, Buffer>,
  hash: string,
): Promise<Buffer> {
  const known = written.get(hash);
  if (known) return known;
  const [bytes = Buffer.alloc(0)] = await reader.blobs([hash]);
  return Buffer.from(bytes);
}

type Makers = {
  readonly [Name in CommandName]: (
    editing: Editing,
    change: CommandOf<Name>,
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

async function makeChange<Name extends CommandName>(
  editing: Editing,
  [name, change]: [Name, CommandOf<Name>],
  path: InputPath,
): Promise<void> {
  await makers[name](editing, change, [...path, name]);
}
