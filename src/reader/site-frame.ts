import type { MenuLink, PageItem, SiteAnswer } from './answers.ts';
import type { Frame } from './frame.tsx';
import { firstDocument, pagesById, pageUrl, type NavigationPlace } from './navigation.tsx';

/** The color of links of a site that has chosen none. */
const DEFAULT_COLOR = '346ddb';

/** A frame around the pages of a site: it always has a search and a table of contents. */
export interface SiteFrame extends Frame {
  place: NavigationPlace;
  search: { action: string };
}

/** A frame without a site. */
export const bareFrame: Frame = {
  title: 'docgraph',
  language: null,
  home: { title: 'docgraph', href: '/', icon: null },
  head: { isIndexed: false },
  tabs: [],
  variants: [],
  headerLinks: [],
  footerGroups: [],
  footnotes: [],
  place: null,
  search: null,
  account: null,
};

/** Returns what stands around the pages of a site. */
export function siteFrame(
  site: SiteAnswer,
  { local, currentId }: { local: (url: string) => string; currentId: string | undefined },
): SiteFrame {
  const { settings } = site;
  // Nothing here knows for whom a condition is true.
  const links = (from: readonly MenuLink[] = []) =>
    from.flatMap(({ title, condition, to }) =>
      condition === undefined && to?.url !== undefined && /^https?:/i.test(to.url)
        ? [{ title, href: to.url }]
        : [],
    );
  return {
    ...bareFrame,
    title: settings.title ?? site.title,
    language: site.language?.toLowerCase() ?? null,
    home: {
      title: settings.title ?? site.title,
      href: local(site.siteUrl),
      icon: iconOf(site),
    },
    tabs: site.sections.map(({ url, ...tab }) => ({ ...tab, href: local(url) })),
    variants: site.variants.map(({ url, ...variant }) => ({ ...variant, href: local(url) })),
    headerLinks: links(settings.header?.links),
    footerGroups: (settings.footer?.groups ?? []).map((group) => ({
      title: group.title,
      links: links(group.links),
    })),
    footnotes: [
      settings.footer?.copyright ?? [],
      settings.trademark?.enabled === false ? [] : 'Published with docgraph',
    ].flat(),
    place: placeIn(site.pages, { root: local(site.spaceUrl), currentId }),
    search: { action: `${local(site.siteUrl).replace(/\/$/, '')}/~search` },
    theme: themePath(settings.styling?.primaryColor),
  };
}

/** Returns the picture beside the title of a site: its logo, or else the icon of its settings. */
function iconOf({ settings, icon }: SiteAnswer): SiteAnswer['icon'] {
  const images = settings.header?.logo ?? settings.favicon?.icon;
  if (images) return { images };
  return settings.favicon?.emoji === undefined ? icon : { emoji: settings.favicon.emoji };
}

/** Returns the place of a page below the address of its space. The first document is the root. */
export function placeIn(
  pages: readonly PageItem[],
  { root, currentId }: { root: string; currentId: string | undefined },
): NavigationPlace {
  const first = firstDocument(pages);
  const byId = pagesById(pages);
  const pageHref = (id: string | undefined) => {
    const path = byId.get(id ?? '')?.path;
    if (path === undefined) return undefined;
    return id === first?.id ? root : pageUrl(root, path);
  };
  return {
    pages,
    currentId,
    hrefOf({ id, type, href, target }) {
      if (type !== 'link') return pageHref(id);
      if (href !== undefined) return /^(?:https?|mailto):/i.test(href) ? href : undefined;
      const to = pageHref(target?.page);
      return to !== undefined && target?.anchor ? `${to}#${target.anchor}` : to;
    },
  };
}

/** Returns the path of the stylesheet with the color of a site; undefined for the default one. */
function themePath(color: { light: string; dark: string } | undefined): string | undefined {
  if (color === undefined) return undefined;
  const [light, dark] = [color.light, color.dark].map(sixDigits);
  return light === DEFAULT_COLOR && dark === DEFAULT_COLOR
    ? undefined
    : `/assets/theme/${light}-${dark}.css`;
}

/** Returns the digits of a color, of which #f00 is short for #ff0000. */
function sixDigits(color: string): string {
  const digits = color.slice(1).toLowerCase();
  return digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
}
