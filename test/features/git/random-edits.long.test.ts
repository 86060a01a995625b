import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasGit, type Clone } from '../../support/git-server.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { flat, Random, RepositoryEditor, SpaceEditor, type Page } from './random-edits.ts';
import { GitWorld } from './support.ts';
import { lawCount } from '../../support/law-count.ts';

/** How many edits are made, and what they follow from. */
const EDITS = lawCount(24, 'GIT_EDITS');
const SEED = Number(process.env.GIT_SEED ?? 20_261_128);

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
const gitWorld = new GitWorld(world);

const docs = {
  'README.md': '# Home\n\nWelcome.\n\n![](images/theirs.txt)\n',
  'SUMMARY.md':
    '# Mine\n\n* [Home](README.md)\n* [Guide](guide.md)\n  * [Deep](deep/page.md)\n\n' +
    '## More\n\n* [Old](old.md)\n* [Elsewhere](https://example.com)\n',
  'guide.md': '---\n# a note\nkind: odd\ndescription: All\n---\n\nRead.\r\n',
  'deep/page.md': 'Deep.\n',
  'old.md': 'Old.\n',
  'stray.md': 'Not listed.\n',
  'images/theirs.txt': 'Text',
  '.gitbook/includes/shared.md': 'Shared.\n',
  Makefile: 'all:\n',
};

/** Titles and kinds of pages, as a tree; links that lead to content have no form in git. */
const shapeOf = (pages: readonly Page[]): unknown[] =>
  pages.flatMap((page) => {
    if (page.type === 'link' && !('target' in page && isAddress(page.target))) return [];
    return [{ title: page.title, type: page.type, pages: shapeOf(page.pages ?? []) }];
  });
const isAddress = (target: unknown) => (target as { kind?: string }).kind === 'url';

/** A space and its repository, and what was done to them. */
class Pair {
  readonly random = new Random(SEED);
  readonly log: string[] = [];
  readonly clone: Clone;
  readonly spaceId: string;
  readonly space: SpaceEditor;
  readonly repository: RepositoryEditor;

  constructor(clone: Clone, spaceId: string) {
    this.clone = clone;
    this.spaceId = spaceId;
    this.space = new SpaceEditor(cast.create, spaceId, this.random);
    this.repository = new RepositoryEditor(clone, this.random);
  }

  /** What a failure says: how it came to it. */
  get told(): string {
    return `seed ${SEED}\n${this.log.join('\n')}`;
  }

  async sync(kind: 'import' | 'export', spaceId = this.spaceId, settings: object = {}) {
    const url = gitWorld.server.url(this.clone.name);
    const body = { url, repoCacheID: 'random', ...settings };
    const job = await gitWorld.run(cast.create, spaceId, kind, body);
    this.log.push(`${kind}: ${job.errorCode ?? job.message}`);
    if (kind === 'import') this.repository.settle();
    return job;
  }

  /** Imports all of it, though it is known. */
  readAgain() {
    return this.sync('import', this.spaceId, { force: true });
  }

  /** Edits one of both sides, and now and then makes an import or an export. */
  async edit(number: number): Promise<void> {
    const isOurs = this.random.below(2) === 0;
    this.log.push(
      isOurs ? `space: ${await this.space.edit(number)}` : this.repository.edit(number),
    );
    const turn = this.random.below(6);
    if (turn === 0) expect(await this.sync('import'), this.told).toMatchObject({ state: 'done' });
    if (turn !== 1) return;
    const { state, errorCode } = await this.sync('export');
    expect([state, errorCode], this.told).toBeOneOf([
      ['done', null],
      ['failed', 'DIVERGED'],
    ]);
  }
}

