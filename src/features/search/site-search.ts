import { z } from 'zod';
import { enumType } from '../../builder/declare-types.ts';
import { mutationField } from '../../builder/mutation-field.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { rawSql, sql } from '../../database/database.ts';
import { badField } from '../../errors.ts';
import type { ConnectionArguments } from '../../pagination/page-request.ts';
import type { RankedPage } from '../../pagination/ranked-list.ts';
import { findSite } from '../sites/site-access.ts';
import { siteSpaceSource } from '../sites/structure/site-space-source.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { spacesFound, SpaceSearchConnection, type SpaceHit } from './organization-search.ts';
import {
  QUERY_DESCRIPTION,
  search,
  searchArguments,
  searchComplexity,
  type Hit,
  type SearchList,
} from './search-connection.ts';
import { searchText } from './search-query.ts';

const SiteSearchMode = enumType('SiteSearchMode', 'Site-spaces that a search of a site includes.', {
  default: 'The default ones, and those in `includedSiteSpaces`.',
  specific: 'Those in `siteSpaceIds`.',
  all: 'All of them.',
});

/** The site-spaces that a search includes (interface, Site search). */
const siteSearchScope = z
  .object({
    mode: z.enum(['default', 'specific', 'all']),
    includedSiteSpaces: z.array(z.string()).nullish(),
    siteSpaceIds: z.array(z.string()).nullish(),
  })
  .refine(({ mode, siteSpaceIds }) => mode !== 'specific' || (siteSpaceIds?.length ?? 0) > 0, {
    path: ['siteSpaceIds'],
    error: 'must have at least one id in the mode "specific"',
  });

const siteQuery = z.object({ query: searchText, scope: siteSearchScope.nullish() });

type SiteSearchScope = z.output<typeof siteSearchScope>;
type SiteQuery = z.output<typeof siteQuery>;

const SiteSearchScopeInput = builder.inputType('SiteSearchScopeInput', {
  description: 'The site-spaces that a search of a site includes.',
  validate: siteSearchScope,
  fields: (t) => ({
    mode: t.field({ type: SiteSearchMode, required: true, description: 'Which they are.' }),
    includedSiteSpaces: t.idList({
      description: 'Ids of site-spaces in addition to the default ones.',
    }),
    siteSpaceIds: t.idList({ description: 'Ids of site-spaces, for the mode `SPECIFIC`.' }),
  }),
});

/** The spaces that a site shows in a scope, of those that the viewer may see. */
function spacesIn({ mode, includedSiteSpaces, siteSpaceIds }: SiteSearchScope) {
  const inScope = {
    default: sql`shown.is_default OR shown.id = ANY(${includedSiteSpaces ?? []}::text[])`,
    specific: sql`shown.id = ANY(${siteSpaceIds ?? []}::text[])`,
    all: sql`TRUE`,
  }[mode];
  return {
    ...spacesFound,
    scope: {
      name: `Site.search ${JSON.stringify([mode, includedSiteSpaces, siteSpaceIds])}`,
      includes: (viewerId) => sql`t.deleted_at IS NULL AND ${spaceSource.visibleInLists(viewerId)}
        AND t.id IN (SELECT shown.space_id FROM ${rawSql(siteSpaceSource.table)} shown
          WHERE shown.site_id = p.id AND (${inScope}))`,
    },
  } satisfies SearchList;
}

/**
 * Searches the spaces that a site shows (interface, Sites).
 *
 * @throws BAD_USER_INPUT for a site-space that the site does not show to the viewer
 */
async function searchSite(
  context: Context,
  siteId: string,
  { query, scope, ...args }: ConnectionArguments & SiteQuery,
): Promise<RankedPage<Hit<SpaceHit>>> {
  const chosen = scope ?? { mode: 'all' };
  for (const field of ['includedSiteSpaces', 'siteSpaceIds'] as const) {
    const ids = chosen[field] ?? [];
    const siteSpaces = await Promise.all(ids.map((id) => context.loaders.one(siteSpaceSource, id)));
    const unknown = siteSpaces.findIndex((siteSpace) => siteSpace?.siteId !== siteId);
    if (unknown < 0) continue;
    throw badField(['scope', field, unknown], 'must be the id of a site-space of the site');
  }
  return search<SpaceHit>(context, spacesIn(chosen), { id: siteId, query, args });
}

const DESCRIPTION =
  'The spaces of the site, visible to the viewer, with pages that contain all words of a query, and the best of these pages.';
const SCOPE_DESCRIPTION = 'The site-spaces to search; all by default.';

builder.prismaObjectFields('Site', (t) => ({
  search: t.field({
    type: SpaceSearchConnection,
    description: DESCRIPTION,
    args: {
      ...searchArguments(t.arg),
      scope: t.arg({ type: SiteSearchScopeInput, description: SCOPE_DESCRIPTION }),
      ...t.arg.connectionArgs(),
    },
    complexity: searchComplexity,
    resolve: ({ id }, args, context) => searchSite(context, id, args),
  }),
}));

mutationField('searchSite', {
  description: `${DESCRIPTION} Changes nothing: it is \`Site.search\` as a POST request.`,
  rest: {
    routes: {
      searchSiteContent: 'POST /v1/orgs/{organizationId}/sites/{siteId}/search',
    },
    result: 'results',
  },
  inputDescription: 'The site and the query.',
  inputSchema: siteQuery,
  inputFields: (t) => ({
    organizationId: t.id({ required: true, description: 'Id of the organization.' }),
    siteId: t.id({ required: true, description: 'Id of the site.' }),
    query: t.string({ required: true, description: QUERY_DESCRIPTION }),
    scope: t.field({ type: SiteSearchScopeInput, description: SCOPE_DESCRIPTION }),
  }),
  resolve: async ({ organizationId, siteId, query, scope }, context) => {
    await findSite(context, { organizationId, siteId });
    return { siteId, query, scope };
  },
  payload: (t) => ({
    results: t.field({
      type: SpaceSearchConnection,
      description: 'The spaces with pages that match, ordered by their best page.',
      args: t.arg.connectionArgs(),
      complexity: searchComplexity,
      resolve: ({ siteId, ...own }, args, context) =>
        searchSite(context, siteId, { ...own, ...args }),
    }),
  }),
});
