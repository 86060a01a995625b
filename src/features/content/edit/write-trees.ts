import type { InputPath } from '../../../errors.ts';
import { markdownOfText, type DocumentText } from '../document-text.ts';
import type { ContentReader } from '../../../revisions/store/content-reader.ts';
import { EntryReader, PageReader } from '../../../revisions/store/entry-reader.ts';
import type { ReusableContentEntry } from '../../../revisions/store/entry.ts';
import type { StoredContent } from '../../../revisions/store/write-revision.ts';
import { MARKDOWN_LENGTH_MAX, type ContentCommand } from './content-command.ts';
import type { EntryText } from './edit-content.ts';
import { namedContents } from './named-contents.ts';

/** A text in a change, and the entry that it belongs to. */
interface ChangedText {
  text: DocumentText;
  path: InputPath;
  /** Ref of a new entry. */
  ref?: string | undefined;
  /** Id or ref of an existing entry. */
  page?: string;
  reusableContent?: string;
}

/** Returns whether any change contains a tree, which must be converted to markdown. */
export function hasTrees(changes: readonly ContentCommand[]): boolean {
  return textsOf(changes).some(({ text }) => text.document !== undefined);
}

/**
 * Converts the trees in changes to markdown, based on the texts of a revision. Runs before the
 * transaction of the changes, which would otherwise lock the content for that long. Ignores errors,
 * since the transaction finds and reports the same ones.
 */
export async function writeTrees(
  reader: ContentReader,
  base: StoredContent,
  changes: readonly ContentCommand[],
): Promise<void> {
  const written = new Map<string, string>();
  const contents = new EntryReader<ReusableContentEntry>(reader, base.reusableContentsHash);
  for (const changed of textsOf(changes)) {
    const { text, path } = changed;
    const id = changed.page ?? changed.reusableContent;
    const entry = await entryOf(reader, base, changed);
    const stored =
      (id === undefined ? undefined : written.get(id)) ?? (await withoutNul(reader, entry));
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

function textsOf(changes: readonly ContentCommand[]): ChangedText[] {
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

/** Returns the page or reusable content that a text belongs to; null for a new one. */
async function entryOf(
  reader: ContentReader,
  { pagesHash, reusableContentsHash }: StoredContent,
  { page, reusableContent }: ChangedText,
): Promise<EntryText | null> {
  if (page !== undefined) return new PageReader(reader, pagesHash).entry(page);
  if (reusableContent === undefined) return null;
  return new EntryReader<ReusableContentEntry>(reader, reusableContentsHash).entry(reusableContent);
}

/** Returns the text of an entry without front matter; empty if there is none. */
async function withoutNul(reader: ContentReader, entry: EntryText | null): Promise<string> {
  if (entry?.source === undefined) return '';
  const [bytes = Buffer.alloc(0)] = await reader.blobs([entry.source]);
  return bytes.toString('utf8', entry.sourceStart ?? 0);
}
