import { expect } from 'vitest';
import type { Row } from '../../../src/builder.ts';
import { sql } from '../../../src/database/database.ts';
import { runTransaction } from '../../../src/database/run-transaction.ts';
import type { ContentDiffEntry } from '../../../src/revisions/changes/content-diff-entry.ts';
import { changesBetween } from '../../../src/features/content/load-changes.ts';
import { storeBlobs } from '../../../src/revisions/store/content-store.ts';
import { writeRevision } from '../../../src/revisions/store/write-revision.ts';
import { Loaders } from '../../../src/pagination/loaders.ts';
import type { Client, RestAnswer } from '../../support/client.ts';
import { World } from '../../support/world.ts';
import { Contents, type Content } from './contents.ts';
import { History } from './history.ts';
import type { Answer, Branch, Platform, ShownChangeRequest, ShownConflict } from './platform.ts';
import { startingContent } from './starting-content.ts';

/** Revisions that one request reads. */
const READ_MAX = 25;

/** Takes histories on a gateway with a database, by its surfaces. */
export class Stage implements Platform {
  readonly #world: World;
  readonly #editor: Client;
  readonly #organizationId: string;
  readonly #templates = new Map<number, Promise<string>>();
  readonly #contents = new Map<string, Contents>();

  private constructor(world: World, editor: Client, organizationId: string) {
    this.#world = world;
    this.#editor = editor;
    this.#organizationId = organizationId;
  }

  static async open(): Promise<Stage> {
    const world = await World.create();
    const { id, admin } = await world.organization();
    return new Stage(world, admin, id);
  }

  /** Someone who reads and writes all that is on it. */
  get editor(): Client {
    return this.#editor;
  }

  close(): Promise<void> {
    return this.#world.destroy();
  }

  async space(pageCount: number): Promise<string> {
    const { revision } = this.#world.db.prisma;
    const template = this.#templates.get(pageCount) ?? this.#write(pageCount);
    this.#templates.set(pageCount, template);
    const { pagesHash, filesHash, reusableContentsHash, ...counts } =
      await revision.findUniqueOrThrow({
        where: { id: await template },
        select: {
          ...{ pagesHash: true, filesHash: true, reusableContentsHash: true },
          ...{ pageCount: true, fileCount: true, reusableContentCount: true },
        },
      });
    const { id, revisionId } = await this.#world.space(this.#organizationId);
    await revision.update({
      where: { id: revisionId },
      data: { pagesHash, filesHash, reusableContentsHash, ...counts },
    });
    this.#contents.set(id, new Contents(this.#world.db));
    return id;
  }

  async duplicate(spaceId: string): Promise<string> {
    const { status, body } = await this.#editor.post(`/v1/spaces/${spaceId}/duplicate`);
    expect(status, JSON.stringify(body)).toBe(201);
    this.#contents.set(body.id as string, new Contents(this.#world.db));
    return body.id as string;
  }

  async createChangeRequest(spaceId: string): Promise<string> {
    const { status, body } = await this.#editor.post(`/v1/spaces/${spaceId}/change-requests`, {});
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id as string;
  }

