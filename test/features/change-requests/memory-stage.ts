import { AppError } from '../../../src/errors.ts';
import type { ContentDiffEntry } from '../../../src/revisions/changes/content-diff-entry.ts';
import { contentDiff } from '../../../src/revisions/changes/content-changes.ts';
import { emptyRoot } from '../../../src/revisions/store/content-store.ts';
import type {
  FileEntry,
  PageEntry,
  Redirects,
  ReusableContentEntry,
  Variables,
} from '../../../src/revisions/store/entry.ts';
import { PageTree } from '../../../src/revisions/store/page-tree.ts';
import { compareContent } from '../../../src/revisions/store/update-content.ts';
import {
  applyToRevision,
  type RevisionContent,
} from '../../../src/revisions/store/write-revision.ts';
import type { Content, KnownRevision } from './contents.ts';
import { History } from './history.ts';
import { MemoryContent } from './memory-content.ts';
import { MemorySpace, type MemoryChangeRequest } from './memory-space.ts';
import type { Answer, Branch, Platform, ShownChangeRequest } from './platform.ts';
import { startingContent } from './starting-content.ts';

/** Takes histories without a database: the same edits and merges, and next to nothing else. */
export class MemoryStage implements Platform {
  #content = new MemoryContent();
  #spaces = new Map<string, MemorySpace>();
  #contents = new Map<string, Content>();

  async space(pageCount: number): Promise<string> {
    // Each history stands alone, so what was before is not needed any more.
    this.#content = new MemoryContent();
    this.#spaces = new Map();
    this.#contents = new Map();
    const { changes, texts } = startingContent(pageCount);
    await this.#content.storeBlobs(texts.map((text) => Buffer.from(text)));
    return this.#open(await applyToRevision(this.#content, empty, changes));
  }

  duplicate(spaceId: string): Promise<string> {
    const { headId, revisions } = this.#space(spaceId);
    const head = revisions.get(headId);
    return Promise.resolve(this.#open({ ...empty, ...(head as RevisionContent | undefined) }));
  }

  createChangeRequest(spaceId: string): Promise<string> {
    return Promise.resolve(this.#space(spaceId).createChangeRequest());
  }

  setArchived({ id, spaceId }: Branch, archived: boolean): Promise<Answer> {
    return this.#answer(spaceId, (space) => {
      space.setArchived(id, archived);
      return Promise.resolve({});
    });
  }

