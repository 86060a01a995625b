/** A reference to content, as in covers and link pages (interface, Page). */
export type ContentRef =
  | { kind: 'file'; file: string }
  | { kind: 'url'; url: string }
  | { kind: 'page'; page: string; space?: string }
  | { kind: 'anchor'; anchor: string; page?: string; space?: string };

/** The visible parts of a page's layout (interface, Page). */
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

/** The file of an entry in a git repository. */
export interface GitOrigin {
  oid: string;
  path: string;
}

/**
 * The origin of a computed page's text (interface, Page). It is stored with the page, so that a
 * revision never changes.
 */
export interface ComputedContent {
  type: 'builtin:openapi';
  /** Id of the specification. */
  spec: string;
  /** Part of the specification. */
  doc: 'info' | 'operations' | 'models';
  /** Item within that part, such as the name of a tag. */
  page: string;
  /** On the root page only: whether one of the pages below it shows the models. */
  models?: boolean;
  /** Version of the source: the id of a version, or the hash of a text; absent before the first. */
  seed?: string;
}

/**
 * A page in a revision: all attributes, and the hash of its source. Members without a value are
 * omitted. Entries are immutable and shared between revisions.
 */
export interface PageEntry {
  id: string;
  type: 'document' | 'group' | 'link';
  /** Id of the parent page; null at the top level. */
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
  /** Offset of the markdown in the source, in bytes. */
  sourceStart?: number;
  /** Target of a link page. */
  target?: ContentRef;
  layout?: Partial<PageLayout>;
  cover?: PageCover;
  variables?: Variables;
  /** Present on a computed page. */
  computed?: ComputedContent;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  /** Condition on the visitor. */
  condition?: string;
  git?: GitOrigin;
  /** ISO 8601; times of the first and the last revision that wrote the page. */
  createdAt: string;
  updatedAt: string;
}

/** The text of a page or reusable content: its source, and the offset of the markdown in it. */
export type Body = Pick<PageEntry, 'source' | 'sourceStart'>;

/** Values of variables by name, for expressions in content. */
export type Variables = Record<string, string | number | boolean>;

/** Page ids by path, for paths other than the page's own. */
export type Redirects = Record<string, string>;

/** A reusable content in a revision. It has no position and no URL. */
export interface ReusableContentEntry {
  id: string;
  title: string;
  /** Hash of its source file: front matter and markdown, byte for byte. */
  source: string;
  /** Offset of the markdown in the source, in bytes. */
  sourceStart: number;
  git?: GitOrigin;
  /** ISO 8601; times of the first and the last revision that wrote it. */
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
  /** Size of an image, in pixels. */
  dimensions?: { width: number; height: number };
  /** Path in the imported folder. */
  path?: string;
  git?: GitOrigin;
}
