import type { MenuLink, PageItem, SiteAnswer } from './answers.ts';
import type { Frame, NamedLink } from './frame.tsx';
import { firstDocument, pagesById, pageUrl, type NavigationPlace } from './navigation.tsx';
import { createSetting } from './text/text-setting.ts';

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
  announcement: null,
};

/** Returns the frame around the pages of a site. */
export function siteFrame(
  site: SiteAnswer,
  { local, currentId }: { local: (url: string) => string; currentId: string | undefined },
): SiteFrame {
  const { settings, settingsReferences: references } = site;
  const { announcement } = settings;
  const setting = createSetting({ page: { references, document: null }, local });
  const link = ({ title, to, style, links: below }: MenuLink): NamedLink => ({
    title,
    href: setting.target(to)?.href,
    className: style,
    links: links(below),
  });
  const links = (from: readonly MenuLink[] = []): NamedLink[] =>
    from.map(link).filter(({ href, links: below }) => href !== undefined || below?.length);
  return {
    ...bareFrame,
    title: settings.title ?? site.title,
    language: site.language?.toLowerCase() ?? null,
    home: {
      title: settings.title ?? site.title,
      href: local(site.siteUrl),
      logo: settings.header?.logo,
      icon: iconOf(site),
    },
    announcement: announcement?.enabled
      ? { ...announcement, link: announcement.link && link(announcement.link) }
      : null,
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
    styling: settings.styling,
  };
}

/** Returns the icon of a site: that of its settings, or else its own. */
function iconOf({ settings: { favicon }, icon }: SiteAnswer): SiteAnswer['icon'] {
  if (favicon?.icon) return { images: favicon.icon };
  return favicon?.emoji === undefined ? icon : { emoji: favicon.emoji };
}

/** Returns the place of a page below the address of its space. The first document is the root. */
export function placeIn(
  pages: readonly PageItem[],
  { root, currentId }: { root: string; currentId: string | undefined },
): NavigationPlace {
  const first = firstDocument(pages);
  const byId = pagesById(pages);
  const hrefOfId = (id: string | undefined) => {
    const path = byId.get(id ?? '')?.path;
    if (path === undefined) return undefined;
    return id === first?.id ? root : pageUrl(root, path);
  };
  return {
    pages,
    currentId,
    hrefOfId,
    hrefOf({ id, type, href, target }) {
      if (type !== 'link') return hrefOfId(id);
      if (href !== undefined) return /^(?:https?|mailto):/i.test(href) ? href : undefined;
      const to = hrefOfId(target?.page);
      return to !== undefined && target?.anchor ? `${to}#${target.anchor}` : to;
    },
  };
}
