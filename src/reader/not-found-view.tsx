import type { VNode } from 'preact';
import type { SearchResult } from './answers.ts';
import { SearchForm } from './frame.tsx';
import { Results } from './search-view.tsx';

interface NotFoundProps {
  search: { action: string } | null;
  suggestions: readonly SearchResult[];
  signInHref: string | null;
  local: (url: string) => string;
}

/** Shows that there is nothing at an address, for this reader at least. */
export function NotFoundView({ search, suggestions, signInHref, local }: NotFoundProps): VNode {
  return (
    <main id="content" class="not-found" tabIndex={-1}>
      <p class="status-code" aria-hidden="true">
        404
      </p>
      <h1>There is no page here</h1>
      <p class="lead">It was moved or deleted, or it is not open to you.</p>
      {search ? <SearchForm action={search.action} /> : null}
      {suggestions.length === 0 ? null : (
        <section>
          <h2>Perhaps one of these</h2>
          <Results results={suggestions} local={local} />
        </section>
      )}
      {signInHref === null ? null : (
        <p>
          <a class="button" href={signInHref}>
            Sign in
          </a>
        </p>
      )}
    </main>
  );
}
