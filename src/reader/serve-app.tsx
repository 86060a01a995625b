import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeUrlPart } from '../lib/decode-url-part.ts';
import { localTo } from '../lib/urls.ts';
import type {
  AppSpace,
  AppViewer,
  ChangeRequestPageAnswer,
  OverviewAnswer,
  Owner,
  SpacePageAnswer,
  SpaceSearchAnswer,
} from './app-answers.ts';
import { ChangeRequestView } from './change-request-view.tsx';
import type { Frame } from './frame.tsx';
import { readQuery } from './graph-client.ts';
import { Breadcrumbs, firstDocument, pagesById, pageUrl, type Crumb } from './navigation.tsx';
import { OverviewView } from './overview-view.tsx';
import { dayOf, PageView } from './page-view.tsx';
import {
  clientOf,
  linksOf,
  queryOf,
  sendNotFound,
  sendView,
  readerTokenOf,
  type ReaderOptions,
  type ReaderVisit,
} from './reader-visit.tsx';
import { searchOf, sendSearch, wordsOf } from './send-search.tsx';
import { bareFrame, placeIn } from './site-frame.ts';

const pageFragments = ['space', 'owner', 'content', 'page', 'target'];
const spaceQuery = readQuery('space-page', ...pageFragments);
const revisionQuery = readQuery('revision-page', ...pageFragments);
const searchQuery = readQuery('space-search', 'space', 'owner');
const changeRequestQuery = readQuery('change-request', 'space', 'owner', 'list-part');
const overviewQueries = {
  organization: readQuery('organization', 'list-part'),
  collection: readQuery('collection', 'owner', 'list-part'),
  site: readQuery('site', 'owner', 'list-part'),
  space: readQuery('change-requests', 'owner', 'list-part'),
  specification: readQuery('specification', 'owner'),
};

/** Lists that are shown in parts: their cursors are parameters of the address, and variables. */
const lists = [
  ...['sites', 'collections', 'spaces', 'siteSpaces', 'changeRequests'],
  ...['conflicts', 'changes', 'reviews', 'comments'],
];

/** Names in the path of a request; `*` is the rest of it. */
type Params = Record<'organization' | 'id' | 'revision' | 'number' | '*', string>;

interface AppVisit extends ReaderVisit {
  request: FastifyRequest<{ Params: Params }>;
}

/** Serves the app: what people with access to it read, beside what is published. */
export function serveApp(app: FastifyInstance, options: ReaderOptions): void {
  const get = (url: string, sendTo: (visit: AppVisit) => Promise<FastifyReply>) =>
    app.get<{ Params: Params }>(url, (request, reply) =>
      sendTo({ app, request, reply, options, local: localTo(options.baseUrl()) }),
    );
  get('/o/:organization', (visit) => sendOverview(visit, 'organization'));
  get('/o/:organization/c/:id', (visit) => sendOverview(visit, 'collection'));
  get('/o/:organization/sites/:id', (visit) => sendOverview(visit, 'site'));
  get('/o/:organization/openapi/:id', (visit) => sendOverview(visit, 'specification'));
  get('/o/:organization/s/:id', sendSpacePage);
  get('/o/:organization/s/:id/*', sendSpacePage);
  get('/o/:organization/s/:id/~search', sendSpaceSearch);
  get('/o/:organization/s/:id/~changes', (visit) => sendOverview(visit, 'space'));
  get('/o/:organization/s/:id/changes/:number', sendChangeRequest);
  get('/o/:organization/s/:id/revisions/:revision', sendSpacePage);
  get('/o/:organization/s/:id/revisions/:revision/*', sendSpacePage);
}

/** Asks the graph as the reader who is signed in; null for everybody else. */
async function ask<Data>(
  visit: AppVisit,
  query: string,
  variables: Record<string, unknown>,
): Promise<Data | null> {
  const { data, codes } = await clientOf(visit, readerTokenOf(visit)).ask<Data>(query, variables);
  return codes.length === 0 ? data : null;
}

/** Returns the cursors in the address of a page that shows lists in parts. */
function cursorsIn(visit: AppVisit): Record<string, string | undefined> {
  return Object.fromEntries(lists.map((name) => [name, queryOf(visit, name)]));
}

/** Returns the parts of a frame that are about who is signed in. */
function viewerParts({ displayName, invitations }: AppViewer) {
  const link = { title: 'Accept or decline', href: '/account' };
  const announcement = { message: 'You are invited to an organization.', style: 'info', link };
  return {
    account: { name: displayName },
    announcement: invitations.totalCount === 0 ? null : announcement,
  };
}

/** Returns the frame around what somebody reads of a space in the app. */
function spaceFrame(viewer: AppViewer, space: AppSpace, local: AppVisit['local']): Frame {
  const { app, published } = space.urls;
  const count = space.openChangeRequests > 0 ? ` (${space.openChangeRequests})` : '';
  const changes = { title: `Change requests${count}`, href: `${local(app)}/~changes` };
  const site = { title: 'Published', href: local(published ?? '') };
  return {
    ...bareFrame,
    language: space.language?.toLowerCase() ?? null,
    home: { title: space.title, href: local(app), icon: { emoji: space.emoji } },
    headerLinks: published === null ? [changes] : [site, changes],
    search: { action: `${local(app)}/~search` },
    ...viewerParts(viewer),
  };
}

