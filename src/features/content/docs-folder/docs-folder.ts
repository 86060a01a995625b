import type { DocsVariables } from './read-variables.ts';

/** One file of a folder, as a source lists it. */
export interface FolderEntry {
  /** Relative to the folder, segments separated by `/`, without `.` and `..`. */
  path: string;
  /** In bytes. */
  size: number;
  /** Set when the source does not hand out this entry (a file or a whole folder): the reason. */
  refused?: string;
}

/** Where a documentation folder comes from: a disk, a git tree, an archive, a fetched website. */
export interface FolderSource {
  list(): Promise<FolderEntry[]>;
  /** The bytes of a listed file; rejects when it cannot be read. */
  read(path: string): Promise<Buffer>;
}

/** A documentation folder as a plain value. Every path in it is relative to the folder. */
export interface DocsFolder {
  /** The top level, in order. Groups occur here only: their pages are documents and links. */
  pages: DocsPage[];
  files: DocsFile[];
  /** In the order of their paths. */
  reusableContents: DocsReusableContent[];
  redirects: DocsRedirect[];
  /** Of the whole content; absent where the folder does not say anything of them. */
  variables?: DocsVariables;
  /** What was left out or only partly understood, one entry a path, sorted by path. */
  skipped: SkippedPath[];
}

export type DocsPage = DocsDocument | DocsGroup | DocsLink;

export interface DocsDocument extends PageAttributes {
  type: 'document';
  title: string;
  /** Unique among its siblings. */
  slug: string;
  /** Its markdown file; undefined for a page that is only a heading over its child pages. */
  path: string | undefined;
  /** Absent where its file does not say anything of them. */
  variables?: DocsVariables;
  /** The file up to its text, byte order mark and `---` lines included; '' when there is none. */
  frontMatter: string;
  /** The rest of the file: `frontMatter + markdown` is the file, byte for byte. */
  markdown: string;
  pages: DocsPage[];
}

export interface DocsGroup {
  type: 'group';
  title: string;
  /** Unique among its siblings. */
  slug: string;
  pages: DocsPage[];
}

export interface DocsLink {
  type: 'link';
  title: string;
  /** An absolute web, mail or telephone address. */
  href: string;
}

/** What a page's front matter says about it; a key that it does not name is absent. */
export interface PageAttributes {
  description?: string;
  icon?: string;
  emoji?: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  /** Expression that decides whether a visitor sees the page. */
  condition?: string;
  layout?: Partial<PageLayout>;
  cover?: PageCover;
}

export interface PageLayout {
  width: 'default' | 'wide';
  coverSize: 'hero' | 'full';
  cover: boolean;
  title: boolean;
  description: boolean;
  tableOfContents: boolean;
  outline: boolean;
  pagination: boolean;
  metadata: boolean;
}

export interface PageCover {
  ref?: CoverReference;
  refDark?: CoverReference;
  yPos?: number;
  /** In pixels. */
  height?: number;
}

export type CoverReference = { kind: 'file'; path: string } | { kind: 'url'; url: string };

/** Content that several pages share: a markdown file that they include. */
export interface DocsReusableContent {
  title: string;
  path: string;
  /** As those of a document: together they are the file, byte for byte. */
  frontMatter: string;
  markdown: string;
}

/** A file which is no page. Its bytes stay in the source: `source.read(path)`. */
export interface DocsFile {
  path: string;
  name: string;
  /** In bytes. */
  size: number;
  contentType: string;
  /** In pixels, as displayed; absent unless it is an image whose header can be read. */
  dimensions?: { width: number; height: number };
}

export interface DocsRedirect {
  /** An address path, without slashes around it. */
  source: string;
  /** The file of the page that it leads to. */
  path: string;
}

export interface SkippedPath {
  path: string;
  reason: string;
  /** Whether nothing was left out: what is there is taken over in part, or is no content. */
  isTaken?: boolean;
}
