import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageEntry } from '../../../src/features/content/store/entry.ts';
import type { Client } from '../../support/client.ts';
import { writeFiles, writePages } from '../../support/content.ts';
import { World } from '../../support/world.ts';
import {
  History,
  pagesOf,
  readContent,
  textOf,
  valuesIn,
  valuesOfPage,
  type Content,
  type Replaces,
  type Write,
} from './history.ts';

/** How many random histories are made; more take longer: about a second each. */
const HISTORIES = Number(process.env.BRANCHING_HISTORIES ?? 8);
const SECONDS_PER_HISTORY_MAX = 30;
const limits = { numRuns: HISTORIES, endOnFailure: true, verbose: true };
const timeoutMs = 60_000 + HISTORIES * SECONDS_PER_HISTORY_MAX * 1000;

let world: World;
let editor: Client;
let organizationId: string;

beforeAll(async () => {
  world = await World.create();
  ({ id: organizationId, admin: editor } = await world.organization());
});

afterAll(() => world.destroy());

/** A step of a history; numbers pick the branch, the page, the place. */
interface Step {
  kind:
    | ('insert' | 'title' | 'description' | 'pageVariable' | 'text' | 'move' | 'delete')
    | ('variable' | 'insertFile' | 'renameFile' | 'replaceFile' | 'deleteFile')
    | ('create' | 'update' | 'merge');
  branch: number;
  page: number;
  into: number;
  at: number;
}

const weights: Record<Step['kind'], number> = {
  ...{ insert: 3, title: 2, description: 2, pageVariable: 2, text: 5, move: 3, delete: 1 },
  ...{ variable: 2, insertFile: 1, renameFile: 1, replaceFile: 1, deleteFile: 1 },
  ...{ create: 1, update: 2, merge: 1 },
};
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    ...Object.entries(weights).map(([kind, weight]) => ({
      arbitrary: fc.constant(kind as Step['kind']),
      weight,
    })),
  ),
  branch: fc.nat(3),
  page: fc.nat(59),
  into: fc.nat(59),
  at: fc.nat(4),
});
/** Steps one after the other, now and then some at once. */
const moments = fc.array(
  fc.oneof(
    { arbitrary: fc.array(step, { minLength: 1, maxLength: 1 }), weight: 4 },
    { arbitrary: fc.array(step, { minLength: 2, maxLength: 5 }), weight: 1 },
  ),
  { minLength: 8, maxLength: 20 },
);

const PARAGRAPHS = 4;

/** A space with two change requests, and everything that was acknowledged since. */
class Story {
  readonly writes: Write[] = [];
  readonly #spaceId: string;
  /** Paths of the primary content, and of change requests that can be edited. */
  readonly #branches: string[];
  #counter = 0;

  private constructor(spaceId: string) {
    this.#spaceId = spaceId;
    this.#branches = [this.space];
  }

  static async begin(pageCount: number): Promise<Story> {
    const { id } = await world.space(organizationId);
    const markdown = Array.from({ length: PARAGRAPHS }, (_, index) => `Paragraph ${index}.\n`);
    const pages = Array.from({ length: pageCount }, (_, index) => ({
      title: `Page ${index}`,
      markdown: markdown.join('\n'),
    }));
    const parts = pages.slice(0, 5).map((page, part) => ({
      ...page,
      pages: pages.slice(5).filter((_, index) => index % 5 === part),
    }));
    await writePages(world, id, parts);
    await writeFiles(world, id, [
      { name: 'one.txt', text: 'One.' },
      { name: 'two.txt', text: 'Two.' },
    ]);
    const story = new Story(id);
    await story.#create();
    await story.#create();
    return story;
  }

  get space(): string {
    return `/v1/spaces/${this.#spaceId}`;
  }

  /** Makes a step. Alone, it must succeed. */
  async take(one: Step, isAlone: boolean): Promise<void> {
    const branch = this.#branches[one.branch % this.#branches.length] ?? this.space;
    if (one.kind === 'create') await this.#create();
    else if (one.kind === 'update' || one.kind === 'merge') {
      if (branch !== this.space) await this.bring(branch, one.kind, isAlone);
    } else await this.#edit(branch, one, isAlone);
  }

  /** Updates or merges a change request. */
  async bring(branch: string, kind: 'update' | 'merge', isAlone: boolean): Promise<string> {
    const { status, body } = await editor.post(`${branch}/${kind}`);
    expectStatus(status, isAlone ? [200] : [200, 409]);
    if (kind === 'merge' && status === 200) {
      this.#branches.splice(0, Infinity, ...this.#branches.filter((one) => one !== branch));
    }
    return body.result as string;
  }

