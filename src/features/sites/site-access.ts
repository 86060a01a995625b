import type { Viewer } from '../../auth/viewer.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Loaders } from '../../pagination/loaders.ts';
import type { Source } from '../../pagination/source.ts';
import { organizationPermissions } from '../organizations/organization-access.ts';
import { shareLinkSource } from './share-links/share-link-source.ts';
import { siteSource } from './site-source.ts';
import { siteSectionGroupSource } from './structure/site-section-group-source.ts';
import { siteSectionSource } from './structure/site-section-source.ts';
import { siteSpaceSource } from './structure/site-space-source.ts';

/** What a viewer may do with a site and all below it. */
export interface SitePermissions {
  view: boolean;
  edit: boolean;
}

/** What the viewer may do with a site that exists for them: the flags shown, and the gates. */
export function sitePermissions(
  viewer: Viewer,
  { organizationId }: Pick<Row<'Site'>, 'organizationId'>,
): SitePermissions {
  return { view: true, edit: organizationPermissions(viewer, organizationId).createContent };
}

/** The ids on the way to a site, as its path on `/v1` has them. */
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

/** The site with those ids; null when it does not exist for the viewer. */
async function loadSite(loaders: Loaders, key: SiteKey): Promise<Row<'Site'> | null> {
  const site = await loaders.one(siteSource, key.siteId);
  return site?.organizationId === key.organizationId ? site : null;
}

/**
 * Lets pass whom the permissions let change a site.
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
 * The site with those ids, for something that a flag allows.
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

/** As findSite, for a section. */
export function findSiteSection(
  context: Context,
  key: SiteSectionKey,
  flag: keyof SitePermissions = 'view',
): Promise<Row<'SiteSection'>> {
  const part = { source: siteSectionSource, noun: 'site section', id: key.siteSectionId };
  return findPart(context, key, part, flag);
}

/** As findSite, for a section group. */
export function findSiteSectionGroup(
  context: Context,
  key: SiteSectionGroupKey,
  flag: keyof SitePermissions = 'view',
): Promise<Row<'SiteSectionGroup'>> {
  const id = key.siteSectionGroupId;
  const part = { source: siteSectionGroupSource, noun: 'site section group', id };
  return findPart(context, key, part, flag);
}

/** As findSite, for a site-space. */
export function findSiteSpace(
  context: Context,
  key: SiteSpaceKey,
  flag: keyof SitePermissions = 'view',
): Promise<Row<'SiteSpace'>> {
  const part = { source: siteSpaceSource, noun: 'site space', id: key.siteSpaceId };
  return findPart(context, key, part, flag);
}

/** As findSite, for a share link. */
export function findShareLink(
  context: Context,
  key: ShareLinkKey,
  flag: keyof SitePermissions = 'view',
): Promise<Row<'ShareLink'>> {
  const part = { source: shareLinkSource, noun: 'share link', id: key.shareLinkId };
  return findPart(context, key, part, flag);
}

/** What belongs to a site has the permissions of the site. */
async function findPart<Part extends { siteId: string }>(
  context: Context,
  key: SiteKey,
  { source, noun, id }: { source: Source<Part>; noun: string; id: string },
  flag: keyof SitePermissions,
): Promise<Part> {
  // A request without a token ends here, before a load is under way that nobody would wait for.
  const { loaders } = context;
  const [site, part] = await Promise.all([loadSite(loaders, key), loaders.one(source, id)]);
  if (!site) throw notFound('site', key.siteId);
  if (part?.siteId !== site.id) throw notFound(noun, id);
  if (flag === 'edit') requireEdit(context.viewer, site);
  return part;
}

/** The site of something that exists for the viewer. @throws NOT_FOUND when it has just gone */
export async function siteOf(context: Context, siteId: string): Promise<Row<'Site'>> {
  const site = await context.loaders.one(siteSource, siteId);
  if (!site) throw notFound('site', siteId);
  return site;
}
