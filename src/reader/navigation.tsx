import type { VNode } from 'preact';
import type { PageItem } from './answers.ts';
import { Icon } from './icons.tsx';
import { PageIcon } from './named-icon.tsx';

/** Longest list of siblings in the navigation; of a longer one the pages around the current one. */
const SIBLINGS_MAX = 120;

/** A step on the way to a page. */
export interface Crumb {
  title: string;
  href?: string | undefined;
}

/** Addresses and the current page of a navigation. */
export interface NavigationPlace {
  pages: readonly PageItem[];
  /** Steps above the pages. */
  crumbs?: readonly Crumb[];
  /** Id of the shown page; undefined for none. */
  currentId: string | undefined;
  /** Returns the address of a page. */
  hrefOf: (page: PageItem) => string | undefined;
  /** Returns the address of the page with an id; undefined without one. */
  hrefOfId: (id: string | undefined) => string | undefined;
}

/** A page with those above it, from the top. */
interface Trail {
  page: PageItem;
  above: PageItem[];
}

/** Returns all pages in reading order, each with those above it. */
function* walk(pages: readonly PageItem[], above: PageItem[] = []): Iterable<Trail> {
  for (const page of pages) {
    yield { page, above };
    yield* walk(page.pages ?? [], [...above, page]);
  }
}

/** Returns the pages above a page, from the top. */
function pagesAbove({ pages, currentId }: NavigationPlace): PageItem[] {
  for (const { page, above } of walk(pages)) if (page.id === currentId) return above;
  return [];
}

/** Returns the documents before and after the current page, in reading order. */
export function neighbours(
  place: NavigationPlace,
): Record<'previous' | 'next', PageItem | undefined> {
  const documents = [...walk(place.pages)]
    .filter(({ page, above }) => ![page, ...above].some(({ hidden }) => hidden))
    .flatMap(({ page }) => (page.type === 'document' ? page : []));
  const index = documents.findIndex(({ id }) => id === place.currentId);
  const at = (position: number) => (index < 0 ? undefined : documents[position]);
  return { previous: at(index - 1), next: at(index + 1) };
}

/** Returns the first document; undefined if there is none. */
export function firstDocument(pages: readonly PageItem[]): PageItem | undefined {
  for (const { page } of walk(pages)) if (page.type === 'document') return page;
  return undefined;
}

/** Returns the address of a page below that of its content. */
export function pageUrl(root: string, path: string): string {
  return [root.replace(/\/$/, ''), ...path.split('/').map(encodeURIComponent)].join('/');
}

/** Returns all pages by id. */
export function pagesById(pages: readonly PageItem[]): Map<string, PageItem> {
  return new Map([...walk(pages)].map(({ page }) => [page.id, page]));
}

/** Shows the table of contents: groups open, pages below others where the reader is. */
export function Navigation({ place }: { place: NavigationPlace }): VNode {
  const open = new Set(pagesAbove(place).map(({ id }) => id));
  return (
    <nav class="contents" aria-label="Table of contents">
      <Level pages={place.pages} place={place} open={open} />
    </nav>
  );
}

interface LevelProps {
  pages: readonly PageItem[];
  place: NavigationPlace;
  /** Ids of the pages above the current one. */
  open: ReadonlySet<string>;
}

function Level({ pages, place, open }: LevelProps): VNode {
  const shown = pages.filter((page) => !page.hidden);
  const at = shown.findIndex(({ id }) => id === place.currentId || open.has(id));
  const first = Math.max(0, Math.min(at - SIBLINGS_MAX / 2, shown.length - SIBLINGS_MAX));
  const near = shown.slice(first, first + SIBLINGS_MAX);
  return (
    <ul>
      {near.map((page) => (
        <Entry page={page} place={place} open={open} />
      ))}
      {near.length === shown.length ? null : (
        <li class="more">{shown.length - near.length} more pages: use the search</li>
      )}
    </ul>
  );
}

function Entry({ page, place, open }: { page: PageItem } & Omit<LevelProps, 'pages'>): VNode {
  const below = page.pages ?? [];
  const title = [<PageIcon page={page} />, page.title];
  const inner = <Level pages={below} place={place} open={open} />;
  if (page.type === 'group') {
    return (
      <li class="group">
        <span class="group-title">{title}</span>
        {below.length === 0 ? null : inner}
      </li>
    );
  }
  const isCurrent = page.id === place.currentId;
  const isOpen = isCurrent || open.has(page.id);
  const hasBelow = below.some(({ hidden }) => !hidden);
  const classes = [isOpen && 'open', hasBelow && 'parent'].filter(Boolean).join(' ');
  return (
    <li class={classes || undefined}>
      <a href={place.hrefOf(page)} aria-current={isCurrent ? 'page' : undefined}>
        <span>{title}</span>
        {page.type === 'link' ? <Icon name="external" /> : null}
        {hasBelow ? <Icon name="chevron" /> : null}
      </a>
      {isOpen && hasBelow ? inner : null}
    </li>
  );
}

/** Returns the way to the current page. */
export function crumbsOf(place: NavigationPlace): Crumb[] {
  const pages = pagesAbove(place).map((page) => ({
    title: page.title,
    href: page.type === 'group' ? undefined : place.hrefOf(page),
  }));
  return [...(place.crumbs ?? []), ...pages];
}

/** Shows the way to a page. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }): VNode | null {
  if (crumbs.length === 0) return null;
  return (
    <nav class="crumbs" aria-label="Breadcrumbs">
      <ol>
        {crumbs.map(({ title, href }) => (
          <li>{href === undefined ? title : <a href={href}>{title}</a>}</li>
        ))}
      </ol>
    </nav>
  );
}

/** Shows links to the pages before and after. */
export function Pagination({ place }: { place: NavigationPlace }): VNode | null {
  const { previous, next } = neighbours(place);
  if (!previous && !next) return null;
  const link = (page: PageItem | undefined, rel: 'prev' | 'next', label: string) =>
    page && (
      <a class={rel} rel={rel} href={place.hrefOf(page)}>
        <small>{label}</small>
        <span>{page.title}</span>
      </a>
    );
  return (
    <nav class="pagination" aria-label="Pages before and after">
      {link(previous, 'prev', 'Previous')}
      {link(next, 'next', 'Next')}
    </nav>
  );
}
