import type { Viewer } from '../../auth/viewer.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import { nounOf, requiredField } from '../../pagination/declared-fields.ts';
import type { Loaders } from '../../pagination/loaders.ts';
import type { Source } from '../../pagination/source.ts';
import { organizationPermissions } from '../organizations/organization-access.ts';
import { shareLinkSource } from './share-links/share-link-source.ts';
import { siteSource } from './site-source.ts';
import { siteSectionGroupSource } from './structure/site-section-group-source.ts';
import { siteSectionSource } from './structure/site-section-source.ts';
import { siteSpaceSource } from './structure/site-space-source.ts';

/** Permission flags of a site and its parts. */
export interface SitePermissions {
  view: boolean;
  edit: boolean;
}

/** Returns the viewer's permissions for a visible site, as shown and as enforced. */
export function sitePermissions(
  viewer: Viewer,
  { organizationId }: Pick<Row<'Site'>, 'organizationId'>,
): SitePermissions {
  return { view: true, edit: organizationPermissions(viewer, organizationId).createContent };
}

/** Natural key of a site, as in a `/v1` path. */
export interface SiteKey {
  organizationId: string;
  siteId: string;
}

export interface SiteSectionKey extends SiteKey {
  siteSectionId: string;
}

export interface SiteSectionGroupKey extends SiteKey {
  siteSectionGroupId: string;
}

export interface SiteSpaceKey extends SiteKey {
  siteSpaceId: string;
}

export interface ShareLinkKey extends SiteKey {
  shareLinkId: string;
}

/** Loads a site by its key; null if it does not exist for the viewer. */
function loadSite(loaders: Loaders, key: SiteKey): Promise<Row<'Site'> | null> {
  return loaders.oneIn(siteSource, key.siteId, 'organizationId', key.organizationId);
}

/**
 * Requires permission to change a site.
 *
 * @throws FORBIDDEN below `create`
 */
export function requireEdit(
  viewer: Viewer,
  site: Pick<Row<'Site'>, 'organizationId' | 'title'>,
): void {
  if (!sitePermissions(viewer, site).edit) {
    throw forbidden(`change the site "${site.title}"`, 'create');
  }
}

/**
 * Finds a site by its key and checks a permission flag.
 *
 * @throws NOT_FOUND when it does not exist for the viewer, FORBIDDEN when the flag is false
 */
export async function findSite(
  context: Context,
  key: SiteKey,
  flag: keyof SitePermissions = 'view',
): Promise<Row<'Site'>> {
  const site = await loadSite(context.loaders, key);
  if (!site) throw notFound('site', key.siteId);
  if (flag === 'edit') requireEdit(context.viewer, site);
  return site;
}

/** Finds a part of a site by its key, as findSite does for a site. */
type FindPart<Part, Key extends string> = (
  context: Context,
  key: SiteKey & Readonly<Record<Key, string>>,
  flag?: keyof SitePermissions,
) => Promise<Part>;

/**
 * Returns the finder of a kind of parts of sites. They have the permissions of their site.
 *
 * @param keyField member of the key with the id of the part
 */
export function partFinder<Part extends { siteId: string }, Key extends string>(
  source: Source<Part>,
  keyField: Key,
): FindPart<Part, Key> {
  return async (context, key, flag = 'view') => {
    // A request without a token fails here, before it starts loads that nobody would await.
    const { loaders } = context;
    const id: string = key[keyField];
    const [site, part] = await Promise.all([loadSite(loaders, key), loaders.one(source, id)]);
    if (!site) throw notFound('site', key.siteId);
    if (part?.siteId !== site.id) throw notFound(nounOf(source), id);
    if (flag === 'edit') requireEdit(context.viewer, site);
    return part;
  };
}

export const findSiteSection = partFinder(siteSectionSource, 'siteSectionId');
export const findSiteSectionGroup = partFinder(siteSectionGroupSource, 'siteSectionGroupId');
export const findSiteSpace = partFinder(siteSpaceSource, 'siteSpaceId');
export const findShareLink = partFinder(shareLinkSource, 'shareLinkId');

/** Loads the site of a visible part. @throws NOT_FOUND when it was just deleted */
export async function siteOf(context: Context, siteId: string): Promise<Row<'Site'>> {
  const site = await context.loaders.one(siteSource, siteId);
  if (!site) throw notFound('site', siteId);
  return site;
}

/** The options by which a field serves the site that a row belongs to: spread them. */
export const siteField = requiredField(siteSource, 'siteId');
