/** A reference to content: the forms that covers and link pages take (interface, Page). */
export type ContentRef =
  | { kind: 'file'; file: string }
  | { kind: 'url'; url: string }
  | { kind: 'page'; page: string; space?: string }
  | { kind: 'anchor'; anchor: string; page?: string; space?: string };

/** What of a page's surroundings is shown (interface, Page). */
export interface PageLayout {
  width: 'default' | 'wide';
  cover: boolean;
  title: boolean;
  description: boolean;
  tableOfContents: boolean;
  outline: boolean;
  pagination: boolean;
  metadata: boolean;
  coverSize: 'hero' | 'full';
}

export interface PageCover {
  ref?: ContentRef;
  refDark?: ContentRef;
  yPos: number;
}

/** Where an entry came from in a git repository. */
export interface GitOrigin {
  oid: string;
  path: string;
}

/**
 * How the text of a page is made that nobody writes (interface, Page). It is stored with the page,
 * so that a revision never changes.
 */
export interface ComputedContent {
  type: 'builtin:openapi';
  /** Id of the specification. */
  spec: string;
  /** What it shows of the specification. */
  doc: 'info' | 'operations' | 'models';
  /** What of that, such as the name of a tag. */
  page: string;
  /**
   * Of the page that somebody put in, which has the others below it: whether one of them is of the
   * models. Absent for the others.
   */
  models?: boolean;
  /** What it was made from: the id of a version, or the hash of a text; absent for nothing yet. */
  seed?: string;
}

/**
 * A page in a revision: all of its attributes, and the name of its source. Members are left out
 * when they have no value. Entries are immutable and shared between revisions.
 */
export interface PageEntry {
  id: string;
  type: 'document' | 'group' | 'link';
  /** Id of the page above; null at the top. */
  parent: string | null;
  /** Fractional index among the siblings. */
  position: string;
  title: string;
  /** Last segment of the path, unique among the siblings; '' for links. */
  slug: string;
  description?: string;
  emoji?: string;
  icon?: string;
  /** Hash of the document's source file: front matter and markdown, byte for byte. */
  source?: string;
  /** Where the markdown begins in the source, in bytes. */
  sourceStart?: number;
  /** Target of a link page. */
  target?: ContentRef;
  layout?: Partial<PageLayout>;
  cover?: PageCover;
  variables?: Variables;
  /** For a page whose text is computed. */
  computed?: ComputedContent;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  /** An expression on the visitor. */
  condition?: string;
  git?: GitOrigin;
  /** ISO 8601; of the first and of the last revision that wrote the page. */
  createdAt: string;
  updatedAt: string;
}

/** The text of a page or a reusable content: which source, and where the markdown begins in it. */
export type Body = Pick<PageEntry, 'source' | 'sourceStart'>;

/** Values of variables by name, for expressions in content. */
export type Variables = Record<string, string | number | boolean>;

/** Ids of pages by the address paths that lead to them, beside their own. */
export type Redirects = Record<string, string>;

/** Content that several pages share, in a revision. It has no place and no address of its own. */
export interface ReusableContentEntry {
  id: string;
  title: string;
  /** Hash of its source file: front matter and markdown, byte for byte. */
  source: string;
  /** Where the markdown begins in the source, in bytes. */
  sourceStart: number;
  git?: GitOrigin;
  /** ISO 8601; of the first and of the last revision that wrote it. */
  createdAt: string;
  updatedAt: string;
}

/** A file in a revision. */
export interface FileEntry {
  id: string;
  name: string;
  contentType: string;
  /** Hash of the bytes. */
  blob: string;
  /** In bytes. */
  size: number;
  /** Of an image, in pixels. */
  dimensions?: { width: number; height: number };
  /** Path in the folder that it was imported from. */
  path?: string;
  git?: GitOrigin;
}
