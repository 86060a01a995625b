import { setImmediate } from 'node:timers/promises';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { collectionSource } from '../collections/collection-source.ts';
import { filesOf, pageTreeOf, reusableContentsOf } from '../content/load-content.ts';
import { loadHead } from '../content/load-head.ts';
import type { PageEntry, Redirects } from '../../revisions/store/entry.ts';
import { loadOpenApiSpec } from '../openapi-specs/openapi-spec-access.ts';
import { openApiSpecRows } from '../openapi-specs/openapi-spec-rows.ts';
import { findContentByPublishedUrl } from '../sites/publishing/content-by-published-url.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { userSource } from '../users/user-source.ts';
import { decodeUrlPart } from '../../lib/decode-url-part.ts';
import { findSourceReference, type ContentReferenceValue } from './content-reference-values.ts';
import { pageAtPath } from './content-places.ts';
import type { LinkUsage } from './link-graph.ts';
import type { LinkTarget, WithinSpace } from './link-target.ts';
import { linksOfText } from './load-link-graph.ts';
import { hasAnchor } from './resolve-reference.ts';

export type LinkStatusValue = 'ok' | 'broken' | 'in-app';

/** A link as the viewer may see it. */
export interface ResolvedLink extends LinkUsage {
  /** The revision that contains the link. */
  revision: Row<'Revision'>;
  status: LinkStatusValue;
  /** The target; null if it does not exist or the viewer may not see it. */
  reference: ContentReferenceValue | null;
}

interface Resolution {
  reference: ContentReferenceValue | null;
  /** Whether the page exists, but lacks the anchor. */
  isMissing?: boolean;
}

/** Number of links resolved before the event loop serves other requests. */
const SLICE_MAX = 1000;

/**
 * Resolves the links of a revision. A target that the viewer may not see is missing, like a deleted
 * one. A thousand links take a few statements.
 */
export async function resolveLinks(
  context: Context,
  revision: Row<'Revision'>,
  usages: readonly LinkUsage[],
): Promise<ResolvedLink[]> {
  const links: ResolvedLink[] = [];
  for (let first = 0; first < usages.length; first += SLICE_MAX) {
    if (first > 0) await setImmediate();
    const slice = usages.slice(first, first + SLICE_MAX);
    links.push(...(await resolveSlice(context, revision, slice)));
  }
  return links;
}

function resolveSlice(
  context: Context,
  revision: Row<'Revision'>,
  usages: readonly LinkUsage[],
): Promise<ResolvedLink[]> {
  return Promise.all(
    usages.map(async (usage) => {
      const found = await resolve(context, revision, usage.target);
      const isBroken = found.reference === null || found.isMissing === true;
      const status = isBroken ? 'broken' : usage.isApp ? 'in-app' : 'ok';
      const reference =
        found.reference ?? (usage.address === null ? null : { kind: 'url', url: usage.address });
      return { ...usage, revision, status, reference };
    }),
  );
}

async function resolve(
  context: Context,
  revision: Row<'Revision'>,
  target: LinkTarget,
): Promise<Resolution> {
  const { loaders } = context;
  switch (target.kind) {
    case 'page': {
      const { page, anchor, isMissing } = target;
      const tree = await pageTreeOf(context, revision);
      const entry = tree.page(page);
      return { reference: entry ? pageReference(revision, tree, entry, anchor) : null, isMissing };
    }
    case 'file': {
      const entry = (await filesOf(context, revision)).find(({ id }) => id === target.file);
      return { reference: entry ? { kind: 'file', revision, entry } : null };
    }
    case 'reusable-content':
      return { reference: await findSourceReference(context, revision, target.reusableContent) };
    case 'space':
      return resolveSpace(context, target.space, target.within);
    case 'collection': {
      const collection = await loaders.one(collectionSource, target.collection);
      return { reference: collection && { kind: 'collection', collection } };
    }
    case 'user': {
      const user = await loaders.one(userSource, target.user);
      return { reference: user && { kind: 'user', user } };
    }
    case 'openapi': {
      const spec = await loadSpec(context, revision, target);
      return { reference: spec && { kind: 'openapi', spec } };
    }
    case 'url':
      return resolveUrl(context, revision, target.url);
    case 'missing':
      return { reference: null };
  }
}

function pageReference(
  revision: Row<'Revision'>,
  tree: Awaited<ReturnType<typeof pageTreeOf>>,
  entry: PageEntry,
  anchor: string | undefined,
): ContentReferenceValue {
  const location = anchor === undefined ? {} : { location: { type: 'anchor', anchor } as const };
  return { kind: 'page', revision, tree, entry, ...location };
}

/**
 * Loads an OpenAPI specification by id, which documents use, or by slug, which markdown mostly
 * uses.
 */
async function loadSpec(
  context: Context,
  { organizationId }: Row<'Revision'>,
  { spec, organization = organizationId }: { spec: string; organization?: string },
): Promise<Row<'OpenApiSpec'> | null> {
  const named = await context.loaders.one(openApiSpecRows, spec);
  return named ?? loadOpenApiSpec(context, { organizationId: organization, specSlug: spec });
}

/** Resolves a space, or a target in its primary content. */
async function resolveSpace(
  context: Context,
  spaceId: string,
  within: WithinSpace | undefined,
): Promise<Resolution> {
  const space = await context.loaders.one(spaceSource, spaceId);
  if (!space || space.deletedAt) return { reference: null };
  if (!within) return { reference: { kind: 'space', space } };
  const revision = await loadHead(context, space);
  if ('reusableContent' in within) {
    const contents = await reusableContentsOf(context, revision);
    const entry = contents.find(({ id }) => id === within.reusableContent);
    return { reference: entry ? { kind: 'reusable-content', revision, entry } : null };
  }
  const tree = await pageTreeOf(context, revision);
  const redirects = revision.redirects as Redirects;
  const page =
    'page' in within ? tree.page(within.page) : pageAtPath({ tree, redirects }, within.path);
  if (!page) return { reference: null };
  const { anchor } = within;
  const reference = pageReference(revision, tree, page, anchor && decodeUrlPart(anchor));
  if (anchor === undefined) return { reference };
  const { anchors } = await linksOfText(context, page);
  return { reference, isMissing: !hasAnchor(new Set(anchors), anchor) };
}

/**
 * Resolves a URL outside the app: of published content, or of any other site, which is assumed to
 * exist.
 */
async function resolveUrl(
  context: Context,
  revision: Row<'Revision'>,
  url: string,
): Promise<Resolution> {
  const reference = { kind: 'url', url } as const;
  if (!/^https?:/i.test(url)) return { reference };
  const published = await findContentByPublishedUrl(context, url);
  if (!published) return { reference };
  const space = await context.loaders.one(spaceSource, published.spaceId);
  if (!space) return { reference };
  const { hash } = new URL(url);
  const anchor = hash.length > 1 ? { anchor: hash.slice(1) } : {};
  if (published.path === '' && hash === '' && space.id !== revision.spaceId) {
    return { reference: space.deletedAt ? null : { kind: 'space', space } };
  }
  return resolveSpace(context, space.id, { path: published.path, ...anchor });
}
