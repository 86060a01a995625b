import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { loadHead } from '../content/load-head.ts';
import type { PageNode } from '../content/page-node.ts';
import type { Redirects } from '../../revisions/store/entry.ts';
import { publishedUrlsOf } from '../sites/publishing/content-by-published-url.ts';
import { spaceSource } from '../spaces/space-source.ts';
import {
  findSourceReference,
  type PageReferenceValue,
  type ReusableContentReferenceValue,
} from './content-reference-values.ts';
import { foreignSources, type PageNames } from './links-between-spaces.ts';
import { linkGraphOf } from './load-link-graph.ts';

/** A page or reusable content that contains a link. */
export type Backlink = PageReferenceValue | ReusableContentReferenceValue;

/**
 * Returns the backlinks of a page: from its own content, then from the primary content of other
 * spaces that the viewer may see.
 */
export async function backlinksOfPage(context: Context, page: PageNode): Promise<Backlink[]> {
  const [own, foreign] = await Promise.all([
    backlinksWithin(context, page.revision, page.entry.id),
    backlinksFromOutside(context, page),
  ]);
  return [...own, ...foreign];
}

/** Returns the backlinks of a page or file within its own content. */
export async function backlinksWithin(
  context: Context,
  revision: Row<'Revision'>,
  id: string,
): Promise<Backlink[]> {
  const graph = await linkGraphOf(context, revision);
  const sources = graph.sourcesOf(id);
  const found = await Promise.all(
    sources.map((one) => findSourceReference(context, revision, one)),
  );
  return found.filter((one) => one !== null);
}

async function backlinksFromOutside(context: Context, page: PageNode): Promise<Backlink[]> {
  const { db, loaders } = context;
  const names = await namesOf(context, page);
  const sources = await loaders.batch('foreign links', JSON.stringify(names), (keys) =>
    foreignSources(
      db,
      keys.map((key) => JSON.parse(key) as PageNames),
    ),
  );
  const found = await Promise.all(
    sources.map(async ({ spaceId, source }) => {
      const space = await loaders.one(spaceSource, spaceId);
      if (!space || space.deletedAt) return null;
      return findSourceReference(context, await loadHead(context, space), source);
    }),
  );
  return found.filter((one) => one !== null);
}

async function namesOf(context: Context, { revision, tree, entry }: PageNode): Promise<PageNames> {
  const { spaceId, redirects } = revision;
  const redirected = Object.entries(redirects as Redirects)
    .filter(([, page]) => page === entry.id)
    .map(([path]) => path);
  const isFirst = tree.atPath('')?.id === entry.id;
  return {
    spaceId,
    page: entry.id,
    paths: [tree.path(entry.id), ...redirected, ...(isFirst ? [''] : [])],
    appHosts: context.addresses.appHosts,
    publishedUrls: await publishedUrlsOf(context, spaceId),
  };
}
