import type { TreeNode } from './text/tree-node.ts';

/** A page in a tree of pages, as the scalar `PageTree` has it. */
export interface PageItem {
  id: string;
  type: 'document' | 'group' | 'link';
  title: string;
  emoji?: string;
  icon?: string;
  hidden: boolean;
  /** Absent for a link. */
  path?: string;
  pages?: PageItem[];
  target?: { kind: string; url?: string; page?: string; anchor?: string };
  href?: string;
  description?: string;
  updatedAt: string;
  noRobotsIndex?: boolean;
}

type TargetText = 'url' | 'title' | 'emoji' | 'description' | 'pageId' | 'anchor';

/** A reference of a text with its target. */
export type Target = Record<TargetText, string | null> &
  Record<'size' | 'width' | 'height', number | null> & {
    address: string;
    ref: Record<string, unknown>;
  };

export interface CoverRef {
  kind: string;
  fileId: string | null;
  url: string | null;
}

type ShownPart = 'cover' | 'title' | 'description' | 'outline' | 'pagination' | 'metadata';

/** A page with its text. */
export interface PageText {
  pageId: string;
  path: string;
  title: string;
  description: string | null;
  emoji: string | null;
  icon: string | null;
  updatedAt: string;
  layout: Record<ShownPart, boolean> & { width: 'DEFAULT' | 'WIDE' };
  cover: { ref: CoverRef | null; refDark: CoverRef | null } | null;
  document: { nodes: TreeNode[] } | null;
  references: Target[];
}

export interface Themed {
  light: string;
  dark: string;
}

/** A link in the settings of a site. */
export interface MenuLink {
  title: string;
  style?: 'link' | 'button-primary' | 'button-secondary';
  /** A reference. */
  to?: unknown;
  links?: MenuLink[];
}

export interface FontFace {
  weight: number;
  sources: readonly { url: string; format?: string }[];
}

type Font = string | { fontFamily: string; fontFaces: FontFace[] };
type ColorName = 'primaryColor' | 'infoColor' | 'successColor' | 'warningColor' | 'dangerColor';

/** A published site around a page. */
export interface SiteAnswer {
  title: string;
  visibility: 'PUBLIC' | 'UNLISTED' | 'SHARE_LINK' | 'VISITOR_AUTH';
  settings: {
    title?: string;
    favicon?: { emoji?: string; icon?: Themed };
    styling?: Partial<Record<ColorName, Themed> & Record<'font' | 'monospaceFont', Font>>;
    header?: { logo?: Themed; links?: MenuLink[] };
    footer?: { copyright?: string | null; groups?: { title: string; links: MenuLink[] }[] };
    trademark?: { enabled?: boolean };
    announcement?: { enabled: boolean; message: string; style: string; link?: MenuLink };
  };
  settingsReferences: Target[];
  siteUrl: string;
  shareKey: string | null;
  icon: { emoji?: string; images?: Themed } | null;
  sections: { title: string; groupTitle: string | null; url: string; isCurrent: boolean }[];
  variants: { title: string; url: string; isCurrent: boolean }[];
  spaceUrl: string;
  language: string | null;
  pages: PageItem[];
}

export interface SearchResult {
  title: string;
  url: string;
  /** Absent in a search of one space. */
  spaceTitle?: string;
  sections: { title: string; body: string; url: string }[];
}

/** The content at a published address; null if there is none for the visitor. */
interface AddressAnswer<Parts> {
  address: Parts | null;
}

type PublishedText = PageText & { url: string; canonicalUrl: string; noRobotsIndex: boolean };

export type PublishedPageAnswer = AddressAnswer<SiteAnswer & { page: PublishedText | null }>;
export type PublishedSearchAnswer = AddressAnswer<SiteAnswer & { results: SearchResult[] }>;
export type PublishedMarkdownAnswer = AddressAnswer<{
  page: { title: string; description: string | null; markdown: string | null } | null;
}>;

/** A site with all its pages. */
export interface WholeSite extends Pick<SiteAnswer, 'title' | 'visibility' | 'siteUrl'> {
  spaces: { title: string; canonicalUrl: string; pages: PageItem[] }[];
}

export type PublishedSiteAnswer = AddressAnswer<WholeSite>;
