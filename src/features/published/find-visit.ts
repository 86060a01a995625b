import type { Row } from '../../builder.ts';
import { createContext, type Context } from '../../context.ts';
import type { Database } from '../../database/database.ts';
import { readClaims, type Claims } from '../../lib/conditions/read-claims.ts';
import { loadDestination } from '../sites/redirects/find-site-redirect.ts';
import {
  findPublishedSite,
  findSectionByCopiedPath,
  loadSiteParts,
  opensByShareKey,
  type SiteParts,
} from '../sites/publishing/load-published-site.ts';
import { siteSource } from '../sites/site-source.ts';
import { publishedSiteSpaceUrl } from '../sites/site-urls.ts';
import { siteSpaceSource } from '../sites/structure/site-space-source.ts';
import {
  isOfPreview,
  verifiedClaims,
  type VisitorPayload,
} from '../sites/visitors/find-published-content.ts';
import { hiddenFrom } from '../sites/visitors/hidden-parts.ts';

/** Claims of a visitor: those of a verified token, with the others below `unsigned`. */
export interface VisitClaims {
  claims: Claims;
  /** The same as JSON. */
  json: Readonly<Record<string, unknown>>;
}

/** A published site as one visitor finds it. */
interface SiteVisit {
  site: Row<'Site'>;
  /** Address of the site's root, as it was visited, without a share key. */
  siteUrl: string;
  /** The share key in the address, if it opened the site. */
  shareKey: string | null;
  visitor: VisitClaims;
  /** Parts of the site that the visitor finds, in order. */
  parts: SiteParts;
  /** Decoded segments of the address below the site's root and the share key. */
  segments: readonly string[];
  /** Reads for the visitor: what is open to everybody, whoever sends the request. */
  context: Context;
}

/** Place on a site: a page in a space, by its path or by its id. */
export interface SitePlace {
  siteSpace: Row<'SiteSpace'>;
  page: { path: string } | { id: string };
}

/** A published site as one visitor finds it, with the place at the visited address. */
export type Visit = SiteVisit & SitePlace;

/** An address below a site, with the site-spaces that exist for whoever visits it. */
export interface AddressBelowSite {
  siteId: string;
  siteSpaces: readonly Row<'SiteSpace'>[];
  segments: readonly string[];
}

export interface VisitInput {
  url: string;
  shareKey?: string | null;
  visitor?: VisitorPayload | null;
}

/**
 * Finds the site that a visitor finds at an address; null if there is none for them. The visibility
 * of the site decides, as do the conditions of its parts; members of the organization see it
 * without a key or a token.
 *
 * @throws BAD_USER_INPUT for an invalid visitor token
 */
export async function findSiteVisit(
  context: Context,
  input: VisitInput,
): Promise<SiteVisit | null> {
  // Refuses an invalid API token.
  void context.viewerOrNobody;
  const found = await findPublishedSite(context, input.url);
  if (!found) return null;
  const { site } = found;
  const visitor = await claimsOf(context, site, input.visitor ?? {});
  const isPreview = isOfPreview(context, visitor.json);
  const admission = await admit(context, found, { ...input, isPreview });
  if (!admission) return null;
  const parts = await loadSiteParts(context.db, site.id);
  const shown = await shownParts(context, parts, {
    claims: visitor.claims,
    byMembership: admission.byMembership,
  });
  const { shareKey, segments } = admission;
  return {
    ...{ site, siteUrl: found.url, shareKey, segments, visitor, parts: shown },
    context: contextOfVisitor(context),
  };
}

async function claimsOf(
  context: Context,
  site: Row<'Site'>,
  { jwtToken, unsignedClaims }: VisitorPayload,
): Promise<VisitClaims> {
  const signed = await verifiedClaims(context, site, jwtToken);
  const unsigned = unsignedClaims ?? {};
  return {
    claims: new Map(readClaims(signed)).set('unsigned', readClaims(unsigned)),
    json: { ...signed, unsigned },
  };
}

interface Admission {
  byMembership: boolean;
  shareKey: string | null;
  /** Segments below the root, without the share key. */
  segments: string[];
}

async function admit(
  context: Context,
  { site, segments }: { site: Row<'Site'>; segments: string[] },
  { shareKey, visitor, isPreview }: VisitInput & { isPreview: boolean },
): Promise<Admission | null> {
  const open = { byMembership: false, shareKey: null, segments };
  if (isPreview || site.visibility === 'public' || site.visibility === 'unlisted') return open;
  if (site.visibility === 'share-link') {
    const [written = '', ...rest] = segments;
    if (written !== '' && (await opensByShareKey(context.db, site.id, written))) {
      return { ...open, shareKey: written, segments: rest };
    }
    if (shareKey && (await opensByShareKey(context.db, site.id, shareKey))) return open;
  }
  if (site.visibility === 'visitor-auth' && visitor?.jwtToken != null) return open;
  const isMember = context.hasViewer && (await context.loaders.one(siteSource, site.id)) !== null;
  return isMember ? { ...open, byMembership: true } : null;
}

