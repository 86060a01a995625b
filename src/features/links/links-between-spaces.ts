import { readerOf, sql, type Reader } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { decodeUrlPart } from '../../lib/decode-url-part.ts';
import { sha256 } from '../../lib/hash.ts';
import type { ContentIndex, IndexStep } from '../../revisions/derived/content-index.ts';
import { derivedOf } from '../../revisions/derived/derive-texts.ts';
import type { ContentReference } from '../../document/document-tree.ts';
import { bodyKey, linksOfEntry } from './link-graph.ts';
import { textLinks } from './text-links.ts';

/** The names of a page in links from other spaces. */
export interface PageNames {
  spaceId: string;
  page: string;
  /** Paths of the page, including redirects. */
  paths: readonly string[];
  /** Hosts of addresses in the app. */
  appHosts: readonly string[];
  /** URLs of the space on published sites. */
  publishedUrls: readonly string[];
}

/** A page or reusable content that contains a link. */
export interface ForeignSource {
  spaceId: string;
  source: string;
}

/**
 * Index of links in primary content to pages of other spaces. Without it, finding the backlinks of
 * a page would require reading all spaces. Rows contain hashes of names, so that keys are short.
 */
export const linksBetweenSpaces: ContentIndex = {
  name: 'links-between-spaces',
  version: 5,
  async update(transaction, { spaceId, pages, reusableContents }) {
    const changed = [...pages.keys(), ...reusableContents.keys()];
    if (changed.length === 0) return;
    await executeLast(
      transaction,
      sql`DELETE FROM space_links WHERE space_id = ${spaceId} AND source = ANY(${changed}::text[])`,
    );
    const rows = await rowsOf(readerOf(transaction), { pages, reusableContents });
    await executeLast(
      transaction,
      sql`
      INSERT INTO space_links (space_id, source, target_hash)
      SELECT ${spaceId}, * FROM unnest(${rows.map(({ source }) => source)}::text[],
        ${rows.map(({ targetHash }) => targetHash)}::text[])
      ON CONFLICT DO NOTHING`,
    );
  },
  remove: (transaction, spaceId, limit) =>
    transaction.$executeRaw(sql`
      DELETE FROM space_links l WHERE l.ctid IN (
        SELECT ctid FROM space_links WHERE space_id = ${spaceId} LIMIT ${limit})`),
};

async function rowsOf(
  db: Reader,
  { pages, reusableContents }: Pick<IndexStep, 'pages' | 'reusableContents'>,
): Promise<{ source: string; targetHash: string }[]> {
  const entries = [...pages.values(), ...reusableContents.values()].flatMap(({ after }) =>
    after ? [after] : [],
  );
  const values = await derivedOf(db, textLinks, entries);
  return entries.flatMap((entry, index) => {
    const text = values[index] ?? { links: [], anchors: [] };
    const links = linksOfEntry(entry, new Map([[bodyKey(entry), text]]));
    return links.flatMap(({ ref }) => {
      const name = nameOf(ref);
      return name === undefined ? [] : [{ source: entry.id, targetHash: sha256(name) }];
    });
  });
}

/** Returns the name of a reference's target in another space; undefined for any other target. */
function nameOf(ref: ContentReference): string | undefined {
  if ((ref.kind === 'page' || ref.kind === 'anchor') && ref.space !== undefined) {
    return ref.page === undefined ? undefined : nameById(ref.space, ref.page);
  }
  if (ref.kind !== 'url' || !/^(?:https?:)?\/\//i.test(ref.url)) return undefined;
  const text = ref.url.startsWith('//') ? `https:${ref.url}` : ref.url;
  return URL.canParse(text) ? nameByUrl(text) : undefined;
}

function nameById(spaceId: string, page: string): string {
  return `${spaceId} ${page}`;
}

/** Normalizes a URL: of an address in the app, only host, space and path affect the target. */
function nameByUrl(url: string): string {
  const { host, pathname } = new URL(url);
  const path = decodeUrlPart(pathname).replace(/\/+$/, '');
  const [, space, below = ''] = /\/s\/(sp_[^/]+)(?:\/revisions\/[^/]+)?(\/.*)?$/.exec(path) ?? [];
  return space === undefined ? `${host}${path}` : nameInApp(host, space, below);
}

function nameInApp(host: string, spaceId: string, path: string): string {
  return `${host} ${spaceId}${path}`;
}

/**
 * Returns the backlinks of pages from the primary content of other spaces, in the order of the
 * pages.
 */
export async function foreignSources(
  db: Reader,
  pages: readonly PageNames[],
): Promise<ForeignSource[][]> {
  const wanted = pages.flatMap((page, number) =>
    namesOf(page).map((name) => ({ number, spaceId: page.spaceId, hash: sha256(name) })),
  );
  const rows = (await db.query(sql`
    SELECT DISTINCT w.number, l.space_id, l.source
    FROM unnest(${wanted.map(({ number }) => number)}::int[],
      ${wanted.map(({ spaceId }) => spaceId)}::text[],
      ${wanted.map(({ hash }) => hash)}::text[]) w(number, own_space_id, hash)
    JOIN space_links l ON l.target_hash = w.hash AND l.space_id <> w.own_space_id
    ORDER BY w.number, l.space_id, l.source`)) as [number, string, string][];
  const found = pages.map((): ForeignSource[] => []);
  for (const [number, spaceId, source] of rows) found[number]?.push({ spaceId, source });
  return found;
}

function namesOf({ spaceId, page, paths, appHosts, publishedUrls }: PageNames): string[] {
  const urls = publishedUrls.flatMap((url) =>
    paths.map((path) => nameByUrl(path === '' ? url : `${url}/${path}`)),
  );
  // A link to a space in the app is none to its first page.
  const below = paths.filter((path) => path !== '');
  const inApp = appHosts.flatMap((host) =>
    below.map((path) => nameInApp(host, spaceId, `/${path}`)),
  );
  return [nameById(spaceId, page), ...inApp, ...urls];
}