  edit(
    { id, spaceId }: Branch,
    { changes, baseRevision }: { changes: object[]; baseRevision?: string },
  ): Promise<Answer> {
    return this.#answer(spaceId, async (space) => ({
      revision: await space.edit(id, changes, baseRevision),
    }));
  }

  rollBack({ id, spaceId }: Branch, revisionId: string): Promise<Answer> {
    return this.#answer(spaceId, (space) =>
      Promise.resolve({ revision: space.rollBack(id, revisionId) }),
    );
  }

  bring({ id, spaceId }: Branch, direction: 'update' | 'merge'): Promise<Answer> {
    return this.#answer(spaceId, async (space) => ({
      result: (await space[direction](id)) > 0 ? 'conflicts' : direction,
    }));
  }

  async conflicts({ id, spaceId }: Branch) {
    const found = await this.#space(spaceId).conflicts(id);
    return [...found].map(([key, { id: subject, attribute }]) => ({
      id: key,
      path: [subject, ...attribute.split('.')],
    }));
  }

  resolve(
    { id, spaceId }: Branch,
    { conflictIds, side }: { conflictIds: readonly string[] | null; side: 'ours' | 'theirs' },
  ): Promise<Answer> {
    return this.#answer(spaceId, async (space) => ({
      revision: await space.resolve(id, conflictIds, side),
    }));
  }

  head(branchId: string): Promise<Content> {
    const space = [...this.#spaces.values()].find(
      ({ id, changeRequests }) => id === branchId || changeRequests.has(branchId),
    );
    const revisionId = space?.changeRequests.get(branchId)?.revisionId ?? space?.headId ?? '';
    return Promise.resolve(this.#contentOf(space?.revision(revisionId)));
  }

  history(spaceId: string): Promise<History> {
    const { revisions, changeRequests, headId } = this.#space(spaceId);
    const all = [...changeRequests.values()];
    const conflicts = all.flatMap((one) =>
      [...one.conflicts.values()].map(({ conflict }) => conflict),
    );
    const values = JSON.stringify(conflicts);
    const hashes = [...new Set(values.match(/\b[0-9a-f]{64}\b/g))];
    const branching = {
      contents: new Map([...revisions].map(([id, one]) => [id, this.#contentOf(one)])),
      changeRequests: all.map(({ id, revisionId, initialId }) => ({
        ...{ id, revisionId, revisionInitialId: initialId },
      })),
      inConflict: new Set(conflicts.map(({ id }) => id)),
    };
    return Promise.resolve(
      new History(
        branching,
        [headId, ...all.map(({ revisionId }) => revisionId)],
        [values, ...hashes.map((hash) => this.#content.text(hash))].join(' '),
      ),
    );
  }

  changeRequests(spaceId: string): Promise<readonly ShownChangeRequest[]> {
    const space = this.#space(spaceId);
    return Promise.all([...space.changeRequests.values()].map((one) => this.#shown(space, one)));
  }

  async changesBetween(
    { revision: from }: Content,
    { revision: to }: Content,
  ): Promise<readonly ContentDiffEntry[]> {
    const content = this.#content;
    return contentDiff({
      pages: await compareContent<PageEntry>(content, from.pagesHash, to.pagesHash),
      reusableContents: await compareContent<ReusableContentEntry>(
        content,
        from.reusableContentsHash,
        to.reusableContentsHash,
      ),
      files: await compareContent<FileEntry>(content, from.filesHash, to.filesHash),
      variables: { before: from.variables as Variables, after: to.variables as Variables },
      redirects: { before: from.redirects as Redirects, after: to.redirects as Redirects },
    });
  }

  /** There is no other way to read it than that by which the history was read. */
  expectReadable(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #open(content: RevisionContent): string {
    const space = new MemorySpace(this.#content, content);
    this.#spaces.set(space.id, space);
    return space.id;
  }

  #space(id: string): MemorySpace {
    const space = this.#spaces.get(id);
    if (!space) throw new Error(`There is no space ${id}.`);
    return space;
  }

  async #answer(
    spaceId: string,
    work: (space: MemorySpace) => Promise<Partial<Answer>>,
  ): Promise<Answer> {
    const space = this.#space(spaceId);
    try {
      return { status: 200, detail: null, ...(await space.inTurn(() => work(space))) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { status: error.code === 'CONFLICT' ? 409 : 400, detail: error.message };
    }
  }

  async #shown(space: MemorySpace, one: MemoryChangeRequest): Promise<ShownChangeRequest> {
    const { id, status, revisionId, initialId, baseId, mergedId } = one;
    const to = space.revision(mergedId ?? revisionId);
    const from = mergedId === null ? baseId : (to.parentIds[0] ?? '');
    const changes = await this.changesBetween(
      this.#contentOf(space.revision(from)),
      this.#contentOf(to),
    );
    const outdated = status !== 'merged' && baseId !== space.headId;
    const compared = { from, to: to.id, count: changes.length };
    return { id, status: status.toUpperCase(), outdated, revisionId, initialId, changes: compared };
  }

  #contentOf(revision: KnownRevision | undefined): Content {
    if (!revision) throw new Error('There is no such revision.');
    const known = this.#contents.get(revision.id);
    if (known) return known;
    const pages = this.#content.entries<PageEntry>(revision.pagesHash);
    const files = this.#content.entries<FileEntry>(revision.filesHash);
    const reusableContents = this.#content.entries<ReusableContentEntry>(
      revision.reusableContentsHash,
    );
    const hashes = [
      ...[...pages, ...reusableContents].flatMap(({ source }) => source ?? []),
      ...files.map(({ blob }) => blob),
    ];
    const content: Content = {
      ...{ revision, tree: new PageTree(pages), files, reusableContents },
      variables: revision.variables as Record<string, unknown>,
      texts: new Map(hashes.map((hash) => [hash, this.#content.text(hash)])),
    };
    this.#contents.set(revision.id, content);
    return content;
  }
}

const empty: RevisionContent = {
  ...{ pagesHash: emptyRoot, filesHash: emptyRoot, reusableContentsHash: emptyRoot },
  ...{ pageCount: 0, fileCount: 0, reusableContentCount: 0 },
  ...{ variables: {}, redirects: {} },
};
