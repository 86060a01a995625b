import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Icon } from './icons.tsx';
import { Navigation, type NavigationPlace } from './navigation.tsx';

/** Addresses of what every page loads. */
export interface ReaderAssets {
  favicon: string;
  style: string;
  script: string;
}

export interface TabLink {
  title: string;
  href: string;
  isCurrent: boolean;
  groupTitle?: string | null;
}

export interface HeadLinks {
  canonical?: string;
  description?: string | null;
  /** Whether search engines may keep the page. */
  isIndexed: boolean;
  /** Address of the same page as markdown. */
  markdown?: string;
  prev?: string | undefined;
  next?: string | undefined;
}

/** Parts around the content of a page. */
export interface Frame {
  /** Title of the page, for the window. */
  title: string;
  language: string | null;
  home: {
    title: string;
    href: string;
    icon: { emoji?: string; images?: { light: string; dark: string } } | null;
  };
  head: HeadLinks;
  tabs: TabLink[];
  variants: { title: string; href: string; isCurrent: boolean }[];
  headerLinks: { title: string; href: string }[];
  footerGroups: { title: string; links: { title: string; href: string }[] }[];
  /** Sentences at the end of each page. */
  footnotes: string[];
  place: NavigationPlace | null;
  search: { action: string; query?: string } | null;
  /** Path of a stylesheet with the colors of the site. */
  theme?: string | undefined;
  account: { signInHref?: string; name?: string | undefined } | null;
}

/** Renders a whole page. */
export function renderPage(frame: Frame, assets: ReaderAssets, content: ComponentChildren): string {
  return `<!doctype html>${renderToString(
    <Document frame={frame} assets={assets}>
      {content}
    </Document>,
  )}`;
}

function Document({
  frame,
  assets,
  children,
}: {
  frame: Frame;
  assets: ReaderAssets;
  children: ComponentChildren;
}): VNode {
  return (
    <html lang={frame.language ?? 'en'}>
      <Head frame={frame} assets={assets} />
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <Header frame={frame} />
        <div class={frame.place ? 'layout' : 'layout plain'}>
          {frame.place ? <Sidebar frame={frame} place={frame.place} /> : null}
          {children}
        </div>
        {frame.footerGroups.length + frame.footnotes.length > 0 ? <Footer frame={frame} /> : null}
        <script src={assets.script} defer />
      </body>
    </html>
  );
}

function Head({ frame, assets }: { frame: Frame; assets: ReaderAssets }): VNode {
  const { head, home } = frame;
  const title = frame.title === home.title ? home.title : `${frame.title} · ${home.title}`;
  const description = head.description ?? undefined;
  const emoji = home.icon?.emoji;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      {description ? <meta name="description" content={description} /> : null}
      {head.isIndexed ? null : <meta name="robots" content="noindex, nofollow" />}
      <link rel="icon" href={emoji === undefined ? assets.favicon : emojiIcon(emoji)} />
      <link rel="stylesheet" href={assets.style} />
      {frame.theme === undefined ? null : <link rel="stylesheet" href={frame.theme} />}
      {head.canonical === undefined ? null : (
        <>
          <link rel="canonical" href={head.canonical} />
          <meta property="og:url" content={head.canonical} />
          <meta property="og:title" content={frame.title} />
          <meta property="og:site_name" content={home.title} />
          <meta property="og:type" content="article" />
          {description ? <meta property="og:description" content={description} /> : null}
          <meta name="twitter:card" content="summary" />
        </>
      )}
      {head.markdown === undefined ? null : (
        <link rel="alternate" type="text/markdown" href={head.markdown} />
      )}
      {head.prev === undefined ? null : <link rel="prev" href={head.prev} />}
      {head.next === undefined ? null : <link rel="next" href={head.next} />}
    </head>
  );
}

