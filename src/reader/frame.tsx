import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Icon } from './icons.tsx';
import { Navigation, type NavigationPlace } from './navigation.tsx';
import { ThemedPicture } from './themed-picture.tsx';

/** Addresses of what every page loads. */
export interface ReaderAssets {
  favicon: string;
  style: string;
  script: string;
}

export interface NamedLink {
  title: string;
  href: string;
  isCurrent?: boolean;
  /** Title of the group of a section; null without one. */
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
  /** The sections of a site. */
  tabs: NamedLink[];
  variants: NamedLink[];
  headerLinks: NamedLink[];
  footerGroups: { title: string; links: NamedLink[] }[];
  /** Sentences at the end of each page. */
  footnotes: string[];
  place: NavigationPlace | null;
  search: { action: string; query?: string } | null;
  /** Path of a stylesheet with the colors of the site. */
  theme?: string | undefined;
  account: { signInHref?: string; name?: string | undefined } | null;
}

interface FrameProps {
  frame: Frame;
  assets: ReaderAssets;
  children?: ComponentChildren;
}

/** Renders a whole page. */
export function renderPage(frame: Frame, assets: ReaderAssets, content: ComponentChildren): string {
  const page = (
    <Page frame={frame} assets={assets}>
      {content}
    </Page>
  );
  return `<!doctype html>${renderToString(page)}`;
}

function Page({ frame, assets, children }: FrameProps): VNode {
  const { place } = frame;
  return (
    <html lang={frame.language ?? 'en'}>
      <Head frame={frame} assets={assets} />
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <Header frame={frame} />
        <div class={place ? 'layout' : 'layout plain'}>
          {place && <Sidebar variants={frame.variants} place={place} />}
          {children}
        </div>
        {frame.footerGroups.length + frame.footnotes.length > 0 ? <Footer frame={frame} /> : null}
        <script src={assets.script} defer />
      </body>
    </html>
  );
}

function Head({ frame, assets }: FrameProps): VNode {
  const { head, home } = frame;
  const title = frame.title === home.title ? home.title : `${frame.title} · ${home.title}`;
  const emoji = home.icon?.emoji;
  const links: [string, string | undefined][] = [
    ['icon', emoji === undefined ? assets.favicon : emojiIcon(emoji)],
    ['stylesheet', assets.style],
    ['stylesheet', frame.theme],
    ['canonical', head.canonical],
    ['prev', head.prev],
    ['next', head.next],
  ];
  const isShared = head.canonical !== undefined;
  const properties: [string, string | undefined][] = [
    ['og:url', head.canonical],
    ['og:title', frame.title],
    ['og:site_name', home.title],
    ['og:type', 'article'],
    ['og:description', head.description || undefined],
  ];
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      {head.description ? <meta name="description" content={head.description} /> : null}
      {head.isIndexed ? null : <meta name="robots" content="noindex, nofollow" />}
      {links.map(([rel, href]) => (href === undefined ? null : <link rel={rel} href={href} />))}
      {head.markdown && <link rel="alternate" type="text/markdown" href={head.markdown} />}
      {isShared ? <meta name="twitter:card" content="summary" /> : null}
      {properties.map(([property, content]) =>
        isShared && content !== undefined ? <meta property={property} content={content} /> : null,
      )}
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
        {frame.search && <SearchForm {...frame.search} />}
        {headerLinks.length === 0 && !account ? null : (
          <div class="header-links">
            {headerLinks.map((link) => (
              <NavLink {...link} />
            ))}
            {account && <Account {...account} />}
          </div>
        )}
      </div>
      {frame.tabs.length > 1 ? <Tabs tabs={frame.tabs} /> : null}
    </header>
  );
}

function HomeIcon({ icon }: { icon: Frame['home']['icon'] }): VNode | null {
  if (icon?.emoji === undefined) {
    const { light, dark } = icon?.images ?? {};
    return <ThemedPicture class="home-icon" src={light} dark={dark} width={28} height={28} />;
  }
  return (
    <span class="home-icon" aria-hidden="true">
      {icon.emoji}
    </span>
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

function Account({ signInHref, name }: NonNullable<Frame['account']>): VNode {
  if (name === undefined) return <a href={signInHref}>Sign in</a>;
  return (
    <form class="account" method="post" action="/sign-out">
      <span>{name}</span>
      <button class="quiet">Sign out</button>
    </form>
  );
}

function NavLink({ title, href, isCurrent = false }: NamedLink): VNode {
  return (
    <a href={href} aria-current={isCurrent ? 'true' : undefined}>
      {title}
    </a>
  );
}

function NavList({ links }: { links: readonly NamedLink[] }): VNode {
  return (
    <ul>
      {links.map((link) => (
        <li>
          <NavLink {...link} />
        </li>
      ))}
    </ul>
  );
}

/** Shows the sections of a site; those of a group beside each other below its title. */
function Tabs({ tabs }: { tabs: readonly NamedLink[] }): VNode {
  const isFirst = (at: number) => tabs[at]?.groupTitle !== tabs[at - 1]?.groupTitle;
  return (
    <nav class="sections" aria-label="Sections">
      <ul>
        {tabs.map((tab, at) => (
          <>
            {tab.groupTitle && isFirst(at) ? <li class="section-group">{tab.groupTitle}</li> : null}
            <li>
              <NavLink {...tab} />
            </li>
          </>
        ))}
      </ul>
    </nav>
  );
}

interface SidebarProps {
  variants: readonly NamedLink[];
  place: NavigationPlace;
}

/** On narrow screens the table of contents is folded; the style shows it beside the text else. */
function Sidebar({ variants, place }: SidebarProps): VNode {
  return (
    <div class="sidebar">
      <details class="menu">
        <summary>
          <Icon name="menu" />
          Contents
        </summary>
        <div class="menu-body">
          {variants.length < 2 ? null : (
            <details class="variants">
              <summary>
                <span class="unseen">Variant: </span>
                {variants.find(({ isCurrent }) => isCurrent)?.title}
              </summary>
              <NavList links={variants} />
            </details>
          )}
          <Navigation place={place} />
        </div>
      </details>
    </div>
  );
}

function Footer({ frame }: { frame: Frame }): VNode {
  return (
    <footer class="site">
      {frame.footerGroups.map(({ title, links }) => (
        <section>
          <h2>{title}</h2>
          <NavList links={links} />
        </section>
      ))}
      {frame.footnotes.map((text) => (
        <p>{text}</p>
      ))}
    </footer>
  );
}
