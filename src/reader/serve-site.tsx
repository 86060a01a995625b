import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeUrlPart } from '../lib/decode-url-part.ts';
import type {
  PublishedMarkdownAnswer,
  PublishedPageAnswer,
  PublishedSearchAnswer,
  PublishedSiteAnswer,
  SearchResult,
} from './answers.ts';
import { renderPage, type ReaderAssets } from './frame.tsx';
import { createGraphClient, readQuery, type GraphAnswer } from './graph-client.ts';
import { neighbours } from './navigation.tsx';
import { NotFoundView } from './not-found-view.tsx';
import { PageView } from './page-view.tsx';
import { keepProof, proofOf, sessionTokenOf } from './reader-session.ts';
import { SearchView } from './search-view.tsx';
import { sendReaderPage } from './send-reader-page.ts';
import { bareFrame, siteFrame } from './site-frame.ts';
import { llmsTextOf, robotsOf, sitemapOf } from './site-files.ts';

const pageQuery = readQuery('published-page', 'site', 'target');
const searchQuery = readQuery('published-search', 'site');
const markdownQuery = readQuery('published-markdown');
const siteQuery = readQuery('published-site');

/** Longest search, in characters. */
const SEARCH_LENGTH_MAX = 512;

export interface ReaderOptions {
  baseUrl: () => string;
  assets: ReaderAssets;
}

/** A request for something below a published site. */
interface SiteVisit {
  app: FastifyInstance;
  request: FastifyRequest;
  reply: FastifyReply;
  options: ReaderOptions;
  /** Decoded segments of the path. */
  segments: string[];
  /** Origin of the path, without a trailing slash. */
  origin: string;
  siteName: string;
  /** Whether others answer where no site is found. */
  isOnOtherHost: boolean;
}

/** The reply; undefined if nothing was sent, since an unsent reply cannot be awaited. */
type Sent = FastifyReply | undefined;

/** Serves the published sites below `/s`. */
export function serveSites(app: FastifyInstance, options: ReaderOptions): void {
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    const segments = segmentsOf(request);
    const [, first = '', second = ''] = segments;
    const siteName = first.startsWith('org_') ? `${first}-${second}` : first;
    const origin = options.baseUrl();
    return serveVisit({
      app,
      request,
      reply,
      options,
      segments,
      origin,
      siteName,
      isOnOtherHost: false,
    });
  };
  app.get('/s/*', handler);
  serveHosts(app, options);
}

/** Serves sites on hosts of their own, where nothing else of the gateway is served. */
function serveHosts(app: FastifyInstance, options: ReaderOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    const { host } = request.headers;
    const isFree = request.is404 || request.routeOptions.url === '/';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isFree || !isRead || host === undefined) return undefined;
    if (host === new URL(options.baseUrl()).host || !/^[\w.-]+$/.test(host)) return undefined;
    const place = { segments: segmentsOf(request), origin: `https://${host}`, siteName: host };
    await serveVisit({ app, request, reply, options, ...place, isOnOtherHost: true });
    return reply.sent ? reply : undefined;
  });
}

function segmentsOf({ url }: FastifyRequest): string[] {
  const [path = ''] = url.split('?');
  return path.split('/').filter(Boolean).map(decodeUrlPart);
}

function serveVisit(visit: SiteVisit): Promise<Sent> {
  const token = queryOf(visit, 'jwt_token');
  if (token !== undefined) return keepVisitorToken(visit, token);
  const { segments } = visit;
  const last = segments.at(-1) ?? '';
  const above = { ...visit, segments: segments.slice(0, -1) };
  switch (last) {
    case 'sitemap.xml':
    case 'robots.txt':
    case 'llms.txt':
      return sendSiteFile(above, last);
    case '~search':
      return sendSearch(above);
    default:
      return last.endsWith('.md') ? sendMarkdown(visit) : sendSitePage(visit);
  }
}

