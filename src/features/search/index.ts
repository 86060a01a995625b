import './organization-search.ts';
import './page-search-result.ts';
import './search-index.ts';
import './search-result.ts';
import './space-search.ts';
import './site-search.ts';
