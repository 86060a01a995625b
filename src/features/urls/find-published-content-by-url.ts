import { z } from 'zod';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { decodeUrlPart } from '../../lib/decode-url-part.ts';
import { urlOf } from '../../lib/urls.ts';
import { webUrl } from '../../lib/web-url.ts';
import type { Visit } from '../published/find-visit.ts';
import {
  findVisitedContent,
  findVisitedPage,
  visitedPageUrl,
  type VisitedContent,
} from '../published/visited-content.ts';
import { findPublishedSite } from '../sites/publishing/load-published-site.ts';
import { visitorPayload, type VisitorPayload } from '../sites/visitors/find-published-content.ts';
import { loadPublishingAuth } from '../sites/visitors/load-publishing-auth.ts';

/** Input for a lookup of published content (interface, URLs). */
export const publishedLookup = z.object({
  url: webUrl,
  redirectOnError: z.boolean().optional(),
  visitor: visitorPayload.nullish(),
});

/** Content of a published site at an address, by the ids of what contains it. */
export interface PublishedSiteContent {
  visit: Visit;
  /** Id of the page; null if there is none at the address. */
  pageId: string | null;
  siteBasePath: string;
  basePath: string;
  pathname: string;
  canonicalUrl: string;
}

/** Another address to which a visitor is sent. */
export interface PublishedContentRedirect {
  target: 'application' | 'content' | 'external';
  redirect: string;
}

interface Lookup {
  url: string;
  redirectOnError?: boolean | null | undefined;
  visitor?: VisitorPayload | null | undefined;
}

/**
 * Finds the published content at an address, as a visitor finds it, or the address to which they
 * are sent; null if there is neither.
 *
 * @throws BAD_USER_INPUT for an invalid visitor token, unless errors redirect
 */
export async function findPublishedContentByUrl(
  context: Context,
  { url, redirectOnError, visitor }: Lookup,
): Promise<PublishedSiteContent | PublishedContentRedirect | null> {
  if (context.addresses.readApp(new URL(url))) return { target: 'application', redirect: url };
  const content = await findVisitedContent(context, { url, visitor: visitor ?? null }).catch(
    (error: unknown) => {
      if (redirectOnError && error instanceof AppError && error.code === 'BAD_USER_INPUT') {
        return null;
      }
      throw error;
    },
  );
  if (!content) return redirectFromError(context, url, redirectOnError ?? false);
  const { visit } = content;
  const page = findVisitedPage(content);
  const pageUrl = page ? visitedPageUrl(page, page.entry.id) : content.url;
  const isThere = segmentsBelow(visit.siteUrl, pageUrl).join('/') === visit.segments.join('/');
  if (!isThere && (page || redirectOnError)) {
    return { target: 'content', redirect: withShareKey(visit, pageUrl) };
  }
  return siteContent(context, content, page?.entry.id ?? null);
}

/** Returns the address for a visitor who finds nothing; null if there is none. */
async function redirectFromError(
  context: Context,
  url: string,
  redirectOnError: boolean,
): Promise<PublishedContentRedirect | null> {
  const found = await findPublishedSite(context, url);
  if (!found) return null;
  if (found.site.visibility === 'visitor-auth') {
    const auth = await loadPublishingAuth(context, found.site.id);
    return auth?.fallbackUrl ? { target: 'external', redirect: auth.fallbackUrl } : null;
  }
  if (!redirectOnError || found.segments.length === 0) return null;
  const root = await findVisitedContent(context, { url: found.url });
  return root && { target: 'content', redirect: root.url };
}

function siteContent(
  { addresses }: Context,
  { visit, url }: VisitedContent,
  pageId: string | null,
): PublishedSiteContent {
  const { site, siteUrl, segments } = visit;
  const path = segments.slice(segmentsBelow(siteUrl, url).length);
  const visited = urlOf(url, ...path);
  return {
    ...{ visit, pageId },
    siteBasePath: basePathOf(withShareKey(visit, siteUrl)),
    basePath: basePathOf(withShareKey(visit, url)),
    pathname: `/${path.map(encodeURIComponent).join('/')}`,
    canonicalUrl: addresses.site(site) + visited.slice(siteUrl.length),
  };
}

/** Returns the decoded segments of an address below that of its site. */
function segmentsBelow(siteUrl: string, url: string): string[] {
  return url.slice(siteUrl.length).split('/').filter(Boolean).map(decodeUrlPart);
}

/** Returns an address on a visited site with the share key of the visited address. */
function withShareKey({ siteUrl, shareKey }: Visit, url: string): string {
  return shareKey === null ? url : urlOf(siteUrl, shareKey) + url.slice(siteUrl.length);
}

/** Returns the path of an address, with a slash at its end. */
function basePathOf(url: string): string {
  return new URL(url).pathname.replace(/\/*$/, '/');
}
