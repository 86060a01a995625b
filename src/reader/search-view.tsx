import { decodeHTML } from 'entities';
import type { VNode } from 'preact';
import type { SearchResult } from './answers.ts';
import { SearchForm } from './frame.tsx';

interface SearchViewProps {
  query: string;
  action: string;
  results: readonly SearchResult[];
  local: (url: string) => string;
}

/** Shows the results of a search of a site. */
export function SearchView({ query, action, results, local }: SearchViewProps): VNode {
  return (
    <main id="content" class="search-page" tabIndex={-1}>
      <h1>Search</h1>
      <SearchForm action={action} query={query} />
      {query === '' ? null : (
        <p role="status">
          {results.length === 0
            ? `Nothing has all words of “${query}”. Try fewer or other words.`
            : `${results.length === 1 ? 'One page' : `${results.length} pages`} for “${query}”`}
        </p>
      )}
      <Results results={results} local={local} />
    </main>
  );
}

export function Results({ results, local }: Pick<SearchViewProps, 'results' | 'local'>): VNode {
  return (
    <ol class="results">
      {results.map(({ title, url, spaceTitle, sections }) => (
        <li>
          <a href={local(url)}>
            <strong>{title}</strong>
            {spaceTitle && <small>{spaceTitle}</small>}
          </a>
          {sections.slice(0, 2).map((section) => (
            <a class="hit" href={local(section.url)}>
              {section.title === title ? null : <b>{section.title}</b>}
              <Excerpt html={section.body} />
            </a>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** Shows an excerpt with its marked words; everything else in it is text. */
function Excerpt({ html }: { html: string }): VNode {
  const parts = html.split(/<mark>(.*?)<\/mark>/s);
  return (
    <span>
      {parts.map((part, index) =>
        index % 2 === 1 ? <mark>{decodeHTML(part)}</mark> : decodeHTML(part),
      )}
    </span>
  );
}