/** Returns the parts that a visitor finds: members find only spaces that they may view. */
async function shownParts(
  context: Pick<Context, 'loaders'>,
  { groups, sections, siteSpaces }: SiteParts,
  { claims, byMembership }: { claims: Claims; byMembership: boolean },
): Promise<SiteParts> {
  // A request without a token has no loaders; it is no member either.
  const visible = byMembership
    ? await Promise.all(siteSpaces.map(({ id }) => context.loaders.one(siteSpaceSource, id)))
    : siteSpaces;
  const present = siteSpaces.filter((_siteSpace, index) => visible[index] !== null);
  const hidden = new Set(
    hiddenFrom(
      { claims },
      groups.map(({ id }) => ({ id, condition: null, parentId: null })),
      sections.map(({ id, condition, groupId }) => ({ id, condition, parentId: groupId })),
      present.map(({ id, condition, sectionId }) => ({ id, condition, parentId: sectionId })),
    ),
  );
  const isShown = ({ id }: { id: string }) => !hidden.has(id);
  return {
    groups: groups.filter(isShown),
    sections: sections.filter(isShown),
    siteSpaces: present.filter(isShown),
  };
}

/**
 * Returns the place at an address of a site: in the site-space whose address is the longest prefix
 * of it; null if there is none. The root is the first site-space if its own one is missing.
 */
function placeByAddress(
  siteSpaces: readonly Row<'SiteSpace'>[],
  segments: readonly string[],
): SitePlace | null {
  const matches = siteSpaces.flatMap((siteSpace) => {
    const prefix = prefixOf(siteSpace);
    return prefix.every((part, index) => part === segments[index]) ? [{ siteSpace, prefix }] : [];
  });
  const [longest] = matches.toSorted((a, b) => b.prefix.length - a.prefix.length);
  const [first] = siteSpaces;
  if (!longest) {
    return first && segments.length === 0 ? { siteSpace: first, page: { path: '' } } : null;
  }
  const { siteSpace, prefix } = longest;
  return { siteSpace, page: { path: segments.slice(prefix.length).join('/') } };
}

/**
 * Yields the places to which an address below a site may lead, first the one at the address itself.
 * Others are below a section by its path, where visitors see its id instead, and that of a redirect
 * of the site.
 */
export async function* placesOf(
  db: Database,
  address: AddressBelowSite,
): AsyncIterable<SitePlace | null> {
  yield placeByAddress(address.siteSpaces, address.segments);
  yield await placeByCopiedPath(db, address);
  yield await placeByRedirect(db, address);
}

/** Returns the place below a section whose path was copied from a space; see `shownPathSql`. */
async function placeByCopiedPath(
  db: Database,
  { siteId, siteSpaces, segments: [first = '', ...rest] }: AddressBelowSite,
): Promise<SitePlace | null> {
  const sectionId = await findSectionByCopiedPath(db, siteId, first);
  return sectionId === null ? null : placeByAddress(siteSpaces, [sectionId, ...rest]);
}

async function placeByRedirect(
  db: Database,
  { siteId, siteSpaces, segments }: AddressBelowSite,
): Promise<SitePlace | null> {
  const destination = await loadDestination(db, siteId, segments);
  if (!destination) return null;
  const page = destination.kind === 'site-page' ? { id: destination.pageId } : { path: '' };
  if (destination.kind !== 'site-section') {
    const siteSpace = siteSpaces.find(({ id }) => id === destination.siteSpaceId);
    return siteSpace ? { siteSpace, page } : null;
  }
  const ofSection = siteSpaces.filter(({ sectionId }) => sectionId === destination.siteSectionId);
  const siteSpace = ofSection.find(({ isDefault }) => isDefault) ?? ofSection[0];
  return siteSpace ? { siteSpace, page } : null;
}

function prefixOf(siteSpace: Row<'SiteSpace'>): string[] {
  const { pathname } = new URL(publishedSiteSpaceUrl('https://site', siteSpace));
  return pathname.split('/').filter(Boolean).map(decodeURIComponent);
}

/** Returns a context that sees what everybody sees. */
function contextOfVisitor(context: Context): Context {
  const { db, addresses, log, web } = context;
  const now = () => context.now();
  const viewer = { id: '', tokenId: null, memberships: new Map() };
  return createContext({ db, addresses, log, web, now, viewer });
}
