import { LRUCache } from 'lru-cache';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { derivedOf } from '../../revisions/derived/derive-texts.ts';
import { filesOf, pageTreeOf, reusableContentsOf } from '../content/load-content.ts';
import type { Body, Redirects } from '../../revisions/store/entry.ts';
import { bodyKey, LinkGraph } from './link-graph.ts';
import { textLinks, type TextLink } from './text-links.ts';

/** Maximum number of links of revisions in memory. Content is immutable, so they never go stale. */
const CACHED_LINKS_MAX = 200_000;

const graphs = new LRUCache<string, LinkGraph>({
  maxSize: CACHED_LINKS_MAX,
  sizeCalculation: ({ size }) => size + 1,
});

/**
 * Returns the links of a revision, from the links stored with its texts. One statement loads the
 * texts of all revisions of a level.
 */
export async function linkGraphOf(context: Context, revision: Row<'Revision'>): Promise<LinkGraph> {
  const { addresses } = context;
  const key = `${revision.id} ${addresses.key}`;
  const known = graphs.get(key);
  if (known) return known;
  const [tree, files, reusableContents] = await Promise.all([
    pageTreeOf(context, revision),
    filesOf(context, revision),
    reusableContentsOf(context, revision),
  ]);
  const bodies = [...[...tree.walk()].map(({ page }) => page), ...reusableContents];
  const texts = await Promise.all(
    bodies.map(async (body) => [bodyKey(body), await linksOfText(context, body)] as const),
  );
  const redirects = revision.redirects as Redirects;
  const graph = new LinkGraph(
    { tree, files, reusableContents, redirects },
    { spaceId: revision.spaceId, addresses, texts: new Map(texts) },
  );
  graphs.set(key, graph);
  return graph;
}

interface LinksOfText {
  links: TextLink[];
  anchors: string[];
}

/** Returns the links and anchors in one text. Batched. */
export async function linksOfText(
  { db, loaders }: Pick<Context, 'db' | 'loaders'>,
  body: Body,
): Promise<LinksOfText> {
  if (body.source === undefined) return { links: [], anchors: [] };
  const found = await loaders.batch('text links', bodyKey(body), (keys) =>
    derivedOf(
      db,
      textLinks,
      keys.map((key) => {
        const [source = '', start] = key.split(' ');
        return { source, sourceStart: Number(start) };
      }),
    ),
  );
  return found ?? { links: [], anchors: [] };
}
