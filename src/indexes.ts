// All that is kept with content: whatever writes content or indexes it imports this list.
import './features/links/links-between-spaces.ts';
import './features/search/search-index.ts';
