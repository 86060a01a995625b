import { shownAddress } from '../../../external/http/web-address.ts';
import type { SkippedPath } from '../../../document/docs-folder/docs-folder.ts';
import { mapConcurrent } from '../map-concurrent.ts';
import { convert } from '../conversions.ts';
import { decodePage } from '../html/decode-page.ts';
import type { ConvertedHtml } from '../html/html-to-markdown.ts';
import { importLimits } from '../import-limits.ts';
import { ImportError } from '../imported-content.ts';
import type { ImportRequests } from '../import-requests.ts';
import { isRefusal } from '../refusal.ts';
import { pageKey, SiteScope } from './page-addresses.ts';

/** Page of a web site. */
export interface SitePage extends ConvertedHtml {
  /** Final address, after redirects. */
  address: string;
}

export interface CrawledSite {
  /** Pages in breadth-first order from the first page, each level in the order of the links. */
  pages: SitePage[];
  /** Final addresses of pages, by page key. */
  addresses: ReadonlyMap<string, string>;
  skipped: SkippedPath[];
}

/**
 * Crawls a site: a start page, and all linked pages at or below its address.
 *
 * @throws ImportError when the first page cannot be fetched
 */
export async function crawlSite(requests: ImportRequests, start: string): Promise<CrawledSite> {
  return new Crawl(requests).run(start);
}

/** Number of pages fetched before the page limit is checked again. */
const PART_SIZE = 16;

class Crawl {
  readonly #requests: ImportRequests;
  readonly #pages: SitePage[] = [];
  readonly #skipped = new Map<string, SkippedPath>();
  /** Final addresses by the keys of all that resolve to a page; null while being fetched. */
  readonly #addresses = new Map<string, string | null>();
  /** Addresses of pages, by content. */
  readonly #texts = new Map<string, string>();
  #scope: SiteScope | undefined;

  constructor(requests: ImportRequests) {
    this.#requests = requests;
  }

  async run(start: string): Promise<CrawledSite> {
    const first = await this.#read(new URL(start), { isFirst: true });
    this.#scope = new SiteScope(new URL(first.address));
    this.#addresses.set(pageKey(new URL(start)), first.address);
    this.#keep(first);
    for (let level = this.#newLinks([first]); level.length > 0;) {
      level = this.#newLinks(await this.#visitAll(level));
    }
    const addresses = [...this.#addresses].filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    return {
      pages: this.#pages,
      addresses: new Map(addresses),
      skipped: [...this.#skipped.values()],
    };
  }

  /** Fetches pages, and returns the new ones in the order of the links. */
  async #visitAll(urls: readonly URL[]): Promise<SitePage[]> {
    const kept: SitePage[] = [];
    // Batches limit how many pages are fetched in vain beyond the page limit.
    for (let start = 0; start < urls.length; start += PART_SIZE) {
      const part = urls.slice(start, start + PART_SIZE);
      const pages = await mapConcurrent(part, importLimits.requestsAtOnce, (url) =>
        this.#visit(url),
      );
      kept.push(...pages.flatMap((page) => (page && this.#keep(page) ? [page] : [])));
    }
    return kept;
  }

  /** Returns links to pages that have not been visited yet, within the limits. */
  #newLinks(pages: readonly SitePage[]): URL[] {
    const links: URL[] = [];
    for (const href of pages.flatMap((page) => page.links)) {
      if (!URL.canParse(href)) continue;
      const url = new URL(href);
      url.hash = '';
      const key = pageKey(url);
      if (this.#addresses.has(key) || !this.#scope?.has(url)) continue;
      if (this.#addresses.size >= importLimits.websiteAddresses) {
        const most = importLimits.websiteAddresses;
        this.#skip(url, `over the limit of ${most} URLs, as the following ones may be`);
        break;
      }
      this.#addresses.set(key, null);
      links.push(url);
    }
    return links;
  }

  async #visit(url: URL): Promise<SitePage | undefined> {
    try {
      if (this.#pages.length >= importLimits.websitePages) {
        throw new ImportError(`over the limit of ${importLimits.websitePages} pages`);
      }
      const page = await this.#read(url, { isFirst: false });
      this.#addresses.set(pageKey(url), page.address);
      return page;
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      this.#skip(url, error.message);
      return undefined;
    }
  }

  async #read(url: URL, { isFirst }: { isFirst: boolean }): Promise<SitePage> {
    const response = await this.#requests.get(url, {
      bytesMax: importLimits.pageBytes,
      isCrawled: true,
      onRedirect: (to) => {
        if (!isFirst && !this.#scope?.has(to)) throw new ImportError('leads to another place');
      },
    });
    if (response.type !== 'text/html' && response.type !== 'application/xhtml+xml') {
      throw new ImportError(`is not a web page, but ${response.type || 'of unknown type'}`);
    }
    const html = decodePage(response.body, response.contentType);
    const address = response.url.href;
    const page = await convert('convertHtml', { html, address });
    if (isRefusal(page)) throw new ImportError(page.refusal);
    return { ...page, address };
  }

  /** Adds a page unless it exists already, also under another address. */
  #keep(page: SitePage): boolean {
    const key = pageKey(new URL(page.address));
    const text = JSON.stringify([page.title, page.markdown]);
    const same = this.#texts.get(text);
    const isThere = this.#pages.some(({ address }) => pageKey(new URL(address)) === key);
    if (isThere) return false;
    if (same !== undefined) {
      this.#addresses.set(key, same);
      this.#skip(new URL(page.address), `the same as ${shownAddress(same)}`);
      return false;
    }
    if (this.#pages.length >= importLimits.websitePages) {
      this.#skip(new URL(page.address), `over the limit of ${importLimits.websitePages} pages`);
      return false;
    }
    this.#texts.set(text, page.address);
    this.#addresses.set(key, page.address);
    this.#pages.push(page);
    return true;
  }

  #skip(url: URL, reason: string): void {
    this.#skipped.set(pageKey(url), { path: shownAddress(url), reason });
  }
}
