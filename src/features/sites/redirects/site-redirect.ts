import { connectionType } from '../../../builder/declare-types.ts';
import { builder, registerNode, type Row } from '../../../builder.ts';
import { declareSorting } from '../../../builder/list-sorting.ts';
import type { Context } from '../../../context.ts';
import { connectionField } from '../../../builder/connection-field.ts';
import { childField, reading } from '../../../pagination/declared-fields.ts';
import { publishedPageUrl } from '../../content/content-urls.ts';
import { openedSiteUrl, shareKeyArgument } from '../share-links/share-key.ts';
import { siteField, siteOf } from '../site-access.ts';
import { publishedSectionUrl, publishedSiteSpaceUrl } from '../site-urls.ts';
import { Site } from '../site.ts';
import { siteSectionSource } from '../structure/site-section-source.ts';
import { siteSpaceSource } from '../structure/site-space-source.ts';
import { findRedirectFrom } from './find-site-redirect.ts';
import { SiteRedirectDestination } from './redirect-destination-types.ts';
import { destinationOf, findPageOfSiteSpace } from './redirect-destination.ts';
import { redirectSourcePath } from './redirect-source-path.ts';
import { siteRedirectSource } from './site-redirect-source.ts';

registerNode(siteRedirectSource);

/** Returns the published address of a redirect's destination; null if it has none. */
async function targetOf(
  context: Context,
  redirect: Row<'SiteRedirect'>,
  shareKey: string | null | undefined,
): Promise<string | null> {
  const site = await siteOf(context, redirect.siteId);
  const siteUrl = await openedSiteUrl(context, site, shareKey);
  if (siteUrl === null) return null;
  const destination = destinationOf(redirect);
  if (destination.kind === 'site-section') {
    const section = await context.loaders.one(siteSectionSource, destination.siteSectionId);
    return section && publishedSectionUrl(siteUrl, section);
  }
  const siteSpace = await context.loaders.one(siteSpaceSource, destination.siteSpaceId);
  if (!siteSpace) return null;
  const url = publishedSiteSpaceUrl(siteUrl, siteSpace);
  if (destination.kind === 'site-space') return url;
  const page = await findPageOfSiteSpace(context, siteSpace, destination.pageId);
  return page && publishedPageUrl(url, page.tree, page.entry.id);
}

const TARGET_DESCRIPTION =
  'Published address of the destination; null if the site has none for the visitor, or if the page is gone.';

export const SiteRedirect = builder.prismaNode('SiteRedirect', {
  description: 'An address below a published site that leads to another place on it.',
  id: { field: 'id', description: 'Identifier, `red_…`.' },
  rest: {
    object: 'site-redirect',
    rare: true,
    fields: 'id source destination { ...SiteRedirectDestination } createdAt',
  },
  fields: (t) => ({
    source: t.exposeString('source', {
      description:
        'Path below the root of the site, percent-encoded: at most 512 characters, unique on the site. A page at the address takes precedence.',
    }),
    destination: t.field({
      type: SiteRedirectDestination,
      description: 'Place on the site to which it leads.',
      ...reading('siteSectionId', 'siteSpaceId', 'pageId'),
      resolve: (redirect) => destinationOf(redirect),
    }),
    target: t.string({
      nullable: true,
      description: TARGET_DESCRIPTION,
      args: shareKeyArgument(t.arg),
      ...reading('siteId', 'siteSectionId', 'siteSpaceId', 'pageId'),
      resolve: (redirect, { shareKey }, context) => targetOf(context, redirect, shareKey),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    site: t.field({ type: Site, description: 'The site of the redirect.', ...siteField }),
  }),
});

const sorting = declareSorting('SiteRedirectSort', 'redirects', {
  createdAt: 'When it was created.',
  source: 'Path that is redirected.',
}).from('createdAt');

connectionField('Site.redirects', {
  type: connectionType(SiteRedirect, 'redirect'),
  description:
    'The redirects of the site whose destination is visible to the viewer, oldest first.',
  rest: { route: 'GET /redirects', operationId: 'listSiteRedirects' },
  source: siteRedirectSource,
  of: 'siteId',
  ...sorting,
});

interface FollowedRedirect {
  redirect: Row<'SiteRedirect'>;
  shareKey: string | null | undefined;
}

const SiteRedirectMatch = builder.objectRef<FollowedRedirect>('SiteRedirectMatch').implement({
  description: 'The redirect from a path, and the address to which it leads.',
  rest: { fields: 'redirect { ...SiteRedirect } target' },
  fields: (t) => ({
    redirect: t.expose('redirect', { type: SiteRedirect, description: 'The redirect.' }),
    target: t.string({
      nullable: true,
      description: TARGET_DESCRIPTION,
      resolve: ({ redirect, shareKey }, _args, context) => targetOf(context, redirect, shareKey),
    }),
  }),
});

builder.prismaObjectFields('Site', (t) => ({
  redirect: t.field({
    type: SiteRedirect,
    description: 'A redirect of the site.',
    args: { id: t.arg.id({ required: true, description: 'Id of the redirect.' }) },
    ...childField(siteRedirectSource, 'siteId'),
  }),
  redirectBySource: t.field({
    type: SiteRedirectMatch,
    nullable: true,
    description: 'The redirect of the site from a path; null if it has none.',
    rest: {
      route: 'GET /redirect',
      rare: true,
      operationId: 'getSiteRedirectBySource',
      notFoundMessage:
        'The site has no redirect from this source: check the source, and that you have access to its destination.',
    },
    args: {
      source: t.arg.string({
        required: true,
        validate: redirectSourcePath,
        description: 'Path below the root of the site, percent-encoded.',
      }),
      ...shareKeyArgument(t.arg),
    },
    resolve: async ({ id }, { source, shareKey }, context) => {
      const redirect = await findRedirectFrom(context, id, source);
      return redirect && { redirect, shareKey };
    },
  }),
}));
