import { posix } from 'node:path';
import type {
  CoverReference,
  DocsDocument,
  DocsPage,
  FolderSource,
  FolderPageCover,
} from './docs-folder.ts';
import { formatBytes } from './docs-folder-limits.ts';
import type { DocsFolderLimits } from './docs-folder-limits.ts';
import { firstHeading } from './commonmark-parser.ts';
import type { OutlineEntry } from './outline-entry.ts';
import { pageName, titleFromName } from './page-files.ts';
import { createSlugs } from './page-slug.ts';
import { parseFrontMatter } from './parse-front-matter.ts';
import type { CoverSettings, ParsedPage } from './parse-front-matter.ts';
import type { Listing } from './read-listing.ts';
import { readText } from './read-text.ts';
import type { ResolveTarget } from './create-resolver.ts';
import type { SkipReport } from './skip-report.ts';

/** The inputs of reading pages. */
export interface PagesContext {
  source: FolderSource;
  listing: Listing;
  root: string;
  resolve: ResolveTarget;
  report: SkipReport;
  limits: DocsFolderLimits;
  /** Remaining bytes for texts. */
  budget: { bytes: number };
}

/**
 * Reads the files of an outline. A page's title comes from the outline, else the front matter, else
 * its first `#` heading, else its file name. Reports an unreadable file.
 */
export async function readPages(
  outline: OutlineEntry[],
  context: PagesContext,
): Promise<DocsPage[]> {
  return readSiblings(outline, context, true);
}

async function readSiblings(
  entries: OutlineEntry[],
  context: PagesContext,
  isTop: boolean,
): Promise<DocsPage[]> {
  const slugOf = createSlugs();
  const pages: DocsPage[] = [];
  for (const entry of entries) {
    if (entry.kind === 'link') {
      pages.push({ type: 'link', title: entry.title, href: entry.href });
      continue;
    }
    const path = entry.kind === 'page' ? entry.path : undefined;
    const parsed = path === undefined ? undefined : await readPage(path, context);
    const children = await readSiblings(entry.children, context, false);
    if (parsed && path !== undefined) {
      const name = pageName(path, context.root);
      pages.push(
        describePage(parsed, { path, slug: slugOf(name), title: entry.title, children }, context),
      );
    } else if (entry.kind === 'group' || children.length > 0) {
      pages.push(
        createHeading(entry.title || fallbackTitle(path, context), children, isTop, slugOf),
      );
    }
  }
  return pages;
}

function fallbackTitle(path: string | undefined, { root }: PagesContext): string {
  return path === undefined ? 'Untitled' : titleFromName(pageName(path, root));
}

/** Groups exist at the top level only: further down, a page without text replaces them. */
function createHeading(
  title: string,
  pages: DocsPage[],
  isTop: boolean,
  slugOf: (name: string) => string,
): DocsPage {
  const slug = slugOf(title);
  return isTop
    ? { type: 'group', title, slug, pages }
    : { type: 'document', title, slug, path: undefined, frontMatter: '', markdown: '', pages };
}

/**
 * Reads a markdown file and splits it into parts. Reports an unreadable file, and returns
 * undefined.
 */
export async function readPage(
  path: string,
  { source, listing, report, limits, budget }: PagesContext,
): Promise<ParsedPage | undefined> {
  const size = listing.get(path) ?? 0;
  if (size > budget.bytes) {
    report.add(path, `all pages together are over ${formatBytes(limits.pageBytesTotalMax)}`);
    return undefined;
  }
  const result = await readText(source, path, { size, bytesMax: limits.pageBytesMax });
  if (result.text === undefined) {
    report.add(path, result.reason);
    return undefined;
  }
  budget.bytes -= size;
  const parsed = parseFrontMatter(result.text);
  if (parsed.problem !== undefined) report.note(path, parsed.problem);
  return parsed;
}

function describePage(
  parsed: ParsedPage,
  place: { path: string; slug: string; title: string; children: DocsPage[] },
  context: PagesContext,
): DocsDocument {
  const cover = parsed.cover && resolveCover(parsed.cover, place.path, context.resolve);
  return {
    type: 'document',
    title:
      place.title ||
      parsed.title ||
      firstHeading(parsed.markdown) ||
      fallbackTitle(place.path, context),
    slug: place.slug,
    path: place.path,
    ...parsed.attributes,
    ...(cover && { cover }),
    ...(parsed.variables && { variables: parsed.variables }),
    frontMatter: parsed.frontMatter,
    markdown: parsed.markdown,
    pages: place.children,
  };
}

function resolveCover(
  settings: CoverSettings,
  pagePath: string,
  resolve: ResolveTarget,
): FolderPageCover | undefined {
  const find = (link: string | undefined): CoverReference | undefined => {
    if (link === undefined) return undefined;
    const target = resolve(link, posix.dirname(pagePath));
    if (target.kind === 'asset') return { kind: 'file', path: target.path };
    const isWeb = target.kind === 'url' && /^https?:/i.test(target.href);
    return isWeb ? { kind: 'url', url: target.href } : undefined;
  };
  const [ref, refDark] = [find(settings.source), find(settings.sourceDark)];
  if (!ref && !refDark) return undefined;
  return {
    ...(ref && { ref }),
    ...(refDark && { refDark }),
    ...(settings.yPos !== undefined && { yPos: settings.yPos }),
    ...(settings.height !== undefined && { height: settings.height }),
  };
}