/** Returns the way to a space, or to what an organization owns. */
function crumbsTo({ local }: AppVisit, ...above: (Owner | null | undefined)[]): Crumb[] {
  return above.flatMap((item) => (item ? { title: item.title, href: local(item.urls.app) } : []));
}

async function sendSpacePage(visit: AppVisit): Promise<FastifyReply> {
  const { request, reply, local } = visit;
  const { organization, id: spaceId, revision } = request.params;
  const path = decodeUrlPart(request.params['*'] ?? '');
  const variables = { spaceId, path, ...(revision !== undefined && { revisionId: revision }) };
  const query = revision === undefined ? spaceQuery : revisionQuery;
  const data = await ask<SpacePageAnswer>(visit, query, variables);
  const space = data?.space;
  const content = space?.content;
  if (!data || !content || space.organizationId !== organization) return sendMissing(visit);
  const home = local(space.urls.app);
  const root = revision === undefined ? home : `${home}/revisions/${revision}`;
  const { page, pages } = content;
  const crumbs = crumbsTo(visit, space.organization, revision === undefined ? null : space);
  if (revision !== undefined) crumbs.push({ title: `Revision of ${dayOf(content.createdAt)}` });
  const place = { ...placeIn(pages, { root, currentId: page?.pageId }), crumbs };
  if (page?.type !== 'DOCUMENT') {
    const below = firstDocument(pagesById(pages).get(page?.pageId ?? '')?.pages ?? []);
    const href = below && place.hrefOf(below);
    if (href !== undefined) return reply.header('cache-control', 'no-cache').redirect(href, 302);
    if (path !== '') return sendMissing(visit);
  }
  const title = page?.title ?? space.title;
  const frame = { ...spaceFrame(data.viewer, space, local), title, place };
  const options = { local, pathOf: place.hrefOfId };
  const comments = `/comments/${spaceId}${page ? `?page=${page.pageId}` : ''}`;
  const links = revision === undefined ? { commentsHref: comments } : {};
  const view =
    page?.type === 'DOCUMENT' ? (
      <PageView page={page} place={place} options={options} {...links} />
    ) : (
      <main id="content" tabIndex={-1}>
        <Breadcrumbs crumbs={crumbs} />
        <h1>{space.title}</h1>
        <p class="lead">This space has no pages yet.</p>
      </main>
    );
  return sendView(visit, frame, view);
}

async function sendChangeRequest(visit: AppVisit): Promise<FastifyReply> {
  const { request, local } = visit;
  const { organization, id: spaceId, number } = request.params;
  const variables = { spaceId, number, ...cursorsIn(visit) };
  const data = await ask<ChangeRequestPageAnswer>(visit, changeRequestQuery, variables);
  const { space } = data ?? {};
  const changeRequest = space?.changeRequest;
  if (!data || !space || !changeRequest || space.organizationId !== organization) {
    return sendMissing(visit);
  }
  const frame = spaceFrame(data.viewer, space, local);
  const title = changeRequest.subject || `Change request #${changeRequest.number}`;
  const crumbs = crumbsTo(visit, space.organization, space);
  const props = { crumbs, request: changeRequest, links: linksOf(visit), local };
  return sendView(visit, { ...frame, title }, <ChangeRequestView {...props} />);
}

async function sendSpaceSearch(visit: AppVisit): Promise<FastifyReply> {
  const { organization, id: spaceId } = visit.request.params;
  const query = wordsOf(searchOf(visit));
  const data = await ask<SpaceSearchAnswer>(visit, searchQuery, { spaceId, query });
  const space = data?.space;
  if (!data || space?.organizationId !== organization) return sendMissing(visit);
  const { local } = visit;
  const home = local(space.urls.app);
  const results = space.search.nodes.map(({ title, path, sections }) => {
    const url = pageUrl(home, path);
    const parts = sections.map(({ anchor, ...section }) => ({
      ...section,
      url: anchor === null ? url : `${url}#${encodeURIComponent(anchor)}`,
    }));
    return { title, url, sections: parts };
  });
  return sendSearch(visit, spaceFrame(data.viewer, space, local), results);
}

async function sendOverview(
  visit: AppVisit,
  kind: keyof typeof overviewQueries,
): Promise<FastifyReply> {
  const { request, local } = visit;
  const { organization, id } = request.params;
  const variables =
    kind === 'specification'
      ? { organizationId: organization, slug: id }
      : { id: id ?? organization, ...cursorsIn(visit) };
  const data = await ask<OverviewAnswer>(visit, overviewQueries[kind], variables);
  const item = data?.item ?? data?.organization?.item;
  const owner = item?.organizationId ?? item?.organization?.id ?? organization;
  if (!data || !item || owner !== organization) return sendMissing(visit);
  const crumbs = crumbsTo(visit, item.organization ?? data.organization);
  const { app } = item.urls ?? {};
  if (app !== undefined) crumbs.push({ title: item.title, href: local(app) });
  const view = <OverviewView crumbs={crumbs} item={item} links={linksOf(visit)} local={local} />;
  return sendView(visit, { ...bareFrame, ...viewerParts(data.viewer), title: item.title }, view);
}

function sendMissing(visit: AppVisit): FastifyReply {
  const account = readerTokenOf(visit) === undefined ? null : { name: 'Signed in' };
  return sendNotFound(visit, { ...bareFrame, account });
}
