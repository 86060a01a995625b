import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeUrlPart } from '../lib/decode-url-part.ts';
import { localTo, withParameter } from '../lib/urls.ts';
import type {
  PublishedMarkdownAnswer,
  PublishedPageAnswer,
  PublishedSearchAnswer,
  PublishedSiteAnswer,
} from './answers.ts';
import { readQuery, type GraphAnswer } from './graph-client.ts';
import { neighbours, pageUrl } from './navigation.tsx';
import { PageView } from './page-view.tsx';
import { keepProof, proofOf } from './reader-session.ts';
import {
  clientOf,
  queryOf,
  sendNotFound,
  sendView,
  readerTokenOf,
  type ReaderOptions,
  type ReaderVisit,
} from './reader-visit.tsx';
import { sendReaderPage } from './send-reader-page.ts';
import { SEARCH_LENGTH_MAX, searchOf, sendSearch, wordsOf } from './send-search.tsx';
import { bareFrame, siteFrame } from './site-frame.ts';
import { llmsTextOf, robotsOf, sitemapOf } from './site-files.ts';

const pageQuery = readQuery('published-page', 'site', 'target');
const searchQuery = readQuery('published-search', 'site', 'target');
const markdownQuery = readQuery('published-markdown');
const siteQuery = readQuery('published-site');

/** A request for something below a published site. */
interface SiteVisit extends ReaderVisit {
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

/**
 * Serves the published sites below `/s`, and on their hosts. As all of the reader, it is a client
 * of the graph, and reads nothing else.
 */
export function serveSites(app: FastifyInstance, options: ReaderOptions): void {
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    const segments = segmentsOf(request);
    const [, first = '', second = ''] = segments;
    const siteName = first.startsWith('org_') ? `${first}-${second}` : first;
    const origin = options.baseUrl();
    const place = { segments, origin, siteName, isOnOtherHost: false };
    return serveVisit({ app, request, reply, options, local: localTo(origin), ...place });
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
    const origin = `https://${host}`;
    const place = { origin, local: localTo(origin), siteName: host, isOnOtherHost: true };
    const segments = segmentsOf(request);
    await serveVisit({ app, request, reply, options, segments, ...place });
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
      return sendSiteSearch(above);
    default:
      return last.endsWith('.md') ? sendMarkdown(visit) : sendSitePage(visit);
  }
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
  const { request, options, siteName } = visit;
  const baseUrl = options.baseUrl();
  const token = readerTokenOf(visit);
  const jwtToken = proofOf(request, 'visitor', { siteName, baseUrl });
  const shareKey = proofOf(request, 'share', { siteName, baseUrl }) ?? null;
  const asked = { url: urlOfVisit(visit), shareKey, ...variables };
  const visitor = jwtToken === undefined ? null : { jwtToken };
  const answer = await clientOf(visit, token).ask<Data>(query, { ...asked, visitor });
  const isAnonymous = token === undefined && jwtToken === undefined && shareKey === null;
  if (answer.codes.length === 0 || isAnonymous) return { ...answer, isPublic: isAnonymous };
  const open = await clientOf(visit, undefined).ask<Data>(query, { ...asked, visitor: null });
  return { ...open, isPublic: false };
}

/** Keeps the token in the address in a cookie, and redirects to the address without it. */
async function keepVisitorToken(visit: SiteVisit, token: string): Promise<Sent> {
  const { reply, siteName, options, request } = visit;
  const [, query] = withParameter(request.url, 'jwt_token', undefined).split('?');
  const baseUrl = options.baseUrl();
  return reply
    .header('set-cookie', keepProof('visitor', token.slice(0, 8192), { siteName, baseUrl }))
    .header('cache-control', 'no-store')
    .redirect(pathOf(urlOfVisit(visit)) + (query ? `?${query}` : ''), 302);
}

/** Returns the path of an address of the platform. */
function pathOf(url: string): string {
  const { pathname, hash } = new URL(url);
  return pathname + hash;
}

async function sendSitePage(visit: SiteVisit): Promise<Sent> {
  const { request, reply, options, siteName, local } = visit;
  const { data, isPublic } = await ask<PublishedPageAnswer>(visit, pageQuery);
  const address = data?.address;
  if (!address?.page) return sendMissing(visit);
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
  const frame = siteFrame(address, { local, currentId: page.pageId });
  const { place } = frame;
  const { previous, next } = neighbours(place);
  const markdown = `${pageUrl(local(address.spaceUrl), page.path)}.md`;
  const head = {
    canonical: page.canonicalUrl,
    description: page.description,
    isIndexed: address.visibility === 'PUBLIC' && !page.noRobotsIndex,
    markdown,
    prev: previous && place.hrefOf(previous),
    next: next && place.hrefOf(next),
  };
  const view = <PageView page={page} place={place} options={{ local }} markdownHref={markdown} />;
  return sendView(visit, { ...frame, title: page.title, head }, view, { isPublic });
}

async function sendSiteSearch(visit: SiteVisit): Promise<Sent> {
  const { local } = visit;
  const query = wordsOf(searchOf(visit));
  const { data, isPublic } = await ask<PublishedSearchAnswer>(visit, searchQuery, { query });
  const address = data?.address;
  if (!address) return sendMissing(visit);
  const frame = siteFrame(address, { local, currentId: undefined });
  return sendSearch(visit, frame, address.results, { isPublic });
}

/** Sends the 404 page; within a site that the visitor may see, with pages of similar names. */
async function sendMissing(visit: SiteVisit): Promise<Sent> {
  const { local, segments } = visit;
  const words = (segments.at(-1) ?? '').replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const { data } = await ask<PublishedSearchAnswer>(visit, searchQuery, {
    query: words.slice(0, SEARCH_LENGTH_MAX),
  });
  const address = data?.address;
  if (!address && visit.isOnOtherHost) return undefined;
  if (!address) return sendNotFound(visit, bareFrame);
  const frame = siteFrame(address, { local, currentId: undefined });
  return sendNotFound(visit, frame, address.results.slice(0, 5));
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
    return sendMissing(visit);
  }
  const [contentType, write] = fileTypes[name];
  return sendReaderPage(request, reply, write(address), { contentType, isPublic });
}
