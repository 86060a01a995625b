import type { ContentReader } from './content-reader.ts';
import { EntryDraft } from './entry-draft.ts';
import { EntryReader, PageReader } from './entry-reader.ts';
import type { FileEntry, ReusableContentEntry } from './entry.ts';
import { PageDraft } from './page-draft.ts';
import type { StoredContent } from './write-revision.ts';

/** All entries of content that is being changed. */
export interface DraftParts {
  pages: PageDraft;
  files: EntryDraft<FileEntry>;
  reusableContents: EntryDraft<ReusableContentEntry>;
}

/** Returns the entries of a revision for changes, which are read on demand. */
export function draftPartsOf(reader: ContentReader, content: StoredContent): DraftParts {
  const { pagesHash, filesHash, reusableContentsHash } = content;
  const { pageCount, fileCount, reusableContentCount } = content;
  return {
    pages: new PageDraft(new PageReader(reader, pagesHash), pageCount),
    files: new EntryDraft(new EntryReader<FileEntry>(reader, filesHash), fileCount),
    reusableContents: new EntryDraft(
      new EntryReader<ReusableContentEntry>(reader, reusableContentsHash),
      reusableContentCount,
    ),
  };
}
