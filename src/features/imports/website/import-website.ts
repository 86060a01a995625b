import { shownAddress } from '../../../external/http/web-address.ts';
import { mergeSkipped } from '../../../document/docs-folder/skip-report.ts';
import type { DocsDocument } from '../../../document/docs-folder/docs-folder.ts';
import { createSlugs } from '../../../document/docs-folder/page-slug.ts';
import { decodeUrlPart } from '../../../lib/decode-url-part.ts';
import { EmbeddedFiles } from '../embedded-files.ts';
import { fetchImages } from '../fetch-images.ts';
import type { ImportedContent } from '../imported-content.ts';
import type { ImportRequests } from '../import-requests.ts';
import { crawlSite, type SitePage } from './crawl-site.ts';
import { pageKey, segmentsOf, titleOfAddress } from './page-addresses.ts';

/**
 * Imports a part of a web site: the page at an address and those below it, with their images. Links
 * between them become page references.
 */
export async function importWebsite(
  requests: ImportRequests,
  address: string,
): Promise<ImportedContent> {
  const site = await crawlSite(requests, address);
  const images = await fetchImages(
    requests,
    site.pages.flatMap((page) => page.images),
  );
  const own = new EmbeddedFiles();
  for (const page of site.pages) own.add(page.address, page, shownAddress(page.address));
  return {
    folder: {
      pages: pageTree(site.pages),
      files: [...images.files, ...own.files],
      reusableContents: [],
      redirects: [],
      skipped: mergeSkipped(site.skipped, images.skipped, own.skipped),
    },
    shown: shownAddress,
    read: async (path) => own.bytesOf(path) ?? images.read(path),
    resolve(written, from) {
      const file = own.resolve(written, from);
      if (file) return file;
      if (images.has(written)) return { kind: 'path', path: written };
      if (written.startsWith('#') || !URL.canParse(written, from)) return undefined;
      const url = new URL(written, from);
      const path = site.addresses.get(pageKey(url));
      if (path === undefined) return undefined;
      return { kind: 'path', path, ...(url.hash.length > 1 && { anchor: url.hash.slice(1) }) };
    },
  };
}

/** Nests pages by their addresses. The first page is a sibling of the other top-level pages. */
function pageTree([first, ...others]: readonly SitePage[]): DocsDocument[] {
  if (!first) return [];
  const documents = new Map<string, DocsDocument>();
  const top: DocsDocument[] = [documentOf(first)];
  const placeOf = (segments: readonly string[]) => JSON.stringify(segments);
  for (const page of others) documents.set(placeOf(segmentsOf(page.address)), documentOf(page));
  for (const page of others) {
    const segments = segmentsOf(page.address);
    const document = documents.get(placeOf(segments));
    if (!document || document.path !== page.address) {
      // Another page with a different address has the same path.
      top.push(documentOf(page));
      continue;
    }
    let parent: DocsDocument | undefined;
    for (let length = segments.length - 1; length > 0 && !parent; length -= 1) {
      parent = documents.get(placeOf(segments.slice(0, length)));
    }
    (parent?.pages ?? top).push(document);
  }
  return withSlugs(top);
}

function documentOf({ title, description, markdown, address }: SitePage): DocsDocument {
  return {
    type: 'document',
    title: title ?? titleOfAddress(address),
    slug: decodeUrlPart(segmentsOf(address).at(-1) ?? title ?? 'home'),
    path: address,
    ...(description && { description }),
    frontMatter: '',
    markdown,
    pages: [],
  };
}

function withSlugs(pages: readonly DocsDocument[]): DocsDocument[] {
  const slugOf = createSlugs();
  return pages.map((page) => ({
    ...page,
    slug: slugOf(page.slug),
    pages: withSlugs(page.pages as DocsDocument[]),
  }));
}
