// All data derived from content. Every writer of content or indexes imports this list.
import './features/links/links-between-spaces.ts';
import './features/openapi-specs/computed/computed-page-index.ts';
import './features/search/search-index.ts';
