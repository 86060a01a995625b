import type { InputPath } from '../../../errors.ts';
import { markdownOfText, type DocumentText } from '../document-text.ts';
import type { ContentReader } from '../store/content-reader.ts';
import { EntryReader, PageReader } from '../store/entry-reader.ts';
import type { ReusableContentEntry } from '../store/entry.ts';
import type { StoredContent } from '../store/write-revision.ts';
import { MARKDOWN_LENGTH_MAX, type ContentChange } from './content-change.ts';
import type { StoredText } from './edit-content.ts';
import { namedContents } from './named-contents.ts';

/** A text that a change brings, and what has it. */
interface ChangedText {
  text: DocumentText;
  path: InputPath;
  /** Name of what is new. */
  ref?: string | undefined;
  /** Id or name of what is changed. */
  page?: string;
  reusableContent?: string;
}

/** Whether a list of changes has trees, which must be written as markdown. */
export function hasTrees(changes: readonly ContentChange[]): boolean {
  return textsOf(changes).some(({ text }) => text.document !== undefined);
}

/**
 * Writes the trees of changes as markdown, in the place of the texts that a revision has. It is
 * done before the transaction that makes the changes, which would hold the content for as long as
 * it takes. What is wrong is told by the transaction: it comes to the same.
 */
export async function writeTrees(
  reader: ContentReader,
  base: StoredContent,
  changes: readonly ContentChange[],
): Promise<void> {
  const written = new Map<string, string>();
  const contents = new EntryReader<ReusableContentEntry>(reader, base.reusableContentsHash);
  for (const changed of textsOf(changes)) {
    const { text, path } = changed;
    const id = changed.page ?? changed.reusableContent;
    const entry = await entryOf(reader, base, changed);
    const stored =
      (id === undefined ? undefined : written.get(id)) ?? (await storedText(reader, entry));
    const includes = {
      contents: await namedContents(text.document, (name) => contents.entry(name)),
      filePath: entry?.git?.path,
    };
    const limits = { lengthMax: MARKDOWN_LENGTH_MAX, path };
    try {
      const markdown = await markdownOfText(text, { stored, includes, ...limits });
      const name = id ?? changed.ref;
      if (name !== undefined) written.set(name, markdown ?? '');
    } catch {
      return;
    }
  }
}

function textsOf(changes: readonly ContentChange[]): ChangedText[] {
  return changes.flatMap((change, index) => {
    const { insertPage, updatePage, insertReusableContent, updateReusableContent } = change;
    const parts = { insertPage, updatePage, insertReusableContent, updateReusableContent };
    return Object.entries(parts).flatMap(([name, part]) => {
      if (!part?.document) return [];
      const { document: text, ...target } = part;
      return [{ ...target, text, path: ['input', 'changes', index, name, 'document'] }];
    });
  });
}

/** The page or reusable content that a text is for; null for a new one. */
async function entryOf(
  reader: ContentReader,
  { pagesHash, reusableContentsHash }: StoredContent,
  { page, reusableContent }: ChangedText,
): Promise<StoredText | null> {
  if (page !== undefined) return new PageReader(reader, pagesHash).entry(page);
  if (reusableContent === undefined) return null;
  return new EntryReader<ReusableContentEntry>(reader, reusableContentsHash).entry(reusableContent);
}

/** A text without its front matter; empty when it is not there. */
async function storedText(reader: ContentReader, entry: StoredText | null): Promise<string> {
  if (entry?.source === undefined) return '';
  const [bytes = Buffer.alloc(0)] = await reader.blobs([entry.source]);
  return bytes.toString('utf8', entry.sourceStart ?? 0);
}
