import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { BRANCH_REF } from '../../../src/external/git/git-names.ts';
import { hasGit, type Clone } from '../../support/git-server.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { GitWorld } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
const gitWorld = new GitWorld(world);

let clone: Clone;
let spaceId: string;

const sync = (kind: 'import' | 'export', body: Record<string, unknown> = {}) =>
  gitWorld.run(cast.create, spaceId, kind, { url: gitWorld.server.url(clone.name), ...body });

async function change(...changes: object[]): Promise<void> {
  const { status, body } = await cast.create.post(`/v1/spaces/${spaceId}/content`, { changes });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

interface File {
  name: string;
  git?: { path: string };
}

async function files(): Promise<File[]> {
  return (await cast.create.get(`/v1/spaces/${spaceId}/content`)).body.files as File[];
}

const attached = (...names: string[]) => ({
  operation: 'insert_files',
  files: names.map((name, index) => ({ name, content: btoa(`${index}`) })),
});

/** Pushes a commit beside whose files there are entries that git itself would refuse to add. */
function pushEntries(added: readonly { name: Buffer; mode?: string; oid: string }[]): string {
  clone.git('add', '-A');
  const lines = clone.git('ls-tree', clone.git('write-tree').trim()).split('\n').filter(Boolean);
  const known = lines.map((line) => {
    const [mode = '', , oid = '', name = ''] = line.split(/[ \t]/);
    return { mode: mode.replace(/^0/, ''), oid, name: Buffer.from(name) };
  });
  const entries = [...known, ...added.map((entry) => ({ mode: '100644', ...entry }))];
  const object = entries
    .toSorted((a, b) => Buffer.compare(a.name, b.name))
    .flatMap(({ mode, name, oid }) => [
      ...[Buffer.from(`${mode} `), name, Buffer.alloc(1), Buffer.from(oid, 'hex')],
    ]);
  const file = join(clone.folder, '.git', 'odd-tree');
  fs.writeFileSync(file, Buffer.concat(object));
  const tree = clone.git('hash-object', '-t', 'tree', '-w', '--literally', file).trim();
  const commit = clone.git('commit-tree', tree, '-m', 'Odd names').trim();
  clone.git('push', '-q', '-f', 'origin', `${commit}:refs/heads/main`);
  return commit;
}

function blobOf(text: string): string {
  const file = join(clone.folder, '.git', 'odd-blob');
  fs.writeFileSync(file, text);
  return clone.git('hash-object', '-w', file).trim();
}

const odd: Record<string, Buffer> = {
  'with a backslash': Buffer.from('a\\b.md'),
  'that leads up': Buffer.from('..'),
  'of the folder of git': Buffer.from('.GIT'),
  'that some systems read as the folder of git': Buffer.from('.g\u200Cit'),
  'that is short for the folder of git': Buffer.from('git~1'),
  'with a control character': Buffer.from('a\nb.md'),
  'of dots and blanks': Buffer.from('. .'),
  'that is no text': Buffer.from([0x63, 0xe9, 0x2e, 0x6d, 0x64]),
};

// git itself is the counterpart.
describe.skipIf(!hasGit)('odd names in git', () => {
  beforeEach(async () => {
    clone = gitWorld.server.repository(`repo-${world.next()}`);
    ({ id: spaceId } = await world.space(organization.id));
  });

  it.each(Object.entries(odd))('imports all but a file with a name %s', async (_, name) => {
    clone.write({ 'README.md': '# Home\n', 'guide.md': 'Read.\n' });
    pushEntries([{ name, oid: blobOf('Odd.\n') }]);
    const job = await sync('import');
    expect(job).toMatchObject({ state: 'done', errorMessage: null });
    const shown = name.toString().replace(/\p{Cc}/u, '\uFFFD');
    expect(job.results.map(({ path, outcome, message }) => [path, outcome, message])).toEqual([
      [shown, 'skipped', 'an unsafe name'],
    ]);
    const { body } = await cast.create.get(`/v1/spaces/${spaceId}/content`);
    expect(body.pages).toHaveLength(2);
  });

  it('imports all but a file with a path that is too long', async () => {
    const folder = Array.from({ length: 4 }, () => 'x'.repeat(250)).join('/');
    clone.write({ 'README.md': '# Home\n', [`${folder}/guide.md`]: 'Read.\n' });
    clone.push();
    const job = await sync('import');
    expect(job).toMatchObject({ state: 'done', errorMessage: null });
    expect(job.results).toMatchObject([
      { outcome: 'skipped', message: 'path over 1000 characters' },
    ]);
  });

  it('imports all but a folder of git in a repository', async () => {
    clone.write({ 'README.md': '# Home\n', 'guide.md': 'Read.\n' });
    const inner = join(clone.folder, '.git', 'inner');
    const hook = Buffer.concat([
      ...[Buffer.from('100644 config\0'), Buffer.from(blobOf('[core]\n'), 'hex')],
    ]);
    fs.writeFileSync(inner, hook);
    const oid = clone.git('hash-object', '-t', 'tree', '-w', '--literally', inner).trim();
    pushEntries([{ name: Buffer.from('.Git'), mode: '40000', oid }]);
    const job = await sync('import');
    expect(job).toMatchObject({ state: 'done', errorMessage: null });
    expect(job.results).toMatchObject([{ path: '.Git', message: 'an unsafe name' }]);
  });

  it('tells an export what to rename where the repository has an unsafe name', async () => {
    clone.write({ 'README.md': '# Home\n', 'guide.md': 'Read.\n' });
    const before = pushEntries([{ name: Buffer.from('a\\b.md'), oid: blobOf('Odd.\n') }]);
    await sync('import');
    await change(attached('notes.txt'));
    expect(await sync('export')).toMatchObject({
      ...{ state: 'failed', errorCode: 'UNSAFE_NAME', errorStep: 'push', attempts: 1 },
      errorMessage: expect.stringContaining('a\\b.md'),
      errorRemedy: expect.stringMatching(/^Rename/),
    });
    expect(clone.head()).toBe(before);
  });

  it('leaves names that are no text as they are, byte for byte', async () => {
    clone.write({ 'README.md': '# Home\n', 'guide.md': 'Read.\n' });
    pushEntries([{ name: odd['that is no text'] as Buffer, oid: blobOf('Odd.\n') }]);
    await sync('import');
    await change(attached('notes.txt'));
    expect(await sync('export')).toMatchObject({ state: 'done', errorMessage: null });
    expect(clone.git('-C', clone.bare, 'ls-tree', '--name-only', 'main')).toContain('c\\351.md');
  });

  it('exports attached files whose names git or a system refuses by other names', async () => {
    const names = ['git~1', '\u200C.git', '.git', ' . ', 'notes.', 'notes ', 'con.txt', 'a:b?.txt'];
    await change(attached(...names));
    expect(await sync('export')).toMatchObject({ state: 'done', errorMessage: null });
    const written = Object.keys(clone.tree()).map((path) => path.replace('.gitbook/assets/', ''));
    expect(written.toSorted()).toEqual(
      [
        ...['_git~1', '_\u200C.git', '_git', '___', 'notes_', 'notes_-1', 'con_.txt', 'a-b-.txt'],
      ].toSorted(),
    );
    const before = await files();
    expect(await sync('import', { force: true })).toMatchObject({ state: 'done' });
    expect((await files()).map(({ name }) => name)).toEqual(before.map(({ name }) => name));
  });

  it('commits as somebody whose name would be markup in a commit', async () => {
    const { userId: id } = cast.create;
    const { displayName } = await world.db.prisma.user.findUniqueOrThrow({ where: { id } });
    await world.db.prisma.user.update({ where: { id }, data: { displayName: 'Ann <a@b>\nX' } });
    await change(attached('notes.txt'));
    const job = await sync('export');
    await world.db.prisma.user.update({ where: { id }, data: { displayName } });
    expect(job).toMatchObject({ state: 'done', errorMessage: null });
    clone.git('-C', clone.bare, 'fsck', '--strict');
    expect(clone.git('-C', clone.bare, 'log', '-1', '--format=%an', 'main')).toBe('Ann a@bX\n');
  });

  it('exports nothing outside of the project directory', async () => {
    clone.write({
      'README.md': '# Home\n\n{% include ".gitbook/includes/licence.md" %}\n',
      'assets/logo.txt': 'Logo',
      '.gitbook/includes/licence.md': 'Free.\n',
      'docs/guide.md': 'Read.\n',
    });
    clone.push();
    await sync('import');
    clone = gitWorld.server.repository(`repo-${world.next()}`);
    const job = await sync('export', { repoProjectDirectory: 'docs' });
    expect(job).toMatchObject({ state: 'done', errorMessage: null });
    const paths = Object.keys(clone.tree());
    expect(paths).toHaveLength(5);
    expect(paths.filter((path) => !path.startsWith('docs/'))).toEqual([]);
  });

  it('writes into no folder of git, though the configuration names one', async () => {
    clone.write({ '.gitbook.yaml': 'root: docs/.Git\n' });
    clone.push();
    await change(attached('notes.txt'));
    expect(await sync('export')).toMatchObject({
      ...{ state: 'failed', errorCode: 'BAD_CONFIGURATION', errorStep: 'compare' },
    });
    expect(Object.keys(clone.tree())).toEqual(['.gitbook.yaml']);
  });

  it('begins no folder of git below a page', async () => {
    clone.write({ 'README.md': '# Home\n', 'git~1.md': 'Short.\n' });
    clone.push();
    await sync('import');
    const { body } = await cast.create.get(`/v1/spaces/${spaceId}/content`);
    const page = body.pages.find(({ git }: File) => git?.path === 'git~1.md');
    await change({
      ...{ operation: 'insert_page', into: page.id, metadata: { title: 'Below' } },
      document: { markdown: 'Below.\n' },
    });
    expect(await sync('export')).toMatchObject({ state: 'done', errorMessage: null });
    expect(Object.keys(clone.tree())).toContain('_git~1/below.md');
  });

  const bad: [field: string, value: string][] = [
    ...['a..b', '-x', 'a.lock', 'a.lock/b', 'a\u0007b', 'a\u007Fb', 'a@{b', 'a b', ' ', ''].map(
      (name): [string, string] => ['ref', `refs/heads/${name}`],
    ),
    ...['a~b', 'a^b', 'a:b', 'a?b', 'a*b', 'a[b', 'a\\b', '.a', 'a/.b', 'a.', 'a//b', '/a'].map(
      (name): [string, string] => ['ref', `refs/heads/${name}`],
    ),
    ...['..', 'a/../b', '.git', 'docs/.GIT', '.git ', '.git/hooks', 'git~1', 'a\u0007b'].map(
      (name): [string, string] => ['repoProjectDirectory', name],
    ),
    ...['.git.', '.git::$INDEX_ALLOCATION', '.g\u200Cit', 'a/. /b', 'a\\..\\b'].map(
      (name): [string, string] => ['repoProjectDirectory', name],
    ),
  ];

  it.each(bad)('refuses a %s that git refuses before a job is made: %j', async (field, value) => {
    for (const kind of ['import', 'export']) {
      const answer = await cast.create.post(`/v1/spaces/${spaceId}/git/${kind}`, {
        ...{ url: gitWorld.server.url(clone.name), ref: 'refs/heads/main' },
        ...(kind === 'export' && { commitMessage: 'Write' }),
        [field]: value,
      });
      expect([answer.status, answer.body?.error?.message]).toEqual([
        400,
        expect.stringContaining(`"${field}"`),
      ]);
    }
    expect(await world.db.prisma.job.count({ where: { spaceId } })).toBe(0);
  });

  it.each(['a..b', 'a.lock', '-x', 'a b', 'x@{y', 'a~', 'ü'])(
    'takes a project directory that is one: %j',
    async (repoProjectDirectory) => {
      clone.write({ [`${repoProjectDirectory}/README.md`]: '# Inner\n', 'README.md': '# Outer\n' });
      clone.push();
      const job = await sync('import', { repoProjectDirectory });
      expect(job).toMatchObject({ state: 'done', errorMessage: null });
      const { body } = await cast.create.get(`/v1/spaces/${spaceId}/content`);
      expect(body.pages).toMatchObject([{ title: 'Inner' }]);
    },
  );

  it('takes the names of branches that git takes', () => {
    const signs = ['a', '.', '/', '-', '@', '{', 'lock', '.lock', '~', ' ', '\\', ':', 'ü', 'HEAD'];
    for (let number = 0; number < 120; number += 1) {
      const length = 1 + (number % 4);
      const name = Array.from(
        { length },
        (_, index) => signs[(number * 7 + index * index * 5 + index * number) % signs.length],
      ).join('');
      const ref = `refs/heads/${name}`;
      // What git takes only in the middle, its library for JavaScript never does.
      if (ref.includes('./') || name.startsWith('-')) continue;
      expect([ref, BRANCH_REF.test(ref)]).toEqual([ref, isRefOfGit(ref)]);
    }
  });
});

function isRefOfGit(ref: string): boolean {
  try {
    execFileSync('git', ['check-ref-format', ref], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
