// All that is kept with content: whatever writes content or indexes it imports this list.
import './features/links/links-between-spaces.ts';
import './features/openapi-specs/computed/computed-page-index.ts';
import './features/search/search-index.ts';
