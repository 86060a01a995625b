import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeUrlPart } from '../lib/decode-url-part.ts';
import type {
  AppSpace,
  ChangeRequestPageAnswer,
  OverviewAnswer,
  Owner,
  SpacePageAnswer,
} from './app-answers.ts';
import { ChangeRequestView } from './change-request-view.tsx';
import type { Frame } from './frame.tsx';
import { readQuery } from './graph-client.ts';
import { Breadcrumbs, firstDocument, pagesById, type Crumb } from './navigation.tsx';
import { OverviewView } from './overview-view.tsx';
import { dayOf, PageView } from './page-view.tsx';
import {
  clientOf,
  localTo,
  sendNotFound,
  sendView,
  readerTokenOf,
  type ReaderOptions,
  type ReaderVisit,
} from './reader-visit.tsx';
import { bareFrame, placeIn } from './site-frame.ts';

const spaceQuery = readQuery('space-page', 'owner', 'content', 'page', 'target');
const revisionQuery = readQuery('revision-page', 'owner', 'content', 'page', 'target');
const changeRequestQuery = readQuery('change-request', 'owner');
const overviewQueries = {
  organization: readQuery('organization'),
  collection: readQuery('collection', 'owner'),
  site: readQuery('site', 'owner'),
  specification: readQuery('specification', 'owner'),
};

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

/** Returns the frame around what somebody reads in the app. */
function appFrame(name: string, space: AppSpace | undefined, local: AppVisit['local']): Frame {
  return {
    ...bareFrame,
    language: space?.language?.toLowerCase() ?? null,
    home: space
      ? { title: space.title, href: local(space.urls.app), icon: { emoji: space.emoji } }
      : bareFrame.home,
    account: { name },
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
  const { published } = space.urls;
  const frame: Frame = {
    ...appFrame(data.viewer.displayName, space, local),
    title: page?.title ?? space.title,
    place,
    headerLinks: published == null ? [] : [{ title: 'Published', href: local(published) }],
  };
  const hrefs = new Map([...pagesById(pages)].map(([key, item]) => [key, place.hrefOf(item)]));
  const view =
    page?.type === 'DOCUMENT' ? (
      <PageView page={page} place={place} options={{ local, pathOf: (key) => hrefs.get(key) }} />
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
  const data = await ask<ChangeRequestPageAnswer>(visit, changeRequestQuery, { spaceId, number });
  const { space } = data ?? {};
  const changeRequest = space?.changeRequest;
  if (!data || !space || !changeRequest || space.organizationId !== organization) {
    return sendMissing(visit);
  }
  const frame = appFrame(data.viewer.displayName, space, local);
  const title = changeRequest.subject || `Change request #${changeRequest.number}`;
  const crumbs = crumbsTo(visit, space.organization, space);
  const view = <ChangeRequestView crumbs={crumbs} request={changeRequest} local={local} />;
  return sendView(visit, { ...frame, title }, view);
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
      : { id: kind === 'organization' ? organization : id };
  const data = await ask<OverviewAnswer>(visit, overviewQueries[kind], variables);
  const item = data?.item ?? data?.organization?.item;
  const owner = item?.organizationId ?? item?.organization?.id ?? organization;
  if (!data || !item || owner !== organization) return sendMissing(visit);
  const frame = appFrame(data.viewer.displayName, undefined, local);
  const crumbs = crumbsTo(visit, item.organization ?? data.organization);
  const view = <OverviewView crumbs={crumbs} item={item} local={local} />;
  return sendView(visit, { ...frame, title: item.title }, view);
}

function sendMissing(visit: AppVisit): FastifyReply {
  const account = readerTokenOf(visit) === undefined ? null : { name: 'Signed in' };
  return sendNotFound(visit, { ...bareFrame, account });
}
