import type { VNode } from 'preact';
import type { CoverRef, PageText } from './answers.ts';
import { PageIcon } from './named-icon.tsx';
import { Breadcrumbs, crumbsOf, Pagination, type NavigationPlace } from './navigation.tsx';
import { Blocks, Footnotes } from './text/blocks.tsx';
import { Picture } from './text/media.tsx';
import {
  createSetting,
  outlineOf,
  type PageHeading,
  type SettingOptions,
} from './text/text-setting.ts';
import { plainText, type TreeNode } from './text/tree-node.ts';

/** Fewest headings for which a page shows its outline. */
const OUTLINE_MIN = 2;

interface PageViewProps {
  page: PageText;
  place: NavigationPlace;
  options: Omit<SettingOptions, 'page'>;
  /** Address of the page as markdown. */
  markdownHref?: string | undefined;
  /** Address of the comments on the page. */
  commentsHref?: string;
}

/** Shows a page with its text, its outline and the way on. */
export function PageView({ page, place, options, ...links }: PageViewProps): VNode {
  const { layout } = page;
  const nodes = withoutTitle(page);
  const setting = createSetting({ page: { ...page, document: { nodes } }, ...options });
  const outline = layout.outline ? outlineOf(nodes) : [];
  const isWide = layout.width === 'WIDE';
  return (
    <>
      <main id="content" class={isWide ? 'wide' : undefined} tabIndex={-1}>
        <article>
          {layout.cover && page.cover ? (
            <Picture
              light={withFile(page.cover.ref)}
              dark={withFile(page.cover.refDark)}
              alt=""
              class="cover"
              setting={setting}
            />
          ) : null}
          <Breadcrumbs crumbs={crumbsOf(place)} />
          <header class={layout.title ? undefined : 'unseen'}>
            <h1>
              <PageIcon page={page} />
              {page.title}
            </h1>
            {layout.description && page.description !== null ? (
              <p class="lead">{page.description}</p>
            ) : null}
          </header>
          <div class="text">
            <Blocks nodes={nodes} setting={setting} />
            <Footnotes setting={setting} />
          </div>
        </article>
        <div class="page-end">
          {layout.pagination ? <Pagination place={place} /> : null}
          <PageMeta page={page} {...links} />
        </div>
      </main>
      {outline.length >= OUTLINE_MIN && !isWide ? <Outline entries={outline} /> : null}
    </>
  );
}

/** Returns the text of a page without a first heading that repeats the title. */
function withoutTitle({ title, document, layout }: PageText): TreeNode[] {
  const [first, ...rest] = document?.nodes ?? [];
  if (!first) return [];
  const isTitle = first.type === 'heading-1' && plainText(first).trim() === title.trim();
  return isTitle && layout.title ? rest : [first, ...rest];
}

/** Returns a reference of a cover in the form that texts have. */
function withFile(ref: CoverRef | null): unknown {
  if (ref === null) return undefined;
  return ref.kind === 'FILE' ? { kind: 'file', file: ref.fileId } : { kind: 'url', url: ref.url };
}

function PageMeta({
  page,
  markdownHref,
  commentsHref,
}: Pick<PageViewProps, 'page' | 'markdownHref' | 'commentsHref'>): VNode | null {
  if (!page.layout.metadata && (markdownHref ?? commentsHref) === undefined) return null;
  return (
    <p class="meta">
      {page.layout.metadata ? (
        <span>
          Last edited <Time value={page.updatedAt} />
        </span>
      ) : null}
      {commentsHref && <a href={commentsHref}>Comments</a>}
      {markdownHref === undefined ? null : <a href={markdownHref}>View as Markdown</a>}
    </p>
  );
}

/** Shows a day, and the exact time to programs. */
export function Time({ value }: { value: string }): VNode {
  return <time dateTime={value}>{dayOf(value)}</time>;
}

/** Returns the day of a time, in words. */
export function dayOf(time: string): string {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(time));
}

function Outline({ entries }: { entries: readonly PageHeading[] }): VNode {
  const top = Math.min(...entries.map(({ level }) => level));
  return (
    <nav class="outline" aria-labelledby="outline-title">
      <h2 id="outline-title">On this page</h2>
      <ul>
        {entries.map(({ id, title, level }) => (
          <li class={`depth-${level - top}`}>
            <a href={`#${encodeURIComponent(id)}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
