import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasGit } from '../../support/git-server.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { flat, Random, RepositoryEditor, SpaceEditor, type Page } from './random-edits.ts';
import { GitWorld } from './support.ts';

/** How many edits are made, and what they follow from. */
const EDITS = Number(process.env.GIT_EDITS ?? 24);
const SEED = Number(process.env.GIT_SEED ?? 20_261_128);
const TIMEOUT_MS = 60_000 + EDITS * 10_000;

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

interface Item {
  git?: { oid: string; path: string };
}

/** Titles and kinds of pages, as a tree; links that lead to content have no form in git. */
const shapeOf = (pages: readonly Page[]): unknown[] =>
  pages.flatMap((page) => {
    if (page.type === 'link' && !('target' in page && isAddress(page.target))) return [];
    return [{ title: page.title, type: page.type, pages: shapeOf(page.pages ?? []) }];
  });
const isAddress = (target: unknown) => (target as { kind?: string }).kind === 'url';

describe.skipIf(!hasGit)('a space and a repository that are both edited at random', () => {
  it(
    'end equal, with the pages and the comments that they had',
    async () => {
      const random = new Random(SEED);
      const log: string[] = [];
      const clone = gitWorld.server.repository(`repo-${world.next()}`);
      clone.write(docs);
      symlinkSync('README.md', `${clone.folder}/link.md`);
      clone.push();
      const { id: spaceId } = await world.space(organization.id);
      const space = new SpaceEditor(cast.create, spaceId, random);
      const repository = new RepositoryEditor(clone, random);
      const body = { url: gitWorld.server.url(clone.name), repoCacheID: 'random' };
      const told = () => `seed ${SEED}\n${log.join('\n')}`;
      const sync = async (kind: 'import' | 'export') => {
        const job = await gitWorld.run(cast.create, spaceId, kind, body);
        log.push(`${kind}: ${job.errorCode ?? job.message}`);
        if (kind === 'import') repository.settle();
        return job;
      };
      expect(await sync('import')).toMatchObject({ state: 'done', errorMessage: null });
      expect((await gitWorld.lastJob(spaceId)).results).toContainEqual(
        expect.objectContaining({ path: 'link.md', message: 'a symbolic link' }),
      );
      const first = flat((await space.content()).pages);
      const comments = new Map<string, string>();
      for (const page of first.filter(({ type }) => type === 'document')) {
        const url = `/v1/spaces/${spaceId}/comments`;
        const answer = await cast.create.post(url, { page: page.id, body: { markdown: 'Hm.' } });
        comments.set(answer.body.id, page.id);
      }

      for (let number = 1; number <= EDITS; number += 1) {
        const isOurs = random.below(2) === 0;
        log.push(isOurs ? `space: ${await space.edit(number)}` : repository.edit(number));
        const turn = random.below(6);
        if (turn === 0) expect(await sync('import'), told()).toMatchObject({ state: 'done' });
        if (turn !== 1) continue;
        const { state, errorCode } = await sync('export');
        expect([state, errorCode], told()).toBeOneOf([
          ['done', null],
          ['failed', 'DIVERGED'],
        ]);
      }

      expect(await sync('import'), told()).toMatchObject({ state: 'done', errorMessage: null });
      expect(await sync('export'), told()).toMatchObject({ state: 'done', errorMessage: null });
      const content = await space.content();
      const commit = clone.head();
      expect((await sync('import')).message, told()).toMatch(/^Nothing was changed/);
      expect((await sync('export')).message, told()).toMatch(/^Nothing was written/);
      expect(await space.content(), told()).toEqual(content);
      expect(clone.head()).toBe(commit);

      const items: Item[] = [...flat(content.pages), ...content.files, ...content.reusableContents];
      const held = Object.fromEntries(
        items.flatMap(({ git }) => (git ? [[git.path, git.oid]] : [])),
      );
      const { 'SUMMARY.md': _, 'link.md': _link, ...tree } = clone.tree();
      const outside = Object.entries(tree).filter(([path]) => held[path] === undefined);
      expect(tree, told()).toMatchObject(held);
      const results = (await gitWorld.lastJob(spaceId)).results;
      expect(results).toBeDefined();
      // Only files that no table of contents names are in the repository alone.
      const imported = await sync('import');
      const skipped = new Set(imported.results.map(({ path }) => path));
      expect(
        outside.map(([path]) => path).filter((path) => !skipped.has(path)),
        told(),
      ).toEqual([]);

      const { id: copyId } = await world.space(organization.id);
      await gitWorld.run(cast.create, copyId, 'import', body);
      const copy = (await cast.create.get(`/v1/spaces/${copyId}/content`)).body;
      expect(shapeOf(copy.pages), told()).toEqual(shapeOf(content.pages));
      await expectSameTexts(spaceId, copyId, content.pages);

      const ids = new Set(flat(content.pages).map(({ id }) => id));
      const listed = await cast.create.get(`/v1/spaces/${spaceId}/comments?limit=100`);
      const targets = new Map<string, string>(
        listed.body.items.map((item: { id: string; target: { page?: { id: string } } }) => [
          item.id,
          item.target.page?.id ?? '',
        ]),
      );
      for (const [comment, page] of comments) {
        if (ids.has(page)) expect(targets.get(comment), told()).toBe(page);
      }
      for (const { id, git } of first) {
        if (space.deleted.has(id) || ids.has(id)) continue;
        // What is gone was deleted in the repository, and nothing else took its place.
        expect(held[git?.path ?? ''], `${git?.path}\n${told()}`).toBeUndefined();
      }
    },
    TIMEOUT_MS,
  );

  /** The texts of pages in two spaces, by the files that they have. */
  async function expectSameTexts(spaceId: string, copyId: string, pages: readonly Page[]) {
    const copies = flat((await cast.create.get(`/v1/spaces/${copyId}/content`)).body.pages);
    const byPath = new Map(copies.map(({ id, git }) => [git?.path, id]));
    for (const { id, git } of flat(pages)) {
      if (!git) continue;
      const [ours, theirs] = await Promise.all([
        cast.create.get(`/v1/spaces/${spaceId}/content/page/${id}`),
        cast.create.get(`/v1/spaces/${copyId}/content/page/${byPath.get(git.path)}`),
      ]);
      expect(ours.body.markdown).toBe(theirs.body.markdown);
      expect(ours.body.description).toBe(theirs.body.description);
    }
  }
});
