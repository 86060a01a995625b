import { afterEach, describe, expect, it, vi } from 'vitest';
import { shownAddress } from '../../../src/external/http/web-address.ts';
import type { DocsDocument } from '../../../src/document/docs-folder/docs-folder.ts';
import { importLimits } from '../../../src/features/imports/import-limits.ts';
import { linkContent, newIds } from '../../../src/features/imports/link-content.ts';

/** A page that is imported from a site. */
function documentOf(path: string, markdown: string): DocsDocument {
  return { type: 'document', title: 'A', slug: 'a', path, frontMatter: '', markdown, pages: [] };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the links of an import', () => {
  it('that come too late leave their text as it is, and show no secret of its address', async () => {
    const page = documentOf('https://example.com/a?token=secret', 'To [b](b).\n');
    const parts = { files: [], reusableContents: [], redirects: [], skipped: [] };
    const folder = { pages: [page], ...parts };
    const resolve = () => ({ kind: 'url', url: 'https://example.com/b' }) as const;
    const read = () => Promise.resolve(Buffer.of());
    const now = vi.spyOn(performance, 'now').mockReturnValueOnce(0);
    now.mockReturnValue(importLimits.linkMs + 1);
    const linked = await linkContent(
      { folder, shown: shownAddress, read, resolve },
      newIds(folder),
    );
    expect(linked.folder).toEqual(folder);
    const reason = 'its links are as they were: there was no time left';
    expect(linked.unlinked).toEqual([{ path: 'https://example.com/a?…', reason, isTaken: true }]);
  });
});
