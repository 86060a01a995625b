import { posix } from 'node:path';
import type {
  FileEntry,
  PageEntry,
  Redirects,
  ReusableContentEntry,
} from '../content/store/entry.ts';
import type { PageTree } from '../content/store/page-tree.ts';
import { decodeUrlPart } from '../../lib/decode-url-part.ts';

/** All that links of a content can lead to in it. */
export interface LinkedContent {
  tree: PageTree;
  files: readonly FileEntry[];
  reusableContents: readonly ReusableContentEntry[];
  redirects: Redirects;
}

/** Where a link stands: what relative addresses start from. */
export interface LinkPlace {
  /** Of the source file, when it was imported. */
  filePath?: string | undefined;
  /** Of the page in the content. */
  pagePath: string;
}

export type PlaceInContent =
  | { kind: 'page'; page: string }
  | { kind: 'file'; file: string }
  | { kind: 'reusable-content'; reusableContent: string };

/**
 * Finds what addresses without a host lead to in one content. Texts that were imported name files
 * of their folder, from their own or from its root; all can name the paths of pages. A page keeps
 * the name of its file when it is moved or renamed, so such links go on to hold.
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

  /** What an address without anchor and query leads to; undefined when nothing is there. */
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

  /** The page at a path, or that a redirect leads to. */
  pageAt(path: string): PageEntry | undefined {
    return pageAtPath(this.#content, path);
  }
}

/** The page at a path of a content, or that a redirect from there leads to. */
export function pageAtPath(
  { tree, redirects }: Pick<LinkedContent, 'tree' | 'redirects'>,
  path: string,
): PageEntry | undefined {
  const name = path.replace(/^\/+|\/+$/g, '');
  const redirected = Object.hasOwn(redirects, name) ? redirects[name] : undefined;
  return tree.atPath(name) ?? tree.page(redirected ?? '');
}

/** The folder that all files are in. */
function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map((path) => posix.dirname(path).split('/'));
  const parts = first === '' ? [] : first;
  const common = parts.findIndex((part, index) => others.some((other) => other[index] !== part));
  const folder = parts.slice(0, common < 0 ? parts.length : common).join('/');
  return folder === '.' ? '' : folder;
}
