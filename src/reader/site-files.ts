import { escapeHtml } from '../lib/escape-html.ts';
import type { PageItem, WholeSite } from './answers.ts';
import { firstDocument, pageUrl } from './navigation.tsx';

/** Most pages of a sitemap (the protocol allows 50,000). */
const SITEMAP_PAGES_MAX = 50_000;

interface Entry {
  page: PageItem;
  url: string;
}

/** Returns the documents of a space that robots may see, with their addresses. */
function* entriesOf(
  pages: readonly PageItem[],
  root: string,
  first = firstDocument(pages),
): Iterable<Entry> {
  for (const page of pages) {
    if (page.hidden) continue;
    if (page.type === 'document' && page.path !== undefined && page.noRobotsIndex !== true) {
      yield { page, url: page.id === first?.id ? root : pageUrl(root, page.path) };
    }
    yield* entriesOf(page.pages ?? [], root, first);
  }
}

/** Returns the sitemap of a site. */
export function sitemapOf({ spaces }: WholeSite): string {
  const entries = spaces.flatMap(({ pages, canonicalUrl }) => [...entriesOf(pages, canonicalUrl)]);
  const urls = entries
    .slice(0, SITEMAP_PAGES_MAX)
    .map(
      ({ page, url }) =>
        `<url><loc>${escapeHtml(url)}</loc><lastmod>${page.updatedAt.slice(0, 10)}</lastmod></url>`,
    );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

/** Returns what robots may visit of a site. */
export function robotsOf({ visibility, siteUrl }: WholeSite): string {
  const { pathname } = new URL(siteUrl);
  const root = pathname.replace(/\/$/, '');
  if (visibility !== 'PUBLIC') return `User-agent: *\nDisallow: ${root}/\n`;
  return `User-agent: *\nAllow: ${root}/\nDisallow: ${root}/~search\nSitemap: ${siteUrl}/sitemap.xml\n`;
}

/** Returns the pages of a site as a list of links for language models (llmstxt.org). */
export function llmsTextOf({ title, spaces }: WholeSite): string {
  const sections = spaces.map((space) => {
    const lines = [...entriesOf(space.pages, space.canonicalUrl)].map(({ page }) => {
      const about = page.description === undefined ? '' : `: ${page.description}`;
      const url = `${pageUrl(space.canonicalUrl, page.path ?? '')}.md`;
      return `- [${page.title.replace(/[[\]\n]/g, ' ')}](${url})${about}`;
    });
    return `## ${space.title}\n\n${lines.join('\n')}\n`;
  });
  return `# ${title}\n\n${sections.join('\n')}`;
}