describe.skipIf(!hasGit)('a space and a repository that are both edited at random', () => {
  it('end equal, with the pages and the comments that they had', async () => {
    const clone = gitWorld.server.repository(`repo-${world.next()}`);
    clone.write(docs);
    symlinkSync('README.md', `${clone.folder}/link.md`);
    clone.push();
    const pair = new Pair(clone, (await world.space(organization.id)).id);
    const imported = await pair.sync('import');
    expect(imported).toMatchObject({ state: 'done', errorMessage: null });
    expect(imported.results).toContainEqual(
      expect.objectContaining({ path: 'link.md', message: 'a symbolic link' }),
    );
    const first = flat((await pair.space.content()).pages);
    const comments = await commentOn(pair.spaceId, first);

    for (let number = 1; number <= EDITS; number += 1) await pair.edit(number);

    for (const kind of ['import', 'export'] as const) {
      expect(await pair.sync(kind), pair.told).toMatchObject({ state: 'done' });
    }
    const content = await pair.space.content();
    const commit = clone.head();
    for (const job of [await pair.sync('import'), await pair.readAgain()]) {
      expect(job.message, pair.told).toMatch(/^Nothing changed/);
    }
    expect((await pair.sync('export')).message, pair.told).toMatch(/^Nothing was written/);
    expect(await pair.space.content(), pair.told).toEqual(content);
    expect(clone.head()).toBe(commit);

    await expectSameFiles(pair, content);
    await expectSameShape(pair, content.pages);
    await expectKept(pair, first, comments);
  });
});

/** Comments on the documents: ids of pages by those of the comments. */
async function commentOn(spaceId: string, pages: readonly Page[]): Promise<Map<string, string>> {
  const comments = new Map<string, string>();
  for (const { id } of pages.filter(({ type }) => type === 'document')) {
    const url = `/v1/spaces/${spaceId}/comments`;
    const { status, body } = await cast.create.post(url, { page: id, body: { markdown: 'Hm.' } });
    expect(status).toBe(200);
    comments.set(body.id, id);
  }
  return comments;
}

/** What a space holds, by path: git's ids of the bytes. */
function heldOf({ pages, files, reusableContents }: Record<string, Page[]>) {
  const items = [...flat(pages ?? []), ...(files ?? []), ...(reusableContents ?? [])];
  return Object.fromEntries(items.flatMap(({ git }) => (git ? [[git.path, git.oid]] : [])));
}

/** The repository has what the space has, and else only what the import says that it left out. */
async function expectSameFiles(pair: Pair, content: Record<string, Page[]>): Promise<void> {
  const held = heldOf(content);
  const { 'SUMMARY.md': _summary, ...tree } = pair.clone.tree();
  expect(tree, pair.told).toMatchObject(held);
  const { results } = await pair.readAgain();
  const skipped = new Set(results.map(({ path }) => path));
  const outside = Object.keys(tree).filter((path) => held[path] === undefined);
  expect(
    outside.filter((path) => !skipped.has(path)),
    pair.told,
  ).toEqual([]);
}

/** Another space that the repository is imported into has the same pages, with the same texts. */
async function expectSameShape(pair: Pair, pages: readonly Page[]): Promise<void> {
  const { id: copyId } = await world.space(organization.id);
  await pair.sync('import', copyId);
  const copy = (await cast.create.get(`/v1/spaces/${copyId}/content`)).body;
  expect(shapeOf(copy.pages), pair.told).toEqual(shapeOf(pages));
  const byPath = new Map(flat(copy.pages).map(({ id, git }) => [git?.path, id]));
  for (const { id, git } of flat(pages)) {
    if (!git) continue;
    const [ours, theirs] = await Promise.all([
      cast.create.get(`/v1/spaces/${pair.spaceId}/content/page/${id}`),
      cast.create.get(`/v1/spaces/${copyId}/content/page/${byPath.get(git.path)}`),
    ]);
    expect(ours.body.markdown).toBe(theirs.body.markdown);
    expect(ours.body.description).toBe(theirs.body.description);
  }
}

/** What is gone of the first pages was deleted; comments are where they were. */
async function expectKept(
  pair: Pair,
  first: readonly Page[],
  comments: ReadonlyMap<string, string>,
): Promise<void> {
  const content = await pair.space.content();
  const held = heldOf(content);
  const ids = new Set(flat(content.pages).map(({ id }) => id));
  const listed = await cast.create.get(`/v1/spaces/${pair.spaceId}/comments?limit=100`);
  const targets = new Map<string, string | undefined>(
    listed.body.items.map((item: { id: string; target: { page?: { id: string } } }) => [
      item.id,
      item.target.page?.id,
    ]),
  );
  for (const [comment, page] of comments) {
    if (ids.has(page)) expect(targets.get(comment), pair.told).toBe(page);
  }
  for (const { id, git } of first) {
    if (pair.space.deleted.has(id) || ids.has(id) || !git) continue;
    expect(held[git.path], `${git.path}\n${pair.told}`).toBeUndefined();
  }
}
