import { posix } from 'node:path';
import type {
  FileEntry,
  PageEntry,
  Redirects,
  ReusableContentEntry,
} from '../../revisions/store/entry.ts';
import type { PageTree } from '../../revisions/store/page-tree.ts';
import { decodeUrlPart } from '../../lib/decode-url-part.ts';

/** All link targets within one content. */
export interface LinkedContent {
  tree: PageTree;
  files: readonly FileEntry[];
  reusableContents: readonly ReusableContentEntry[];
  redirects: Redirects;
}

/** The location of a link, which relative addresses start from. */
export interface LinkPlace {
  /** Path of the source file, if it was imported. */
  filePath?: string | undefined;
  /** Path of the page in the content. */
  pagePath: string;
}

export type PlaceInContent =
  | { kind: 'page'; page: string }
  | { kind: 'file'; file: string }
  | { kind: 'reusable-content'; reusableContent: string };

/**
 * Resolves addresses without a host within one content. Imported texts refer to files of their
 * folder, relative to the file or to the root. All texts may refer to pages by path. A page keeps
 * its file name when it is moved or renamed, so such links remain valid.
 */
export class ContentPlaces {
  readonly #byFile = new Map<string, PlaceInContent>();
  readonly #content: LinkedContent;
  readonly #root: string;

  constructor(content: LinkedContent) {
    this.#content = content;
    const paths: string[] = [];
    for (const { page } of content.tree.walk()) {
      if (!page.git) continue;
      paths.push(page.git.path);
      this.#addFile(page.git.path, { kind: 'page', page: page.id });
    }
    for (const { id, path } of content.files) {
      if (path !== undefined) this.#addFile(path, { kind: 'file', file: id });
    }
    for (const { id, git } of content.reusableContents) {
      if (git) this.#addFile(git.path, { kind: 'reusable-content', reusableContent: id });
    }
    this.#root = commonFolder(paths);
  }

  /** Returns the target of an address without anchor and query; undefined if there is none. */
  find(address: string, place: LinkPlace): PlaceInContent | undefined {
    for (const written of new Set([address, decodeUrlPart(address)])) {
      const found = this.#findFile(written, place) ?? this.#findPage(written, place);
      if (found) return found;
    }
    return undefined;
  }

  #addFile(path: string, place: PlaceInContent): void {
    const name = path.normalize('NFC');
    this.#byFile.set(name, place);
    if (!/(?:^|\/)readme\.(?:md|markdown)$/i.test(name)) return;
    this.#byFile.set(`${posix.dirname(name)}/`, place);
  }

  #findFile(address: string, { filePath }: LinkPlace): PlaceInContent | undefined {
    const isRooted = address.startsWith('/');
    if (!isRooted && filePath === undefined) return undefined;
    const folders = isRooted ? ['', this.#root] : [posix.dirname(filePath ?? '')];
    for (const folder of folders) {
      const path = posix.join(folder, address.replace(/^\/+/, '')).normalize('NFC');
      const plain = path.replace(/\/$/, '') || '.';
      const names = [plain, `${plain}.md`, `${plain}/`];
      const found = names.map((name) => this.#byFile.get(name)).find(Boolean);
      if (found) return found;
    }
    return undefined;
  }

  #findPage(address: string, { pagePath }: LinkPlace): PlaceInContent | undefined {
    const folder = address.startsWith('/') ? '/' : `/${posix.dirname(pagePath)}`;
    const path = posix.join('/', folder, address).replace(/^\/|\/$/g, '');
    for (const name of [path, path.replace(/(?:^|\/)readme\.md$|\.md$/i, '')]) {
      const page = this.pageAt(name);
      if (page) return { kind: 'page', page: page.id };
    }
    return undefined;
  }

  /** Returns the page at a path, or the target of a redirect from it. */
  pageAt(path: string): PageEntry | undefined {
    return pageAtPath(this.#content, path);
  }
}

/** Returns the page at a path of a content, or the target of a redirect from it. */
export function pageAtPath(
  { tree, redirects }: Pick<LinkedContent, 'tree' | 'redirects'>,
  path: string,
): PageEntry | undefined {
  const name = path.replace(/^\/+|\/+$/g, '');
  const redirected = Object.hasOwn(redirects, name) ? redirects[name] : undefined;
  return tree.atPath(name) ?? tree.page(redirected ?? '');
}

/** Returns the deepest folder that contains all files. */
function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map((path) => posix.dirname(path).split('/'));
  const parts = first === '' ? [] : first;
  const common = parts.findIndex((part, index) => others.some((other) => other[index] !== part));
  const folder = parts.slice(0, common < 0 ? parts.length : common).join('/');
  return folder === '.' ? '' : folder;
}