function emojiIcon(emoji: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="90">${emoji.replace(/[<&]/g, '')}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function Header({ frame }: { frame: Frame }): VNode {
  const { home, headerLinks, account } = frame;
  return (
    <header class="site">
      <div class="bar">
        <a class="home" href={home.href}>
          <HomeIcon icon={home.icon} />
          <span>{home.title}</span>
        </a>
        {frame.search ? <SearchForm {...frame.search} /> : null}
        {headerLinks.length === 0 && !account ? null : (
          <div class="header-links">
            {headerLinks.map(({ title, href }) => (
              <a href={href}>{title}</a>
            ))}
            {account ? <Account {...account} /> : null}
          </div>
        )}
      </div>
      {frame.tabs.length > 1 ? <Tabs tabs={frame.tabs} /> : null}
    </header>
  );
}

function HomeIcon({ icon }: { icon: Frame['home']['icon'] }): VNode | null {
  if (icon?.emoji !== undefined) {
    return (
      <span class="home-icon" aria-hidden="true">
        {icon.emoji}
      </span>
    );
  }
  if (!icon?.images) return null;
  return (
    <picture>
      <source srcset={icon.images.dark} media="(prefers-color-scheme: dark)" />
      <img class="home-icon" src={icon.images.light} alt="" width="28" height="28" />
    </picture>
  );
}

export function SearchForm({ action, query }: { action: string; query?: string }): VNode {
  return (
    <form class="search" role="search" action={action}>
      <Icon name="search" />
      <input
        type="search"
        name="q"
        value={query}
        placeholder="Search"
        aria-label="Search"
        autocomplete="off"
        maxLength={512}
      />
      <kbd aria-hidden="true">/</kbd>
      <button class="unseen">Search</button>
    </form>
  );
}

function Account({ signInHref, name }: { signInHref?: string; name?: string | undefined }): VNode {
  if (name === undefined) return <a href={signInHref}>Sign in</a>;
  return (
    <form class="account" method="post" action="/sign-out">
      <span>{name}</span>
      <button class="quiet">Sign out</button>
    </form>
  );
}

/** Shows the sections of a site; those of a group beside each other below its title. */
function Tabs({ tabs }: { tabs: readonly TabLink[] }): VNode {
  const groups: { title: string | null; tabs: TabLink[] }[] = [];
  for (const tab of tabs) {
    const title = tab.groupTitle ?? null;
    const last = groups.at(-1);
    if (last && last.title === title) last.tabs.push(tab);
    else groups.push({ title, tabs: [tab] });
  }
  return (
    <nav class="sections" aria-label="Sections">
      <ul>
        {groups.flatMap(({ title, tabs: inGroup }) => [
          ...(title === null ? [] : [<li class="section-group">{title}</li>]),
          ...inGroup.map((tab) => (
            <li>
              <a href={tab.href} aria-current={tab.isCurrent ? 'true' : undefined}>
                {tab.title}
              </a>
            </li>
          )),
        ])}
      </ul>
    </nav>
  );
}

/** On narrow screens the table of contents is folded; the style shows it beside the text else. */
function Sidebar({ frame, place }: { frame: Frame; place: NavigationPlace }): VNode {
  return (
    <div class="sidebar">
      <details class="menu">
        <summary>
          <Icon name="menu" />
          Contents
        </summary>
        <div class="menu-body">
          <Variants variants={frame.variants} />
          <Navigation place={place} />
        </div>
      </details>
    </div>
  );
}

function Variants({ variants }: { variants: Frame['variants'] }): VNode | null {
  if (variants.length < 2) return null;
  const current = variants.find(({ isCurrent }) => isCurrent);
  return (
    <details class="variants">
      <summary>
        <span class="unseen">Variant: </span>
        {current?.title}
      </summary>
      <ul>
        {variants.map(({ title, href, isCurrent }) => (
          <li>
            <a href={href} aria-current={isCurrent ? 'true' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Footer({ frame }: { frame: Frame }): VNode {
  return (
    <footer class="site">
      {frame.footerGroups.map(({ title, links }) => (
        <section>
          <h2>{title}</h2>
          <ul>
            {links.map((link) => (
              <li>
                <a href={link.href}>{link.title}</a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {frame.footnotes.map((text) => (
        <p>{text}</p>
      ))}
    </footer>
  );
}