  /** Merges all change requests, so that all that was written comes together. */
  async mergeAll(): Promise<void> {
    for (const branch of this.#branches.slice(1)) await this.bring(branch, 'merge', true);
  }

  /** A change request that nothing else in the story touches. */
  async newBranch(): Promise<string> {
    const { status, body } = await editor.post(`${this.space}/change-requests`, {});
    expectStatus(status, [201]);
    return `${this.space}/change-requests/${body.id}`;
  }

  async history(): Promise<History> {
    return History.read(world, this.#spaceId);
  }

  /** All change requests, and the revisions that they say they have, as the graph shows them. */
  async changeRequests() {
    const { space } = await editor.query(
      `query ($id: ID!) { space(id: $id) { revisionId changeRequests(status: null, first: 50) {
        nodes { id status outdated revisionId revisionInitialId } } } }`,
      { id: this.#spaceId },
    );
    return {
      primaryId: space.revisionId as string,
      all: space.changeRequests.nodes as {
        status: string;
        outdated: boolean;
        revisionId: string;
        revisionInitialId: string;
      }[],
    };
  }

  async #create(): Promise<void> {
    this.#branches.push(await this.newBranch());
  }

  async #edit(branch: string, one: Step, isAlone: boolean): Promise<void> {
    const { body } = await editor.get(branch);
    const seen = await readContent(world, body.revision as string);
    const edit = editOf(one, seen, () => `w${(this.#counter += 1)}w`);
    if (!edit) return;
    const { status, body: answer } = await editor.post(`${branch}/content`, {
      changes: [edit.change],
      ...(one.kind === 'text' && { baseRevision: seen.revision.id }),
    });
    expectStatus(status, isAlone ? [200] : [200, 400, 409]);
    if (status !== 200) return;
    const revisionId = answer.revision as string;
    this.writes.push({ revisionId, value: edit.value, replaces: edit.replaces });
  }
}

function expectStatus(status: number, allowed: readonly number[]): void {
  expect(allowed).toContain(status);
}

interface Edit {
  change: object;
  value: string | undefined;
  replaces: Replaces;
}

/** The change that a step makes of content; undefined where it has nothing to change. */
function editOf(one: Step, seen: Content, newValue: () => string): Edit | undefined {
  if (one.kind.endsWith('File') || one.kind === 'variable') return editBeside(one, seen, newValue);
  const pages = pagesOf(seen);
  const page = pages[one.page % Math.max(pages.length, 1)];
  const into = one.into % 3 === 0 ? null : pages[one.into % pages.length];
  if (one.kind === 'insert') {
    const value = newValue();
    const metadata = { title: 'New', description: value };
    const place = { into: into?.id ?? null, at: one.at };
    const document = { markdown: 'New.\n' };
    const change = { operation: 'insert_page', metadata, document, ...place };
    return { change, value, replaces: nothing };
  }
  if (!page) return undefined;
  switch (one.kind) {
    case 'move':
      if (into && (into.id === page.id || isBelow(seen, into, page.id))) return undefined;
      return {
        change: { operation: 'move_page', page: page.id, into: into?.id ?? null, at: one.at },
        value: undefined,
        replaces: nothing,
      };
    case 'delete':
      return {
        change: { operation: 'delete_page', page: page.id },
        value: undefined,
        replaces: (before, after) => {
          const gone = pagesOf(before).filter(
            (each) =>
              !after.tree.page(each.id) && (each.id === page.id || isBelow(before, each, page.id)),
          );
          return new Set(gone.flatMap((each) => [...valuesOfPage(before, each)]));
        },
      };
    case 'text':
      return editText(one, seen, page, newValue());
    default: {
      const value = newValue();
      const name = `v${one.at % 2}`;
      const metadata =
        one.kind === 'pageVariable' ? { variables: { [name]: value } } : { [one.kind]: value };
      return {
        change: { operation: 'update_page', page: page.id, metadata },
        value,
        replaces: (before) => {
          const old = before.tree.page(page.id);
          const { title, description, variables } = old ?? {};
          const values = { title, description, pageVariable: variables?.[name] };
          return valuesIn(String(values[one.kind as keyof typeof values]));
        },
      };
    }
  }
}

/** One paragraph becomes another; the writer replaces what was read, and nothing else. */
function editText(one: Step, seen: Content, page: PageEntry, value: string): Edit {
  const text = textOf(seen, page);
  const paragraphs = text.split('\n\n');
  paragraphs[one.at % PARAGRAPHS] = `Paragraph ${value}.`;
  const markdown = paragraphs.join('\n\n');
  const kept = valuesIn(markdown);
  return {
    change: { operation: 'update_page', page: page.id, document: { markdown } },
    value,
    replaces: () => new Set([...valuesIn(text)].filter((each) => !kept.has(each))),
  };
}

/** A change of variables or files. */
function editBeside(one: Step, seen: Content, newValue: () => string): Edit | undefined {
  const value = newValue();
  const content = Buffer.from(value).toString('base64');
  if (one.kind === 'variable') {
    const name = `v${one.at % 3}`;
    return {
      change: { operation: 'set_variables', variables: { [name]: value } },
      value,
      replaces: ({ variables }) => valuesIn(String(variables[name])),
    };
  }
  if (one.kind === 'insertFile') {
    const files = [{ name: `${value}.txt`, content }];
    return { change: { operation: 'insert_files', files }, value, replaces: nothing };
  }
  const file = seen.files[one.page % Math.max(seen.files.length, 1)]?.id;
  if (file === undefined) return undefined;
  const valuesOfFile = ({ files, texts }: Content, parts: readonly ('name' | 'blob')[]) => {
    const known = files.find(({ id }) => id === file);
    const found = { name: known?.name ?? '', blob: texts.get(known?.blob ?? '') ?? '' };
    return valuesIn(parts.map((part) => found[part]).join(' '));
  };
  if (one.kind === 'deleteFile') {
    return {
      change: { operation: 'delete_file', file },
      value: undefined,
      replaces: (before) => valuesOfFile(before, ['name', 'blob']),
    };
  }
  const isName = one.kind === 'renameFile';
  return {
    change: {
      operation: 'update_file',
      file,
      ...(isName ? { name: `${value}.txt` } : { content }),
    },
    value,
    replaces: (before) => valuesOfFile(before, [isName ? 'name' : 'blob']),
  };
}

function nothing(): Set<string> {
  return new Set();
}

function isBelow({ tree }: Content, page: { parent: string | null }, id: string): boolean {
  const { parent } = page;
  if (parent === null) return false;
  const above = tree.page(parent);
  return parent === id || (above !== undefined && isBelow({ tree } as Content, above, id));
}

describe('histories of change requests', () => {
  it(
    'lose no acknowledged write, and stay trees whose counts and states are right',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 5, max: 60 }), moments, async (pageCount, list) => {
          const story = await Story.begin(pageCount);
          const untouched = await story.newBranch();
          for (const steps of list) {
            const isAlone = steps.length === 1;
            await Promise.all(steps.map((one) => story.take(one, isAlone)));
          }
          await expectStates(story);
          await story.bring(untouched, 'update', true);
          const answers = [await editor.get(untouched), await editor.get(story.space)];
          const [own, primary] = await Promise.all(
            answers.map(({ body }) => readContent(world, body.revision as string)),
          );
          expect(pagesOf(own as Content)).toEqual(pagesOf(primary as Content));
          expect(own?.files).toEqual(primary?.files);
          expect(own?.variables).toEqual(primary?.variables);
          await story.mergeAll();
          const history = await expectStates(story);
          expect(history.defects()).toEqual([]);
          expect(history.losses(story.writes)).toEqual([]);
        }),
        limits,
      );
    },
    timeoutMs,
  );
});

/** Whether each change request is outdated is what its history says; all revisions can be read. */
async function expectStates(story: Story): Promise<History> {
  const history = await story.history();
  const { primaryId, all } = await story.changeRequests();
  for (const { status, outdated, revisionId, revisionInitialId } of all) {
    const takenIn = history.takenIn(revisionId, revisionInitialId);
    expect(outdated).toBe(status !== 'MERGED' && takenIn !== primaryId);
  }
  const ids = [...history.contents.keys()];
  for (let start = 0; start < ids.length; start += 10) {
    const { nodes } = await editor.query(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Revision { pageCount pageTree } } }',
      { ids: ids.slice(start, start + 10) },
    );
    for (const { id, pageCount, pageTree } of nodes) {
      expect(pageCount).toBe(history.contents.get(id as string)?.tree.size);
      expect(JSON.stringify(pageTree).match(/"id":"page_/g)?.length ?? 0).toBe(pageCount);
    }
  }
  return history;
}
