import type {
  FileEntry,
  PageEntry,
  ReusableContentEntry,
} from '../../../src/revisions/store/entry.ts';
import type { ContentChanges } from '../../../src/revisions/store/write-revision.ts';
import { sha256 } from '../../../src/lib/hash.ts';
import { newId } from '../../../src/lib/id.ts';
import { evenPositions } from '../../../src/lib/position.ts';

/** Paragraphs of each text that a history begins with. */
export const PARAGRAPHS = 4;
/** Pages at the top; the others are below those of the first ones that are documents. */
const TOP = 7;

const createdAt = '2026-01-02T03:04:05.678Z';
const text = Array.from({ length: PARAGRAPHS }, (_, index) => `Paragraph ${index}.\n`).join('\n');
const source = { source: sha256(text), sourceStart: 0 };
const times = { createdAt, updatedAt: createdAt };

/** What a history begins with: pages of all kinds on two levels, two files, a reusable content. */
export function startingContent(pageCount: number): { changes: ContentChanges; texts: string[] } {
  const documents = Array.from({ length: pageCount }, (_, index) => pageAt(index, 'document'));
  const top = [...documents.slice(0, TOP - 2), pageAt(pageCount, 'group'), pageAt(0, 'link')];
  const families = top.map(({ id, type }, at) => {
    const below = documents.slice(TOP - 2).filter((_, index) => index % TOP === at);
    // Whatever would be below the link stays at the top.
    return placed(below, type === 'link' ? null : id, type === 'link' ? top.length : 0);
  });
  const pages = [...placed(top, null, 0), ...families.flat()];
  const files = ['one', 'two'].map((name): FileEntry => ({
    ...{ id: newId('File'), name: `${name}.txt`, contentType: 'text/plain' },
    ...{ blob: sha256(name), size: name.length },
  }));
  const note: ReusableContentEntry = {
    ...{ id: newId('ReusableContent'), title: 'Note' },
    ...source,
    ...times,
  };
  return {
    texts: [text, 'one', 'two'],
    changes: {
      pages: new Map(pages.map((page) => [page.id, page])),
      files: new Map(files.map((file) => [file.id, file])),
      reusableContents: new Map([[note.id, note]]),
    },
  };
}

function pageAt(index: number, type: PageEntry['type']): PageEntry {
  return {
    ...{ id: newId('Page'), type, parent: null, position: '', title: `Page ${index}` },
    slug: type === 'link' ? '' : `page-${index}`,
    ...(type === 'document' && source),
    ...(type === 'link' && { target: { kind: 'url' as const, url: 'https://example.com/' } }),
    ...times,
  };
}

/** Pages in order below a parent, behind as many others. */
function placed(pages: readonly PageEntry[], parent: string | null, behind: number): PageEntry[] {
  const positions = evenPositions(behind + pages.length).slice(behind);
  return pages.map((page, index) => ({ ...page, parent, position: positions[index] ?? '' }));
}
