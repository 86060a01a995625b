import type { SpaceAddress } from '../../addresses.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { urlOf } from '../../lib/urls.ts';
import { loadChangeRequest } from '../change-requests/change-request-access.ts';
import { collectionSource } from '../collections/collection-source.ts';
import { pageTreeOf } from '../content/load-content.ts';
import { loadHead } from '../content/load-head.ts';
import type { PageNode } from '../content/page-node.ts';
import { revisionSource } from '../content/revision-source.ts';
import { loadOpenApiSpec } from '../openapi-specs/openapi-spec-access.ts';
import { organizationSource } from '../organizations/organization-source.ts';
import { placesOf, type SitePlace } from '../published/find-visit.ts';
import { pageOfPlace } from '../published/visited-content.ts';
import {
  findPublishedSite,
  loadSiteParts,
  opensByShareKey,
} from '../sites/publishing/load-published-site.ts';
import { siteSource } from '../sites/site-source.ts';
import { publishedSectionUrl } from '../sites/site-urls.ts';
import { siteSectionSource } from '../sites/structure/site-section-source.ts';
import { siteSpaceSource } from '../sites/structure/site-space-source.ts';
import { spaceSource } from '../spaces/space-source.ts';

/** Objects at an address that the viewer may see. */
export interface ContentAtUrl {
  organization?: Row<'Organization'> | null;
  collection?: Row<'Collection'> | null;
  openAPISpec?: Row<'OpenApiSpec'> | null;
  site?: Row<'Site'> | null;
  siteSection?: Row<'SiteSection'> | null;
  siteSpace?: Row<'SiteSpace'> | null;
  space?: Row<'Space'> | null;
  changeRequest?: Row<'ChangeRequest'> | null;
  revision?: Row<'Revision'> | null;
  page?: PageNode;
}

/**
 * Finds the objects at an address of the app or of a published site; null if there is nothing that
 * the viewer may see. Addresses of objects that others contain include these.
 */
export async function findContentByUrl(
  context: Context,
  address: string,
): Promise<ContentAtUrl | null> {
  if (!URL.canParse(address)) return null;
  const app = context.addresses.readApp(new URL(address));
  if (!app) return contentOfSite(context, address);
  const { loaders } = context;
  const organizationId = app.organization;
  const organization = await loaders.one(organizationSource, organizationId);
  const inOrganization = ['organizationId', organizationId] as const;
  switch (app.kind) {
    case 'organization':
      return organization && { organization };
    case 'site': {
      const site = await loaders.oneIn(siteSource, app.id, ...inOrganization);
      return site && { organization, site };
    }
    case 'collection': {
      const collection = await loaders.oneIn(collectionSource, app.id, ...inOrganization);
      return collection && { organization, collection };
    }
    case 'openapi': {
      const openAPISpec = await loadOpenApiSpec(context, { organizationId, specSlug: app.slug });
      return openAPISpec && { organization, openAPISpec };
    }
    case 'space': {
      const space = await loaders.oneIn(spaceSource, app.space, ...inOrganization);
      const content = space && (await contentOfSpace(context, space, app));
      return content && { organization, space, ...content };
    }
  }
}

/** Returns what an address of a space names besides the space; null if it does not exist. */
async function contentOfSpace(
  context: Context,
  space: Row<'Space'>,
  address: SpaceAddress,
): Promise<ContentAtUrl | null> {
  const { loaders } = context;
  if (address.changeRequest !== undefined) {
    const key = { spaceId: space.id, changeRequestId: address.changeRequest };
    const changeRequest = await loadChangeRequest(context, key);
    return changeRequest && { changeRequest };
  }
  const revision =
    address.revision === undefined
      ? null
      : await loaders.oneIn(revisionSource, address.revision, 'spaceId', space.id);
  if (address.revision !== undefined && !revision) return null;
  if (address.path === '') return { revision };
  const content = await loadPage(context, revision ?? (await loadHead(context, space)), {
    path: address.path,
  });
  return content && { revision, page: content };
}

async function loadPage(
  context: Context,
  revision: Row<'Revision'>,
  page: SitePlace['page'],
): Promise<PageNode | null> {
  const tree = await pageTreeOf(context, revision);
  const entry = pageOfPlace(page, { tree, revision });
  return entry ? { revision, tree, entry } : null;
}

/** Returns what is at an address of a published site, by the rights of a member. */
async function contentOfSite(context: Context, address: string): Promise<ContentAtUrl | null> {
  const found = await findPublishedSite(context, address);
  if (!found) return null;
  const { id: siteId, organizationId, visibility } = found.site;
  const { db, loaders } = context;
  const [first = '', ...rest] = found.segments;
  const hasKey = visibility === 'share-link' && (await opensByShareKey(db, siteId, first));
  const segments = hasKey ? rest : found.segments;
  const { sections, siteSpaces } = await loadSiteParts(db, siteId);
  const [organization, site] = await Promise.all([
    loaders.one(organizationSource, organizationId),
    loaders.one(siteSource, siteId),
  ]);
  for await (const place of placesOf(db, { siteId, siteSpaces, segments })) {
    const content = place && (await contentOfPlace(context, place));
    if (content) return { organization, site, ...content };
  }
  if (!site) return null;
  // A site and a section have an address also without a space that the viewer sees.
  const shown = await Promise.all(sections.map(({ id }) => loaders.one(siteSectionSource, id)));
  const siteSection = shown.find(
    (section) => section && publishedSectionUrl('', section) === urlOf('', ...segments),
  );
  return siteSection || segments.length === 0 ? { organization, site, siteSection } : null;
}

/** Returns what is at a place of a site; null if the space or the page does not exist. */
async function contentOfPlace(
  context: Context,
  { siteSpace: { id, sectionId, spaceId }, page: place }: SitePlace,
): Promise<ContentAtUrl | null> {
  const { loaders } = context;
  const space = await loaders.one(spaceSource, spaceId);
  if (!space || space.deletedAt) return null;
  const [siteSpace, siteSection, page] = await Promise.all([
    loaders.one(siteSpaceSource, id),
    sectionId === null ? null : loaders.one(siteSectionSource, sectionId),
    loadHead(context, space).then((head) => loadPage(context, head, place)),
  ]);
  const isRoot = 'path' in place && place.path === '';
  return page || isRoot ? { siteSection, siteSpace, space, ...(page && { page }) } : null;
}
