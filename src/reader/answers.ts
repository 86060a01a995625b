import type { TreeNode } from './text/tree-node.ts';

/** A page in a tree of pages, as the scalar `PageTree` has it. */
export interface PageItem {
  id: string;
  type: 'document' | 'group' | 'link';
  title: string;
  emoji?: string;
  hidden: boolean;
  /** Absent for a link. */
  path?: string;
  pages?: PageItem[];
  target?: { kind: string; url?: string; page?: string; anchor?: string };
  href?: string;
  description?: string;
  updatedAt: string;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
}

/** A reference of a text with its target. */
export interface Target {
  address: string;
  ref: Record<string, unknown>;
  url: string | null;
  title: string | null;
  emoji: string | null;
  description: string | null;
  pageId: string | null;
  anchor: string | null;
  size: number | null;
  width: number | null;
  height: number | null;
}

export interface CoverRef {
  kind: string;
  fileId: string | null;
  url: string | null;
}

/** A page with its text. */
export interface PageText {
  pageId: string;
  path: string;
  title: string;
  description: string | null;
  emoji: string | null;
  updatedAt: string;
  layout: Record<
    'cover' | 'title' | 'description' | 'outline' | 'pagination' | 'metadata',
    boolean
  > & {
    width: 'DEFAULT' | 'WIDE';
  };
  cover: { ref: CoverRef | null; refDark: CoverRef | null } | null;
  document: { nodes: TreeNode[] } | null;
  references: Target[];
}

export interface MenuLink {
  title: string;
  condition?: string;
  to?: { kind?: string; url?: string } | null;
}

/** A published site around a page. */
export interface SiteAnswer {
  siteId: string;
  title: string;
  visibility: 'PUBLIC' | 'UNLISTED' | 'SHARE_LINK' | 'VISITOR_AUTH';
  settings: {
    title?: string;
    favicon?: { emoji?: string; icon?: { light: string; dark: string } };
    styling?: { primaryColor?: { light: string; dark: string } };
    header?: { logo?: { light: string; dark: string }; links?: MenuLink[] };
    footer?: { copyright?: string | null; groups?: { title: string; links: MenuLink[] }[] };
    trademark?: { enabled?: boolean };
  };
  siteUrl: string;
  shareKey: string | null;
  icon: { emoji?: string; images?: { light: string; dark: string } } | null;
  sections: { title: string; groupTitle: string | null; url: string; isCurrent: boolean }[];
  variants: { title: string; emoji: string | null; url: string; isCurrent: boolean }[];
  spaceUrl: string;
  spaceTitle: string;
  language: string | null;
  pages: PageItem[];
}

export interface SearchResult {
  title: string;
  url: string;
  spaceTitle: string;
  sections: { title: string; body: string; url: string }[];
}

export interface PublishedPageAnswer {
  address:
    | (SiteAnswer & {
        page: (PageText & { url: string; canonicalUrl: string; noRobotsIndex: boolean }) | null;
      })
    | null;
}

export interface PublishedSearchAnswer {
  address: (SiteAnswer & { results: SearchResult[] }) | null;
}

export interface PublishedMarkdownAnswer {
  address: {
    visibility: SiteAnswer['visibility'];
    page: { title: string; description: string | null; markdown: string | null } | null;
  } | null;
}

export interface PublishedSiteAnswer {
  address: {
    title: string;
    visibility: SiteAnswer['visibility'];
    siteUrl: string;
    spaceUrl: string;
    spaces: { title: string; url: string; canonicalUrl: string; pages: PageItem[] }[];
  } | null;
}
