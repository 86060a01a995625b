import type { VNode } from 'preact';
import type { OverviewItem } from './app-answers.ts';
import { inWords } from './change-request-view.tsx';
import { Emoji } from './icons.tsx';
import { ListParts, type PageLinks } from './list-parts.tsx';
import { Breadcrumbs, type Crumb } from './navigation.tsx';
import { Time } from './page-view.tsx';

interface OverviewProps {
  crumbs: readonly Crumb[];
  item: OverviewItem;
  links: PageLinks;
  local: (url: string) => string;
}

/** Shows what is in an organization, a collection, a site or a specification. */
export function OverviewView({ crumbs, item, links, local }: OverviewProps): VNode {
  const lists = [
    ['Sites', 'sites'],
    ['Collections', 'collections'],
    ['Spaces', 'spaces'],
    ['Spaces', 'siteSpaces'],
    ['Change requests', 'changeRequests'],
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
      {lists.map(([title, name]) => {
        const list = item[name];
        if (list === undefined || list.nodes.length === 0) return null;
        return (
          <section id={name}>
            <h2>{title}</h2>
            <ul class="results">
              {list.nodes.map((one) => (
                <li>
                  <a href={local(one.urls.app ?? one.space?.urls.app ?? '')}>
                    <Emoji value={one.emoji} />
                    <strong>{one.title || 'Untitled'}</strong>
                    {one.status && (
                      <small>
                        #{one.number}, {inWords(one.status).toLowerCase()}
                      </small>
                    )}
                  </a>
                </li>
              ))}
            </ul>
            <ListParts name={name} list={list} links={links} />
          </section>
        );
      })}
    </main>
  );
}