  async setArchived(branch: Branch, archived: boolean): Promise<Answer> {
    const change = { status: archived ? 'archived' : 'draft' };
    return answerOf(await this.#editor.patch(pathOf(branch), change));
  }

  async edit(branch: Branch, input: { changes: object[]; baseRevision?: string }): Promise<Answer> {
    return answerOf(await this.#editor.post(`${pathOf(branch)}/content`, input));
  }

  async rollBack(branch: Branch, revision: string): Promise<Answer> {
    return answerOf(await this.#editor.post(`${pathOf(branch)}/content/rollback`, { revision }));
  }

  async bring(branch: Branch, direction: 'update' | 'merge'): Promise<Answer> {
    return answerOf(await this.#editor.post(`${pathOf(branch)}/${direction}`));
  }

  async conflicts({ id }: Branch): Promise<readonly ShownConflict[]> {
    const { changeRequest } = await this.#editor.query(
      `query ($id: ID!) { changeRequest(id: $id) { mergeability {
        conflicts(first: 100) { nodes { id path } } } } }`,
      { id },
    );
    return changeRequest.mergeability.conflicts.nodes as ShownConflict[];
  }

  async resolve(
    { id: changeRequestId, spaceId }: Branch,
    { conflictIds, side }: { conflictIds: readonly string[] | null; side: 'ours' | 'theirs' },
  ): Promise<Answer> {
    const { data, errors: [error] = [] } = await this.#editor.graphql(
      `mutation ($input: ResolveConflictsInput!) {
        resolveConflicts(input: $input) { changeRequest { revisionId } } }`,
      { input: { spaceId, changeRequestId, conflictIds, side: side.toUpperCase() } },
    );
    if (!error) {
      const revision = data.resolveConflicts.changeRequest.revisionId as string;
      return { status: 200, revision, detail: null };
    }
    return { status: error.extensions.code === 'CONFLICT' ? 409 : 400, detail: error };
  }

  async head(branchId: string): Promise<Content> {
    const rows = await this.#world.db.query(sql`
      SELECT id, revision_id FROM spaces WHERE id = ${branchId}
      UNION ALL SELECT space_id, revision_id FROM change_requests WHERE id = ${branchId}`);
    const [[spaceId, revisionId] = []] = rows;
    return this.#contentsOf(spaceId as string).read(revisionId as string);
  }

  async history(spaceId: string): Promise<History> {
    const { db } = this.#world;
    const contents = this.#contentsOf(spaceId);
    const space = await db.prisma.space.findUniqueOrThrow({ where: { id: spaceId } });
    const changeRequests = await db.prisma.changeRequest.findMany({ where: { spaceId } });
    const conflicts = (await db.query(sql`
      SELECT c.subject_id, concat(c.base, c.ours, c.theirs) FROM change_request_conflicts c
      JOIN change_requests q ON q.id = c.change_request_id
      WHERE q.space_id = ${spaceId}`)) as [string, string][];
    const values = conflicts.map(([, value]) => value).join(' ');
    const hashes = [...new Set(values.match(/\b[0-9a-f]{64}\b/g))];
    const texts = await contents.texts(hashes);
    const branching = {
      contents: await contents.readSpace(spaceId),
      changeRequests,
      inConflict: new Set(conflicts.map(([subjectId]) => subjectId)),
    };
    return new History(
      branching,
      [space.revisionId, ...changeRequests.map(({ revisionId }) => revisionId)],
      [values, ...hashes.map((hash) => texts.get(hash))].join(' '),
    );
  }

  async changeRequests(spaceId: string): Promise<readonly ShownChangeRequest[]> {
    const { space } = await this.#editor.query(
      `query ($id: ID!) { space(id: $id) { changeRequests(status: null, first: 50) { nodes {
        id status outdated revisionId revisionInitialId
        changes(first: 1) { from { id } to { id } counts { count } } } } } }`,
      { id: spaceId },
    );
    const nodes = space.changeRequests.nodes as (Omit<ShownChangeRequest, 'changes'> & {
      revisionInitialId: string;
      changes: { from: { id: string }; to: { id: string }; counts: { count: number }[] };
    })[];
    return nodes.map(({ changes: { from, to, counts }, revisionInitialId, ...shown }) => {
      const count = counts.reduce((sum, one) => sum + one.count, 0);
      return {
        ...shown,
        initialId: revisionInitialId,
        changes: { from: from.id, to: to.id, count },
      };
    });
  }

  changesBetween(from: Content, to: Content): Promise<readonly ContentDiffEntry[]> {
    const { db } = this.#world;
    const loaders = new Loaders(db, this.#editor.userId);
    return changesBetween({ db, loaders }, rowOf(from), rowOf(to));
  }

  /** By the id of each revision, as a state of the space, and at the time that it was written. */
  async expectReadable(spaceId: string, history: History): Promise<void> {
    const fields = 'id pageCount fileCount variables pageTree';
    const all = await this.#world.db.prisma.revision.findMany({
      where: { spaceId },
      orderBy: [{ createdAt: 'asc' }, { generation: 'asc' }],
    });
    const primary = all.filter(({ branchId }) => branchId === spaceId);
    for (let start = 0; start < all.length; start += READ_MAX) {
      const part = all.slice(start, start + READ_MAX);
      const states = part.map(
        ({ id, createdAt }, index) =>
          `r${index}: content(at: { revision: "${id}" }) { ${fields} }
          t${index}: content(at: { time: "${createdAt.toISOString()}" }) { id }`,
      );
      const { nodes, space } = await this.#editor.query(
        `query ($ids: [ID!]!, $id: ID!) { nodes(ids: $ids) { ... on Revision { ${fields} } }
          space(id: $id) { ${states.join(' ')} } }`,
        { ids: part.map(({ id }) => id), id: spaceId },
      );
      for (const [index, { id, createdAt }] of part.entries()) {
        const shown = nodes[index];
        const { tree, files, variables } = history.content(id);
        const ids = JSON.stringify(shown.pageTree).match(/"id":"page_\w+"/g) ?? [];
        expect(ids).toHaveLength(tree.size);
        const { pageCount, fileCount } = shown;
        expect({ pageCount, fileCount }).toEqual({ pageCount: tree.size, fileCount: files.length });
        expect(shown.variables).toEqual(variables);
        expect(space[`r${index}`]).toEqual(shown);
        const then = primary.findLast((one) => one.createdAt <= createdAt);
        expect(space[`t${index}`].id).toBe(then?.id);
      }
    }
  }

  #contentsOf(spaceId: string): Contents {
    const contents = this.#contents.get(spaceId);
    if (!contents) throw new Error(`There is no space ${spaceId}.`);
    return contents;
  }

  /** Writes content once, so that all spaces of one size share it. Answers its revision. */
  async #write(pageCount: number): Promise<string> {
    const { id, revisionId } = await this.#world.space(this.#organizationId);
    const { changes, texts } = startingContent(pageCount);
    return runTransaction(this.#world.db, async (transaction) => {
      const head = await transaction.revision.findUniqueOrThrow({ where: { id: revisionId } });
      await storeBlobs(
        transaction,
        texts.map((text) => Buffer.from(text)),
      );
      const authorship = { authorId: null, now: new Date() };
      const tip = { branchId: id, head };
      return (await writeRevision(transaction, tip, changes, authorship)).id;
    });
  }
}

function pathOf({ id, spaceId }: Branch): string {
  const space = `/v1/spaces/${spaceId}`;
  return id === spaceId ? space : `${space}/change-requests/${id}`;
}

function answerOf({ status, body }: RestAnswer<Record<string, unknown>>): Answer {
  const { revision, result } = body as { revision?: string; result?: string };
  return { status, revision, result, detail: body };
}

/** Comparing reads nothing of a row that its table lacks. */
function rowOf({ revision }: Content): Row<'Revision'> {
  return revision as unknown as Row<'Revision'>;
}
