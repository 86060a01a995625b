import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { withParameter } from '../lib/urls.ts';
import type { SearchResult } from './answers.ts';
import { renderPage, type Frame, type ReaderAssets } from './frame.tsx';
import { createGraphClient, type GraphClient } from './graph-client.ts';
import type { PageLinks } from './list-parts.tsx';
import { NotFoundView } from './not-found-view.tsx';
import { sessionTokenOf } from './reader-session.ts';
import { sendReaderPage, type SentPage } from './send-reader-page.ts';
import { styleOf } from './site-style.ts';

export interface ReaderOptions {
  baseUrl: () => string;
  assets: ReaderAssets;
}

/** A request for a page of the reader. */
export interface ReaderVisit {
  app: FastifyInstance;
  request: FastifyRequest;
  reply: FastifyReply;
  options: ReaderOptions;
  /** Returns an address below the visited origin without it: see `localTo`. */
  local: (url: string) => string;
}

/** Returns the API token of the reader; undefined for an anonymous one. */
export function readerTokenOf({ request, options }: ReaderVisit): string | undefined {
  return sessionTokenOf(request, options.baseUrl());
}

/** Returns a client of the graph with a token; undefined for an anonymous one. */
export function clientOf({ app, request }: ReaderVisit, token: string | undefined): GraphClient {
  return createGraphClient(app, { token, requestId: request.id });
}

/** Returns a parameter of the address; undefined unless it is there once. */
export function queryOf({ request }: ReaderVisit, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the links of a visited page to its other parts. */
export function linksOf(visit: ReaderVisit): PageLinks {
  return {
    param: (name) => queryOf(visit, name),
    href: (name, value) => withParameter(visit.request.url, name, value),
  };
}

/** Sends a view in its frame. */
export function sendView(
  { request, reply, options }: ReaderVisit,
  frame: Frame,
  view: VNode,
  sent: SentPage = { isPublic: false },
): FastifyReply {
  const { assets } = options;
  const style = styleOf(frame.styling, assets.fonts);
  const html = renderPage(frame, assets, view, style.css);
  return sendReaderPage(request, reply, html, { ...sent, style });
}

/** Sends the 404 page, with a link to sign in for those for whom that may help. */
export function sendNotFound(
  visit: ReaderVisit,
  frame: Frame,
  suggestions?: readonly SearchResult[],
): FastifyReply {
  const isHelpful = suggestions === undefined && readerTokenOf(visit) === undefined;
  const next = encodeURIComponent(visit.request.url);
  const view = (
    <NotFoundView
      search={frame.search}
      suggestions={suggestions ?? []}
      signInHref={isHelpful ? `/sign-in?next=${next}` : null}
      local={visit.local}
    />
  );
  const bare = { ...frame, title: 'Not found', place: null, search: null };
  return sendView(visit, bare, view, { status: 404, isPublic: false });
}
