import { z } from 'zod';
import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import type { PrismaTransaction } from '../../../database/database.ts';
import { badField } from '../../../errors.ts';
import { pageTreeOf } from '../../content/load-content.ts';
import { loadHead } from '../../content/load-head.ts';
import type { PageNode } from '../../content/page-node.ts';
import { findSpace } from '../../spaces/space-access.ts';
import { siteSectionSource } from '../structure/site-section-source.ts';
import { siteSpaceSource } from '../structure/site-space-source.ts';

/** Place on a site to which a redirect leads. */
export type RedirectDestination =
  | { kind: 'site-section'; siteSectionId: string }
  | { kind: 'site-space'; siteSpaceId: string }
  | { kind: 'site-page'; siteSpaceId: string; pageId: string };

/** Input for a destination: exactly one of the fields. */
export const destinationInput = z.object({
  siteSectionId: z.string().optional(),
  siteSpaceId: z.string().optional(),
  sitePage: z.object({ siteSpaceId: z.string(), pageId: z.string() }).optional(),
});

/** Converts an input to a destination. Its GraphQL type guarantees that one field is set. */
export function destinationFrom({
  siteSectionId,
  siteSpaceId,
  sitePage,
}: z.output<typeof destinationInput>): RedirectDestination {
  if (siteSectionId !== undefined) return { kind: 'site-section', siteSectionId };
  if (siteSpaceId !== undefined) return { kind: 'site-space', siteSpaceId };
  return { kind: 'site-page', siteSpaceId: '', pageId: '', ...sitePage };
}

/** Columns with a destination. */
export type DestinationColumns = Pick<
  Row<'SiteRedirect'>,
  'siteSectionId' | 'siteSpaceId' | 'pageId'
>;

/** Returns the destination of a row. */
export function destinationOf(row: DestinationColumns): RedirectDestination {
  const { siteSectionId, siteSpaceId, pageId } = row;
  if (siteSectionId !== null) return { kind: 'site-section', siteSectionId };
  const place = { siteSpaceId: siteSpaceId ?? '' };
  return pageId === null
    ? { kind: 'site-space', ...place }
    : { kind: 'site-page', ...place, pageId };
}

/** Returns the columns with a destination. */
export function destinationColumns(destination: RedirectDestination): DestinationColumns {
  const { kind: _kind, ...ids } = destination;
  return { siteSectionId: null, siteSpaceId: null, pageId: null, ...ids };
}

/**
 * Requires a destination on the site that the viewer may see.
 *
 * @throws BAD_USER_INPUT that names the field
 */
export async function requireDestination(
  context: Context,
  siteId: string,
  destination: RedirectDestination,
): Promise<void> {
  const { loaders } = context;
  if (destination.kind === 'site-section') {
    const { siteSectionId } = destination;
    const section = await loaders.oneIn(siteSectionSource, siteSectionId, 'siteId', siteId);
    if (!section) throw noDestination('siteSectionId', 'is not a section of the site');
    return;
  }
  const siteSpace = await loaders.oneIn(siteSpaceSource, destination.siteSpaceId, 'siteId', siteId);
  if (!siteSpace) throw noDestination('siteSpaceId', 'is not a site-space of the site');
  if (destination.kind !== 'site-page') return;
  const page = await findPageOfSiteSpace(context, siteSpace, destination.pageId);
  if (!page) throw noDestination('pageId', 'is not a page of the current content of the space');
  if (page.entry.type === 'link') {
    throw noDestination('pageId', 'is a link, which has no address: choose a page or a group');
  }
}

/** Finds a page in the current content of a visible site-space; null if there is none. */
export async function findPageOfSiteSpace(
  context: Context,
  { spaceId }: Row<'SiteSpace'>,
  pageId: string,
): Promise<PageNode | null> {
  const revision = await loadHead(context, await findSpace(context, spaceId));
  const tree = await pageTreeOf(context, revision);
  const entry = tree.page(pageId);
  return entry ? { revision, tree, entry } : null;
}

/**
 * Requires that the section or site-space still exists. The caller holds the lock of the site.
 *
 * @throws BAD_USER_INPUT that names the field
 */
export async function requireDestinationNow(
  transaction: PrismaTransaction,
  siteId: string,
  destination: RedirectDestination,
): Promise<void> {
  if (destination.kind === 'site-section') {
    const where = { id: destination.siteSectionId, siteId };
    if ((await transaction.siteSection.count({ where })) > 0) return;
    throw noDestination('siteSectionId', 'is not a section of the site');
  }
  const where = { id: destination.siteSpaceId, siteId };
  if ((await transaction.siteSpace.count({ where })) > 0) return;
  throw noDestination('siteSpaceId', 'is not a site-space of the site');
}

function noDestination(field: string, problem: string) {
  return badField(['input', 'destination', field], problem);
}
