import type { FastifyReply } from 'fastify';
import type { SearchResult } from './answers.ts';
import type { Frame } from './frame.tsx';
import { queryOf, sendView, type ReaderVisit } from './reader-visit.tsx';
import { SearchView } from './search-view.tsx';
import type { SentPage } from './send-reader-page.ts';

/** Longest search, in characters. */
export const SEARCH_LENGTH_MAX = 512;

/** Returns what somebody searches for. */
export function searchOf(visit: ReaderVisit): string {
  return (queryOf(visit, 'q') ?? '').trim().slice(0, SEARCH_LENGTH_MAX);
}

/** Returns a search without characters that no text has: a cut can leave half a character. */
export function wordsOf(search: string): string {
  return search.replaceAll(/\p{Cc}|\p{Cs}/gu, ' ');
}

/** Sends the results of a search, in the frame of what is searched. */
export function sendSearch(
  visit: ReaderVisit,
  { search, ...frame }: Frame,
  results: readonly SearchResult[],
  sent?: SentPage,
): FastifyReply {
  const query = searchOf(visit);
  const title = query === '' ? 'Search' : `Search: ${query}`;
  const props = { query, action: search?.action ?? '', results, local: visit.local };
  const bare = { ...frame, title, search: null, place: null };
  return sendView(visit, bare, <SearchView {...props} />, sent);
}
