import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { conditionHolds } from '../../lib/conditions/evaluate-condition.ts';
import { publishedPageUrl } from '../content/content-urls.ts';
import { pageTreeOf } from '../content/load-content.ts';
import { loadHead } from '../content/load-head.ts';
import type { PageNode } from '../content/page-node.ts';
import type { PageEntry, Redirects } from '../../revisions/store/entry.ts';
import { PageTree } from '../../revisions/store/page-tree.ts';
import { pageAtPath } from '../links/content-places.ts';
import type { TargetUrls } from '../links/text-references.ts';
import { publishedUrlsOf } from '../sites/publishing/content-by-published-url.ts';
import { publishedSiteSpaceUrl } from '../sites/site-urls.ts';
import { spaceSource } from '../spaces/space-source.ts';
import {
  findSiteVisit,
  placesOf,
  type SitePlace,
  type Visit,
  type VisitInput,
} from './find-visit.ts';

/** The content of a visited space, without what is hidden from the visitor. */
export interface VisitedContent {
  visit: Visit;
  space: Row<'Space'>;
  revision: Row<'Revision'>;
  tree: PageTree;
  /** Address of the space, as it was visited. */
  url: string;
}

/** A page of a visited space. */
export interface VisitedPage extends VisitedContent {
  entry: PageEntry;
}

/** Loads the content of a site-space for a visitor. */
export async function loadVisitedContent(
  visit: Visit,
  siteSpace: Row<'SiteSpace'>,
): Promise<VisitedContent> {
  const { context, siteUrl } = visit;
  const space = await context.loaders.oneRegardlessOfAccess(spaceSource, siteSpace.spaceId);
  if (!space) throw new Error(`The space ${siteSpace.spaceId} is missing.`);
  const revision = await loadHead(context, space);
  const tree = shownTree(await pageTreeOf(context, revision), visit);
  return { visit, space, revision, tree, url: publishedSiteSpaceUrl(siteUrl, siteSpace) };
}

/** Returns a tree without the pages whose condition does not hold, and those below them. */
function shownTree(tree: PageTree, { visitor }: Visit): PageTree {
  const pages = [...tree.walk()].map(({ page }) => page);
  if (pages.every(({ condition }) => condition === undefined)) return tree;
  const shown = new Set<string | null>([null]);
  for (const { id, parent, condition } of pages) {
    if (shown.has(parent) && conditionHolds(condition ?? null, visitor)) shown.add(id);
  }
  return new PageTree(pages.filter(({ id }) => shown.has(id)));
}

/**
 * Finds what a visitor finds at an address; null if there is nothing for them. A redirect of the
 * site applies where no page is, and is the last one: it points to a page by its id.
 *
 * @throws BAD_USER_INPUT for an invalid visitor token
 */
export async function findVisitedContent(
  context: Context,
  input: VisitInput,
): Promise<VisitedContent | null> {
  const visit = await findSiteVisit(context, input);
  if (!visit) return null;
  const { site, parts, segments } = visit;
  const address = { siteId: site.id, siteSpaces: parts.siteSpaces, segments };
  let first: VisitedContent | null = null;
  for await (const place of placesOf(context.db, address)) {
    const content = place && (await contentAt({ ...visit, ...place }));
    if (content && findVisitedPage(content)) return content;
    first ??= content;
  }
  return first;
}

function contentAt(visit: Visit): Promise<VisitedContent> {
  return loadVisitedContent(visit, visit.siteSpace);
}

/**
 * Finds the document at the visited place, or the one that a redirect of the content points to. A
 * group redirects to its first document.
 */
export function findVisitedPage(content: VisitedContent): VisitedPage | null {
  const { tree } = content;
  const at = pageOfPlace(content.visit.page, content);
  const entry = at && firstDocument(tree, at);
  return entry ? { ...content, entry } : null;
}

/** Returns the page or group of a place in a content, or the target of a redirect from its path. */
export function pageOfPlace(
  page: SitePlace['page'],
  { tree, revision }: Pick<VisitedContent, 'tree' | 'revision'>,
): PageEntry | undefined {
  if ('id' in page) return tree.page(page.id);
  return pageAtPath({ tree, redirects: revision.redirects as Redirects }, page.path);
}

function firstDocument(tree: PageTree, entry: PageEntry): PageEntry | undefined {
  if (entry.type === 'document') return entry;
  for (const { page } of tree.walk(entry.id)) if (page.type === 'document') return page;
  return undefined;
}

/** Returns the address of a page of a visited space. */
export function visitedPageUrl({ tree, url }: VisitedContent, id: string): string {
  return publishedPageUrl(url, tree, id);
}

/** Returns the addresses of the targets of references for a visitor. */
export function visitedUrls(content: VisitedContent): TargetUrls {
  return {
    page: (id) => (content.tree.page(id) ? visitedPageUrl(content, id) : null),
    async other(reference) {
      if (reference.kind !== 'page' && reference.kind !== 'space') return null;
      const isPage = reference.kind === 'page';
      const spaceId = isPage ? reference.revision.spaceId : reference.space.id;
      const { parts, siteUrl, context } = content.visit;
      const siteSpace = parts.siteSpaces.find((one) => one.spaceId === spaceId);
      const [elsewhere] = siteSpace ? [] : await publishedUrlsOf(context, spaceId);
      const url = siteSpace ? publishedSiteSpaceUrl(siteUrl, siteSpace) : elsewhere;
      if (url === undefined) return null;
      return isPage
        ? visitedPageUrl({ ...content, tree: reference.tree, url }, reference.entry.id)
        : url;
    },
  };
}

/** Returns a page of a visited space as the content feature has it. */
export function asPageNode({ revision, tree, entry }: VisitedPage): PageNode {
  return { revision, tree, entry };
}
