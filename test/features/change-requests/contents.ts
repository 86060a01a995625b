import type { Database } from '../../../src/database/database.ts';
import type { Revision } from '../../../src/database/generated/prisma/client.ts';
import {
  loadBlobs,
  loadEntryLists,
  loadPageTrees,
} from '../../../src/revisions/store/content-store.ts';
import type {
  Body,
  FileEntry,
  PageEntry,
  ReusableContentEntry,
} from '../../../src/revisions/store/entry.ts';
import type { StoredContent } from '../../../src/revisions/store/write-revision.ts';
import type { PageTree } from '../../../src/revisions/store/page-tree.ts';

/** What histories know of a revision. */
export type KnownRevision = StoredContent &
  Pick<Revision, 'id' | 'branchId' | 'generation' | 'type' | 'parentIds' | 'mergedFromId'>;

/** All that a revision holds, texts included. */
export interface Content {
  revision: KnownRevision;
  tree: PageTree;
  files: readonly FileEntry[];
  reusableContents: readonly ReusableContentEntry[];
  variables: Record<string, unknown>;
  /** Texts by the hashes of pages, files and reusable contents. */
  texts: ReadonlyMap<string, string>;
}

export function pagesOf({ tree }: Pick<Content, 'tree'>): PageEntry[] {
  return [...tree.walk()].map(({ page }) => page);
}

export function textOf({ texts }: Content, { source }: Body): string {
  return source === undefined ? '' : (texts.get(source) ?? '');
}

/** The contents of revisions, as they are stored; each is read once, since none ever changes. */
export class Contents {
  readonly #db: Database;
  readonly #byId = new Map<string, Content>();
  readonly #texts = new Map<string, string>();

  constructor(db: Database) {
    this.#db = db;
  }

  async read(revisionId: string): Promise<Content> {
    const known = this.#byId.get(revisionId);
    if (known) return known;
    const revision = await this.#db.prisma.revision.findUniqueOrThrow({
      where: { id: revisionId },
    });
    const [content] = await this.#load([revision]);
    if (!content) throw new Error(`The revision ${revisionId} cannot be read.`);
    return content;
  }

  /** The contents of all revisions of a space. */
  async readSpace(spaceId: string): Promise<ReadonlyMap<string, Content>> {
    const revisions = await this.#db.prisma.revision.findMany({ where: { spaceId } });
    await this.#load(revisions.filter(({ id }) => !this.#byId.has(id)));
    return new Map(
      revisions.flatMap(({ id }) => {
        const content = this.#byId.get(id);
        return content ? [[id, content] as const] : [];
      }),
    );
  }

  /** Texts by their hashes. */
  async texts(hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const missing = [...new Set(hashes)].filter((hash) => !this.#texts.has(hash));
    const blobs = missing.length === 0 ? [] : await loadBlobs(this.#db, missing);
    missing.forEach((hash, index) => this.#texts.set(hash, String(blobs[index])));
    return this.#texts;
  }

  async #load(revisions: readonly Revision[]): Promise<Content[]> {
    const trees = await loadPageTrees(
      this.#db,
      revisions.map(({ pagesHash }) => pagesHash),
    );
    const lists = await loadEntryLists<FileEntry>(
      this.#db,
      revisions.map(({ filesHash }) => filesHash),
    );
    const reusable = await loadEntryLists<ReusableContentEntry>(
      this.#db,
      revisions.map(({ reusableContentsHash }) => reusableContentsHash),
    );
    const texts = await this.texts([
      ...trees.flatMap((tree) => pagesOf({ tree }).flatMap(({ source }) => source ?? [])),
      ...lists.flatMap((files) => files.map(({ blob }) => blob)),
      ...reusable.flatMap((contents) => contents.map(({ source }) => source)),
    ]);
    return revisions.map((revision, index) => {
      const [tree, files, reusableContents] = [trees[index], lists[index], reusable[index]];
      if (!tree || !files || !reusableContents)
        throw new Error(`The content of ${revision.id} is missing.`);
      const variables = revision.variables as Record<string, unknown>;
      const content: Content = {
        ...{ revision, tree, files, reusableContents },
        ...{ variables, texts },
      };
      this.#byId.set(revision.id, content);
      return content;
    });
  }
}
