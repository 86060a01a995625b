import { h, type ComponentChildren, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { emojiPicture } from '../lib/emoji.ts';
import type { FontFace, SiteAnswer, Themed } from './answers.ts';
import { Icon } from './icons.tsx';
import { Navigation, type NavigationPlace } from './navigation.tsx';
import { ThemedPicture } from './themed-picture.tsx';

/** Addresses of what every page loads. */
export interface ReaderAssets {
  favicon: string;
  style: string;
  script: string;
  /** Faces of the fonts that are served, by the names of settings. */
  fonts: Readonly<Record<string, readonly FontFace[]>>;
}

export interface NamedLink {
  title: string;
  /** Absent for one that only has others below it. */
  href: string | undefined;
  isCurrent?: boolean;
  className?: string | undefined;
  /** Links that open below it. */
  links?: NamedLink[];
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
    /** Pictures with the title in them, which replace it and the icon. */
    logo?: Themed | undefined;
    icon: { emoji?: string; images?: Themed } | null;
  };
  /** A message above each page. */
  announcement: { message: string; style: string; link?: NamedLink | undefined } | null;
  head: HeadLinks;
  /** The sections of a site. */
  tabs: NamedLink[];
  variants: NamedLink[];
  headerLinks: NamedLink[];
  footerGroups: { title: string; links: NamedLink[] }[];
  /** Sentences at the end of each page. */
  footnotes: string[];
  place: NavigationPlace | null;
  search: { action: string } | null;
  /** Colors and fonts of the site. */
  styling?: SiteAnswer['settings']['styling'];
  /** The name of who is signed in; null where nobody is. */
  account: { name: string } | null;
}

interface FrameProps {
  frame: Frame;
  assets: ReaderAssets;
  css: string;
  children?: ComponentChildren;
}

/** Renders a whole page. */
export function renderPage(
  frame: Frame,
  assets: ReaderAssets,
  content: ComponentChildren,
  css = '',
): string {
  const page = (
    <Page frame={frame} assets={assets} css={css}>
      {content}
    </Page>
  );
  return `<!doctype html>${renderToString(page)}`;
}

function Page({ frame, assets, css, children }: FrameProps): VNode {
  const { place } = frame;
  return (
    <html lang={frame.language ?? 'en'}>
      <Head frame={frame} assets={assets} css={css} />
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        {frame.announcement && <Announcement {...frame.announcement} />}
        <Header {...frame} />
        <div class={place ? 'layout' : 'layout plain'}>
          {place && <Sidebar {...frame} />}
          {children}
        </div>
        {frame.footerGroups.length + frame.footnotes.length > 0 ? <Footer {...frame} /> : null}
        <script src={assets.script} defer />
      </body>
    </html>
  );
}

function Head({ frame, assets, css }: FrameProps): VNode {
  const { head, home } = frame;
  const title = frame.title === home.title ? home.title : `${frame.title} · ${home.title}`;
  const { emoji, images } = home.icon ?? {};
  const favicon = emoji === undefined ? assets.favicon : emojiPicture(emoji);
  const links: [string, string | undefined][] = [
    ['icon', images?.light ?? favicon],
    ['stylesheet', assets.style],
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
      {images && <link rel="icon" href={images.dark} media="(prefers-color-scheme: dark)" />}
      {css === '' ? null : <style dangerouslySetInnerHTML={{ __html: css }} />}
      {head.markdown && <link rel="alternate" type="text/markdown" href={head.markdown} />}
      {isShared ? <meta name="twitter:card" content="summary" /> : null}
      {properties.map(([property, content]) =>
        isShared && content !== undefined ? <meta property={property} content={content} /> : null,
      )}
    </head>
  );
}

function Announcement({ message, style, link }: NonNullable<Frame['announcement']>): VNode {
  return (
    <aside class={`announcement ${style}`} aria-label="Announcement">
      {message} {link?.href === undefined ? null : <NavLink {...link} />}
    </aside>
  );
}

function Header({ home, headerLinks, account, search, tabs }: Frame): VNode {
  return (
    <header class="site">
      <div class="bar">
        <a class="home" href={home.href}>
          <HomeName {...home} />
        </a>
        {search && <SearchForm {...search} />}
        {headerLinks.length === 0 && !account ? null : (
          <div class="header-links">
            {headerLinks.map(HeaderLink)}
            {account && <Account {...account} />}
          </div>
        )}
      </div>
      {tabs.length > 1 ? <Tabs tabs={tabs} /> : null}
    </header>
  );
}

function HomeName({ logo, icon, title }: Frame['home']): VNode {
  if (logo) return <ThemedPicture class="logo" src={logo.light} dark={logo.dark} alt={title} />;
  const { light, dark } = icon?.images ?? {};
  return (
    <>
      {icon?.emoji === undefined ? (
        <ThemedPicture class="home-icon" src={light} dark={dark} width={28} height={28} />
      ) : (
        <span class="home-icon" aria-hidden="true">
          {icon.emoji}
        </span>
      )}
      <span>{title}</span>
    </>
  );
}

/** Shows a link, or the button that opens those below it. */
function HeaderLink({ links = [], ...link }: NamedLink): VNode {
  if (links.length === 0) return <NavLink {...link} />;
  return (
    <details class="link-menu" name="header">
      <summary>{link.title}</summary>
      <ul>{(link.href === undefined ? links : [link, ...links]).map(NavItem)}</ul>
    </details>
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

function Account({ name }: { name: string }): VNode {
  return (
    <form class="account" method="post" action="/sign-out">
      <a href="/account">{name}</a>
      <button class="quiet">Sign out</button>
    </form>
  );
}

function NavLink({ title, href, isCurrent = false, className }: NamedLink): VNode {
  return (
    <a class={className} href={href} aria-current={isCurrent ? 'true' : undefined}>
      {title || href}
    </a>
  );
}

function NavItem(link: NamedLink): VNode {
  return (
    <li>
      <NavLink {...link} />
    </li>
  );
}

/** Shows the sections of a site; those of a group beside each other below its title. */
function Tabs({ tabs }: { tabs: readonly NamedLink[] }): VNode {
  const isFirst = (at: number) => tabs[at]?.groupTitle !== tabs[at - 1]?.groupTitle;
  return (
    <nav class="sections" aria-label="Sections">
      <ul>
        {tabs.map((tab, at) => [
          tab.groupTitle && isFirst(at) ? <li class="section-group">{tab.groupTitle}</li> : null,
          NavItem(tab),
        ])}
      </ul>
    </nav>
  );
}

/** On narrow screens the table of contents is folded; the style shows it beside the text else. */
function Sidebar({ variants, place }: Pick<Frame, 'variants' | 'place'>): VNode {
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
              <ul>{variants.map(NavItem)}</ul>
            </details>
          )}
          {place && <Navigation place={place} />}
        </div>
      </details>
    </div>
  );
}

function Footer({ footerGroups, footnotes }: Frame): VNode {
  return (
    <footer class="site">
      {footerGroups.map(({ title, links }) => (
        <section>
          <h2>{title}</h2>
          <ul>{links.map(NavItem)}</ul>
        </section>
      ))}
      {footnotes.map((text) => h('p', null, text))}
    </footer>
  );
}
