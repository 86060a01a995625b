import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { pageTreeOf } from '../../content/load-content.ts';
import { linkGraphOf } from '../../links/load-link-graph.ts';
import { resolveLinks } from '../../links/resolve-links.ts';

/** Link whose target does not exist, or is hidden from the exporting user. */
export interface BrokenLink {
  /** Path of the file that contains the link; the title of a page without a file. */
  path: string;
  /** Address as written in the content. */
  address: string;
}

/**
 * Finds the broken links of content, each once for a file.
 *
 * @param paths in the repository, by the ids of pages and reusable contents
 */
export async function findBrokenLinks(
  context: Context,
  revision: Row<'Revision'>,
  paths: ReadonlyMap<string, string>,
): Promise<BrokenLink[]> {
  const { usages } = await linkGraphOf(context, revision);
  const tree = await pageTreeOf(context, revision);
  const links = await resolveLinks(context, revision, usages);
  return links
    .filter(({ status }) => status === 'broken')
    .flatMap(({ written, locations }) =>
      [...new Set(locations.map(({ source }) => source))].map((source) => ({
        path: paths.get(source) ?? tree.page(source)?.title ?? source,
        address: written,
      })),
    )
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
