import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitObjectId } from '../../../src/lib/git-object-id.ts';
import { hasGit } from '../../support/git-server.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { GitWorld } from './support.ts';
import { lawCount } from '../../support/law-count.ts';

// Real documentation, which is not part of this repository.
const shelf = join(import.meta.dirname, '../../../../shared/real-docs');
const realFolders = ['brighter-docs', 'axon-reference'].slice(0, lawCount(2));

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
const gitWorld = new GitWorld(world);

/** Pages that are left out, and why: nothing else is. */
const leftOut: Record<string, RegExp> = {
  'axon-reference': /^(not in SUMMARY\.md|named in SUMMARY\.md|outside of the root|a hidden file)/,
  'brighter-docs': /^(not in SUMMARY\.md|named in SUMMARY\.md|outside of the root|a hidden file)/,
};

interface Item {
  id: string;
  title: string;
  git?: { oid: string; path: string };
  pages?: Item[];
}

const flat = (pages: readonly Item[]): Item[] =>
  pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);

function bytesBelow(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(
    files.map((name) => [name, gitObjectId(readFileSync(join(folder, name)))]),
  );
}

/** What a space holds of a repository, by path: git's ids of the bytes. */
function heldOf({ pages, files, reusableContents }: Record<string, Item[]>) {
  const items = [...flat(pages ?? []), ...(files ?? []), ...(reusableContents ?? [])];
  return Object.fromEntries(items.flatMap(({ git }) => (git ? [[git.path, git.oid]] : [])));
}

describe.skipIf(!existsSync(shelf) || !hasGit)('a repository of real documentation', () => {
  it.each(realFolders)('comes in whole and goes back byte for byte: %s', async (name) => {
    const clone = gitWorld.server.repository(`${name}-${world.next()}`);
    const url = gitWorld.server.url(clone.name);
    cpSync(join(shelf, name), clone.folder, { recursive: true });
    rmSync(join(clone.folder, '.gitignore'), { force: true });
    const commit = clone.push('Write docs');
    const { id: spaceId } = await world.space(organization.id);
    const content = async () => (await cast.read.get(`/v1/spaces/${spaceId}/content`)).body;
    const sync = async (kind: 'import' | 'export', force = false) => {
      const body = { url, repoCacheID: name, force };
      const job = await gitWorld.run(cast.create, spaceId, kind, body);
      expect(job).toMatchObject({ state: 'done', errorMessage: null, progress: 1 });
      return job;
    };

    const imported = await sync('import');
    const before = await content();
    const tree = clone.tree();
    const held = heldOf(before);
    const told = new Map(imported.results.map(({ path, message }) => [path, message ?? '']));
    for (const [path, oid] of Object.entries(tree)) {
      if (held[path] === oid || /(^|\/)(SUMMARY\.md|\.gitbook\.yaml)$/.test(path)) continue;
      const reason = [...told].find(([at]) => path === at || path.startsWith(at))?.[1];
      expect(reason, path).toMatch(leftOut[name] ?? /^$/);
    }
    expect(Object.keys(held).length).toBeGreaterThan(100);
    expect(bytesBelow(join(shelf, name))).toMatchObject(held);

    expect((await sync('import', true)).message).toMatch(/^Nothing changed/);
    expect(await content()).toEqual(before);
    expect((await sync('export')).message).toMatch(/^Nothing was written/);
    expect(clone.head()).toBe(commit);
    expect(await content()).toEqual(before);

    const page = flat(before.pages).find(({ git }) => git && !/readme/i.test(git.path));
    const change = { operation: 'update_page', page: page?.id, document: { markdown: 'New.\n' } };
    const answer = await cast.edit.post(`/v1/spaces/${spaceId}/content`, { changes: [change] });
    expect(answer.status).toBe(200);
    await sync('export');
    const changed = clone.tree();
    const paths = Object.keys(changed).filter((path) => changed[path] !== tree[path]);
    expect(paths).toEqual([page?.git?.path]);
    expect(Object.keys(changed)).toEqual(Object.keys(tree));
    const after = await content();
    expect((await sync('import', true)).message).toMatch(/^Nothing changed/);
    expect(await content()).toEqual(after);

    const fresh = { metadata: { title: 'A new page' }, document: { markdown: 'New.\n' } };
    const insert = { operation: 'insert_page', ...fresh, into: page?.id };
    await cast.edit.post(`/v1/spaces/${spaceId}/content`, { changes: [insert] });
    await sync('export');
    clone.pull();
    // Added lines, removed lines, path: one line of the table of contents is new.
    const lines = clone.git('diff', '--numstat', 'HEAD~1').trim().split('\n');
    expect(lines.toSorted()).toEqual([
      expect.stringMatching(/^1\t0\tSUMMARY\.md$/),
      expect.stringMatching(/^1\t0\t.*a-new-page\.md$/),
    ]);
  });
});