function queryOf({ request }: SiteVisit, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the address of what is visited, below its origin. */
function urlOfVisit({ origin, segments }: SiteVisit): string {
  return [origin, ...segments.map(encodeURIComponent)].join('/');
}

/** Asks for what a visitor finds. What they showed before counts as long as it is valid. */
async function ask<Data>(
  visit: SiteVisit,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<GraphAnswer<Data> & { isPublic: boolean }> {
  const { app, request, options, siteName } = visit;
  const baseUrl = options.baseUrl();
  const token = sessionTokenOf(request, baseUrl);
  const jwtToken = proofOf(request, 'visitor', { siteName, baseUrl });
  const shareKey = proofOf(request, 'share', { siteName, baseUrl }) ?? null;
  const asked = { url: urlOfVisit(visit), shareKey, ...variables };
  const visitor = jwtToken === undefined ? null : { jwtToken };
  const client = createGraphClient(app, { token, requestId: request.id });
  const answer = await client.ask<Data>(query, { ...asked, visitor });
  const isAnonymous = token === undefined && jwtToken === undefined && shareKey === null;
  if (answer.codes.length === 0 || isAnonymous) return { ...answer, isPublic: isAnonymous };
  const anonymous = createGraphClient(app, { token: undefined, requestId: request.id });
  return { ...(await anonymous.ask<Data>(query, { ...asked, visitor: null })), isPublic: false };
}

/** Keeps the token in the address in a cookie, and leads to the address without it. */
async function keepVisitorToken(visit: SiteVisit, token: string): Promise<Sent> {
  const { reply, siteName, options, request } = visit;
  const rest = new URLSearchParams(request.url.split('?')[1] ?? '');
  rest.delete('jwt_token');
  const query = rest.size > 0 ? `?${rest.toString()}` : '';
  const baseUrl = options.baseUrl();
  return reply
    .header('set-cookie', keepProof('visitor', token.slice(0, 8192), { siteName, baseUrl }))
    .header('cache-control', 'no-store')
    .redirect(pathOf(urlOfVisit(visit)) + query, 302);
}

/** Returns the path of an address of the platform. */
function pathOf(url: string): string {
  const { pathname, hash } = new URL(url);
  return pathname + hash;
}

/** Returns addresses below an origin without it, so that they work under any name of the host. */
export function localTo(origin: string): (url: string) => string {
  const { origin: own } = new URL(origin);
  return (url) => {
    if (url === own) return '/';
    return url.startsWith(`${own}/`) ? url.slice(own.length) : url;
  };
}

async function sendSitePage(visit: SiteVisit): Promise<Sent> {
  const { request, reply, options, siteName } = visit;
  const { data, isPublic } = await ask<PublishedPageAnswer>(visit, pageQuery);
  const address = data?.address;
  if (!address?.page) return sendNotFound(visit);
  const { page, shareKey } = address;
  const baseUrl = options.baseUrl();
  const path = pathOf(page.url);
  const [visitedPath, query] = request.url.split('?');
  if (shareKey !== null) {
    reply.header('set-cookie', keepProof('share', shareKey, { siteName, baseUrl }));
  }
  if (shareKey !== null || path !== visitedPath) {
    const to = query ? `${path}?${query}` : path;
    return reply.header('cache-control', 'no-cache').redirect(to, 302);
  }
  const local = localTo(page.url);
  const frame = siteFrame(address, { local, currentId: page.pageId });
  const { previous, next } = neighbours(frame.place);
  const markdownHref = `${local(address.spaceUrl).replace(/\/$/, '')}/${encodePath(page.path)}.md`;
  const html = renderPage(
    {
      ...frame,
      title: page.title,
      head: {
        canonical: page.canonicalUrl,
        description: page.description,
        isIndexed: address.visibility === 'PUBLIC' && !page.noRobotsIndex,
        markdown: markdownHref,
        prev: previous && frame.place.hrefOf(previous),
        next: next && frame.place.hrefOf(next),
      },
    },
    options.assets,
    <PageView page={page} place={frame.place} options={{ local }} markdownHref={markdownHref} />,
  );
  return sendReaderPage(request, reply, html, { isPublic });
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

async function sendSearch(visit: SiteVisit): Promise<Sent> {
  const { request, reply, options } = visit;
  const query = (queryOf(visit, 'q') ?? '').trim().slice(0, SEARCH_LENGTH_MAX);
  // Characters that no text has are looked for as spaces; a cut can leave half a character.
  const words = query.replaceAll(/\p{Cc}|\p{Cs}/gu, ' ');
  const { data, isPublic } = await ask<PublishedSearchAnswer>(visit, searchQuery, { query: words });
  const address = data?.address;
  if (!address) return sendNotFound(visit);
  const local = localTo(address.siteUrl);
  const frame = siteFrame(address, { local, currentId: undefined });
  const html = renderPage(
    { ...frame, title: query === '' ? 'Search' : `Search: ${query}`, search: null, place: null },
    options.assets,
    <SearchView
      query={query}
      action={frame.search.action}
      results={address.results}
      local={local}
    />,
  );
  return sendReaderPage(request, reply, html, { isPublic });
}

/** Sends the 404 page; within a site that the visitor may see, with pages of similar names. */
async function sendNotFound(visit: SiteVisit): Promise<Sent> {
  const { request, reply, options, segments } = visit;
  const words = (segments.at(-1) ?? '').replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const { data } = await ask<PublishedSearchAnswer>(visit, searchQuery, {
    query: words.slice(0, SEARCH_LENGTH_MAX),
  });
  const address = data?.address;
  if (!address && visit.isOnOtherHost) return undefined;
  const local = localTo(visit.origin);
  const frame = address ? siteFrame(address, { local, currentId: undefined }) : bareFrame;
  const suggestions: readonly SearchResult[] = address?.results.slice(0, 5) ?? [];
  const next = encodeURIComponent(request.url);
  const isSignedIn = sessionTokenOf(request, options.baseUrl()) !== undefined;
  const html = renderPage(
    { ...frame, title: 'Not found', place: null, search: null },
    options.assets,
    <NotFoundView
      search={frame.search}
      suggestions={suggestions}
      signInHref={address || isSignedIn ? null : `/sign-in?next=${next}`}
      local={local}
    />,
  );
  return sendReaderPage(request, reply, html, { status: 404, isPublic: false });
}

async function sendMarkdown(visit: SiteVisit): Promise<Sent> {
  const { request, reply, segments } = visit;
  const path = [...segments.slice(0, -1), (segments.at(-1) ?? '').slice(0, -3)];
  const of = { ...visit, segments: path };
  const { data, isPublic } = await ask<PublishedMarkdownAnswer>(of, markdownQuery);
  const page = data?.address?.page;
  if (!page) return sendSitePage(visit);
  const lead = page.description === null ? '' : `${page.description}\n\n`;
  const text = `# ${page.title}\n\n${lead}${page.markdown ?? ''}`;
  return sendReaderPage(request, reply, text, { contentType: 'text/markdown', isPublic });
}

const fileTypes = {
  'sitemap.xml': ['application/xml', sitemapOf],
  'robots.txt': ['text/plain', robotsOf],
  'llms.txt': ['text/plain', llmsTextOf],
} as const;

async function sendSiteFile(visit: SiteVisit, name: keyof typeof fileTypes): Promise<Sent> {
  const { request, reply } = visit;
  const { data, isPublic } = await ask<PublishedSiteAnswer>(visit, siteQuery);
  const address = data?.address;
  if (!address || (name === 'sitemap.xml' && address.visibility !== 'PUBLIC')) {
    return sendNotFound(visit);
  }
  const [contentType, write] = fileTypes[name];
  return sendReaderPage(request, reply, write(address), { contentType, isPublic });
}
