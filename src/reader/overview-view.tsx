import type { VNode } from 'preact';
import type { OverviewItem } from './app-answers.ts';
import { Emoji } from './icons.tsx';
import { Breadcrumbs, type Crumb } from './navigation.tsx';
import { Time } from './page-view.tsx';

interface OverviewProps {
  crumbs: readonly Crumb[];
  item: OverviewItem;
  local: (url: string) => string;
}

/** Shows what is in an organization, a collection, a site or a specification. */
export function OverviewView({ crumbs, item, local }: OverviewProps): VNode {
  const lists = [
    ['Sites', item.sites],
    ['Collections', item.collections],
    ['Spaces', item.spaces],
    ['Spaces', item.siteSpaces],
  ] as const;
  const published = item.urls?.published;
  return (
    <main id="content" class="overview" tabIndex={-1}>
      <Breadcrumbs crumbs={crumbs} />
      <h1>{item.title}</h1>
      {published == null ? null : (
        <p>
          <a class="button" href={local(published)}>
            Open what is published
          </a>
        </p>
      )}
      {item.latestVersion ? (
        <p>
          Latest version: <Time value={item.latestVersion.createdAt} />,{' '}
          <a href={local(item.latestVersion.url)}>as JSON</a>
        </p>
      ) : null}
      {lists.map(([title, list]) =>
        list === undefined || list.nodes.length === 0 ? null : (
          <section>
            <h2>{title}</h2>
            <ul class="results">
              {list.nodes.map(({ title: name, emoji, urls, space }) => (
                <li>
                  <a href={local(urls.app ?? space?.urls.app ?? '')}>
                    <Emoji value={emoji} />
                    <strong>{name}</strong>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
    </main>
  );
}
