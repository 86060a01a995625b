import type { InputPath } from '../../../errors.ts';
import { markdownOfText, type DocumentText } from '../document-text.ts';
import type { ContentReader } from '../store/content-reader.ts';
import { EntryReader, PageReader } from '../store/entry-reader.ts';
import type { Body, ReusableContentEntry } from '../store/entry.ts';
import type { StoredContent } from '../store/write-revision.ts';
import { MARKDOWN_LENGTH_MAX, type ContentChange } from './content-change.ts';

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
  const stored = new Map<string, string>();
  for (const changed of textsOf(changes)) {
    const id = changed.page ?? changed.reusableContent;
    const before =
      id === undefined ? '' : (stored.get(id) ?? (await storedText(reader, base, changed)));
    const limits = { stored: before, lengthMax: MARKDOWN_LENGTH_MAX, path: changed.path };
    try {
      const markdown = await markdownOfText(changed.text, limits);
      const name = id ?? changed.ref;
      if (name !== undefined) stored.set(name, markdown ?? '');
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

/** The text of a page or reusable content, without its front matter; empty when it is not there. */
async function storedText(
  reader: ContentReader,
  { pagesHash, reusableContentsHash }: StoredContent,
  { page, reusableContent = '' }: ChangedText,
): Promise<string> {
  const entry: Body | null =
    page === undefined
      ? await new EntryReader<ReusableContentEntry>(reader, reusableContentsHash).entry(
          reusableContent,
        )
      : await new PageReader(reader, pagesHash).entry(page);
  if (entry?.source === undefined) return '';
  const [bytes = Buffer.alloc(0)] = await reader.blobs([entry.source]);
  return bytes.toString('utf8', entry.sourceStart ?? 0);
}
