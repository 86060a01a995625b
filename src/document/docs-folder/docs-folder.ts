import type { DocsVariables } from './read-variables.ts';

/** A file of a folder, as a source lists it. */
export interface FolderEntry {
  /** Relative to the folder, segments separated by `/`, without `.` and `..`. */
  path: string;
  /** In bytes. */
  size: number;
  /** Set if the source refuses to read this file or folder: the reason. */
  refused?: string;
}

/** The source of a documentation folder: a disk, a git tree, an archive, a fetched website. */
export interface FolderSource {
  list(): Promise<FolderEntry[]>;
  /** Reads the bytes of a listed file. Rejects if it cannot be read. */
  read(path: string): Promise<Buffer>;
}

/** A documentation folder as plain data. All paths are relative to the folder. */
export interface DocsFolder {
  /** The top level, in order. Groups exist only here; their pages are documents and links. */
  pages: DocsPage[];
  files: DocsFile[];
  /** Sorted by path. */
  reusableContents: DocsReusableContent[];
  redirects: DocsRedirect[];
  /** Variables of the whole content; absent if the folder has no such file. */
  variables?: DocsVariables;
  /** Skipped or only partly understood paths, one entry each, sorted by path. */
  skipped: SkippedPath[];
}

export type DocsPage = DocsDocument | DocsGroup | DocsLink;

export interface DocsDocument extends PageAttributes {
  type: 'document';
  title: string;
  /** Unique among its siblings. */
  slug: string;
  /** Its markdown file; undefined for a page that is only a heading above its child pages. */
  path: string | undefined;
  /** Absent if its front matter sets none. */
  variables?: DocsVariables;
  /**
   * The file up to its text, including byte order mark and `---` lines; '' without front matter.
   */
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
  /** An absolute web, mail or telephone URL. */
  href: string;
}

/** Attributes in a page's front matter; absent keys are omitted. */
export interface PageAttributes {
  description?: string;
  icon?: string;
  emoji?: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  /** Condition under which a visitor sees the page. */
  condition?: string;
  layout?: Partial<FolderPageLayout>;
  cover?: FolderPageCover;
}

export interface FolderPageLayout {
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

export interface FolderPageCover {
  ref?: CoverReference;
  refDark?: CoverReference;
  yPos?: number;
  /** In pixels. */
  height?: number;
}

export type CoverReference = { kind: 'file'; path: string } | { kind: 'url'; url: string };

/** A reusable content: a markdown file that pages include. */
export interface DocsReusableContent {
  title: string;
  path: string;
  /** As in a document: together they are the file, byte for byte. */
  frontMatter: string;
  markdown: string;
}

/** A file that is not a page. Its bytes remain in the source: `source.read(path)`. */
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
  /** A URL path without leading and trailing slashes. */
  source: string;
  /** The file of the target page. */
  path: string;
}

export interface SkippedPath {
  path: string;
  reason: string;
  /** Whether it was imported, at least in part, or is not content at all. */
  isTaken?: boolean;
}
