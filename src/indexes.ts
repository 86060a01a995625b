import { linksBetweenSpaces } from './features/links/links-between-spaces.ts';
import { computedPageIndex } from './features/openapi-specs/computed/computed-page-index.ts';
import { searchIndex } from './features/search/search-index.ts';
import { addContentIndex } from './revisions/derived/content-index.ts';

/** Adds all indexes of content. Every process that writes content or indexes calls it first. */
export function addContentIndexes(): void {
  [linksBetweenSpaces, computedPageIndex, searchIndex].forEach(addContentIndex);
}
