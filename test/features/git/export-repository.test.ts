import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gitObjectId } from '../../../src/lib/git-object-id.ts';
import { hasGit, type Clone } from '../../support/git-server.ts';
import { createSpec } from '../../support/openapi-specs.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { GitWorld } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
const gitWorld = new GitWorld(world);

let clone: Clone;
let spaceId: string;
let name: string;

/** Reads all of the repository, though the last commit is known. */
const readAgain = (body: Record<string, unknown> = {}) => sync('import', { ...body, force: true });

const sync = (kind: 'import' | 'export', body: Record<string, unknown> = {}) =>
  gitWorld.run(cast.create, spaceId, kind, { url: gitWorld.server.url(name), ...body });

async function change(...changes: object[]): Promise<void> {
  const { status, body } = await cast.create.post(`/v1/spaces/${spaceId}/content`, { changes });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

async function content() {
  return (await cast.create.get(`/v1/spaces/${spaceId}/content`)).body;
}

interface Page {
  id: string;
  title: string;
  pages?: Page[];
}

async function idOf(title: string): Promise<string> {
  const flat = (pages: Page[]): Page[] =>
    pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
  return flat((await content()).pages as Page[]).find((page) => page.title === title)?.id ?? '';
}

const oidOf = (text: string) => gitObjectId(Buffer.from(text));

const docs = {
  'README.md': '# Home\n\nWelcome.\n',
  'SUMMARY.md': '# Mine\n\n- [Home](README.md)\n- [Guide](guide.md)\n- [Old](old.md)\n',
  'guide.md': '---\n# a note\nkind: odd\n---\n\nRead.\r\n',
  'old.md': 'Old.\n',
  Makefile: 'all:\n',
};

// git itself is the counterpart.
describe.skipIf(!hasGit)('exporting to a git repository', () => {
  afterEach(() => {
    gitWorld.server.intercept = null;
  });

  beforeEach(async () => {
    name = `repo-${world.next()}`;
    clone = gitWorld.server.repository(name);
    ({ id: spaceId } = await world.space(organization.id));
  });

  it('writes nothing where both are the same', async () => {
    clone.write(docs);
    const oid = clone.push();
    await sync('import');
    const job = await sync('export');
    expect(job).toMatchObject({ state: 'done', errorMessage: null });
    expect(job.message).toBe('Nothing was written: the repository matches the space.');
    expect(clone.git('ls-remote', 'origin', 'main')).toContain(oid);
  });

  it('writes what changed, and leaves all else as it is, byte for byte', async () => {
    clone.write(docs);
    clone.push();
    await sync('import');
    const before = clone.tree();
    await change(
      { operation: 'update_page', page: await idOf('Home'), document: { markdown: 'New.\n' } },
      { operation: 'update_page', page: await idOf('Guide'), metadata: { description: 'All' } },
      { operation: 'delete_page', page: await idOf('Old') },
      {
        ...{
          operation: 'insert_page',
          metadata: { title: 'Fresh [x]' },
          into: await idOf('Guide'),
        },
        document: { markdown: 'Fresh.\n' },
      },
    );
    const job = await sync('export', { repoCommitURL: 'https://git.example.com/c' });
    expect(job).toMatchObject({ state: 'done', errorMessage: null });
    const { 'old.md': _old, ...kept } = before;
    expect(clone.tree()).toEqual({
      ...kept,
      'README.md': oidOf('New.\n'),
      'SUMMARY.md': oidOf(
        '# Mine\n\n- [Home](README.md)\n- [Guide](guide.md)\n  - [Fresh \\[x\\]](guide/fresh-x.md)\n',
      ),
      'guide.md': oidOf('---\n# a note\nkind: odd\ndescription: All\n---\n\nRead.\r\n'),
      'guide/fresh-x.md': oidOf('Fresh.\n'),
    });
    clone.pull();
    const log = clone.git('log', '-1', '--format=%an|%ae|%s').trim();
    const author = await world.db.prisma.user.findUniqueOrThrow({
      where: { id: cast.create.userId },
    });
    expect(log).toBe(`${author.displayName}|noreply@docgraph.invalid|Export the docs`);
    const { git } = await content();
    expect(git).toMatchObject({ createdByService: true, message: 'Export the docs' });
    const after = await content();
    expect((await readAgain()).message).toMatch(/Nothing changed/);
    expect(await content()).toEqual(after);
  });

  it('writes the lines of the table of contents that change, and no others', async () => {
    const lines = [
      '# Contents & more',
      '',
      '<!-- Sorted by hand. -->',
      '',
      '+ [Home](./README.md)',
      '+ [Q & A](qa.md)',
      '\t+ [First](qa/first.md)',
      '',
      '## Guides',
      '',
      '',
      '+ [Guide](guide.md)',
      '+ [The same guide](guide.md)',
      'Some words.',
      '+ [Old](old.md)',
    ];
    const written = (...shown: string[]) => `\uFEFF${shown.join('\r\n')}`;
    const { 'README.md': readme, 'guide.md': guide, 'old.md': old } = docs;
    const texts = { 'README.md': readme, 'guide.md': guide, 'old.md': old };
    const more = { 'qa.md': 'Ask.\n', 'qa/first.md': 'First.\n' };
    clone.write({ ...texts, ...more, 'SUMMARY.md': written(...lines) });
    clone.push();
    await sync('import');
    const page = { metadata: { title: 'New & fresh' }, document: { markdown: 'Fresh.\n' } };
    await change(
      { operation: 'insert_page', ...page, into: await idOf('Q & A') },
      { operation: 'delete_page', page: await idOf('Old') },
    );
    expect(await sync('export')).toMatchObject({ state: 'done', errorMessage: null });
    const after = lines.filter((line) => !line.includes('old.md'));
    after.splice(7, 0, '\t+ [New \\& fresh](qa/new-fresh.md)');
    clone.pull();
    const summary = clone.git('show', 'HEAD:SUMMARY.md');
    expect(summary).toBe(written(...after, ''));
    expect((await readAgain()).message).toMatch(/Nothing changed/);
  });

  it('puts what is new beside what only the repository has', async () => {
    clone.write({ ...docs, 'stray.md': 'Not listed.\n' });
    clone.push();
    await sync('import');
    const document = { markdown: 'Ours.\n' };
    await change({ operation: 'insert_page', metadata: { title: 'Stray' }, document });
    expect(await sync('export')).toMatchObject({ state: 'done', errorMessage: null });
    expect(clone.tree()).toMatchObject({
      ...{ 'stray.md': oidOf('Not listed.\n'), 'stray-1.md': oidOf('Ours.\n') },
    });
    expect((await readAgain()).message).toMatch(/Nothing changed/);
  });

  it('fills an empty repository, below a project directory', async () => {
    await change(
      { operation: 'insert_page', metadata: { title: 'Start' }, document: { markdown: 'Hi.\n' } },
      { operation: 'insert_page', type: 'group', ref: 'g', metadata: { title: 'More' } },
      {
        ...{ operation: 'insert_page', into: 'g', metadata: { title: 'One', icon: 'bolt' } },
        document: { markdown: 'One.\n' },
      },
    );
    const job = await sync('export', { repoProjectDirectory: '/docs/' });
    expect(job).toMatchObject({ state: 'done', errorMessage: null });
    expect(clone.tree()).toEqual({
      'docs/start.md': oidOf('Hi.\n'),
      'docs/more/one.md': oidOf('---\nicon: bolt\n---\nOne.\n'),
      'docs/SUMMARY.md': oidOf(
        '# Table of contents\n\n* [Start](start.md)\n\n## More\n\n* [One](more/one.md)\n',
      ),
    });
    expect((await readAgain({ repoProjectDirectory: 'docs' })).message).toMatch(/Nothing/);
  });

  it('goes on top of what others pushed, and refuses what both changed', async () => {
    clone.write(docs);
    clone.push();
    await sync('import');
    clone.write({ 'guide.md': 'Theirs.\n' });
    clone.push();
    const home = await idOf('Home');
    await change({ operation: 'update_page', page: home, document: { markdown: 'Ours.\n' } });
    expect(await sync('export')).toMatchObject({ state: 'done', errorMessage: null });
    expect(clone.tree()).toMatchObject({
      ...{ 'guide.md': oidOf('Theirs.\n'), 'README.md': oidOf('Ours.\n') },
    });
    clone.pull();
    clone.write({ 'README.md': 'Theirs too.\n' });
    clone.push();
    await change({ operation: 'update_page', page: home, document: { markdown: 'Ours again.\n' } });
    expect(await sync('export')).toMatchObject({ state: 'failed', errorCode: 'DIVERGED' });
    expect(clone.tree()['README.md']).toBe(oidOf('Theirs too.\n'));
    expect(await sync('export', { force: true })).toMatchObject({ state: 'done' });
    expect(clone.tree()['README.md']).toBe(oidOf('Ours again.\n'));
  });

  /** Somebody pushes just before each push of docgraph, so many times. */
  function raceWith(times: number): void {
    let count = 0;
    gitWorld.server.intercept = ({ method, url }) => {
      if (method !== 'POST' || url?.endsWith('receive-pack') !== true || count >= times)
        return false;
      count += 1;
      clone.git('fetch', '-q', 'origin');
      clone.git('reset', '-q', '--hard', 'origin/main');
      clone.write({ 'guide.md': `Theirs ${count}.\n` });
      clone.push();
      return false;
    };
  }

  it('goes on top of what others push meanwhile, once', async () => {
    clone.write(docs);
    clone.push();
    await sync('import');
    await change({ operation: 'delete_page', page: await idOf('Old') });
    raceWith(1);
    expect(await sync('export')).toMatchObject({ state: 'done', errorMessage: null, attempts: 1 });
    expect(clone.commitCount()).toBe(3);
    expect(clone.tree()['guide.md']).toBe(oidOf('Theirs 1.\n'));
    expect(clone.tree()['old.md']).toBeUndefined();
    expect(await sync('import')).toMatchObject({ state: 'done', errorMessage: null });
    expect((await sync('export')).message).toMatch(/^Nothing was written/);
  });

  it('gives up when others push again and again', async () => {
    clone.write(docs);
    clone.push();
    await sync('import');
    await change({ operation: 'delete_page', page: await idOf('Old') });
    raceWith(100);
    expect(await sync('export')).toMatchObject({
      ...{ state: 'failed', errorCode: 'BRANCH_MOVED', errorStep: 'push', attempts: 3 },
    });
    expect(clone.tree()['old.md']).toBe(oidOf('Old.\n'));
    gitWorld.server.intercept = null;
    expect(await sync('export')).toMatchObject({ state: 'done', errorMessage: null });
    expect(clone.tree()['old.md']).toBeUndefined();
  });

  it('writes what names would hide, replace or hurt where all can have it', async () => {
    clone.write(docs);
    clone.push();
    await sync('import');
    const files = ['.env', 'same.txt', 'same.txt', `${'長'.repeat(120)}.txt`].map((one, index) => ({
      ...{ name: one, content: btoa(`${index}`) },
    }));
    await change(
      { operation: 'insert_files', files },
      ...['.hidden', 'SUMMARY', 'summary', '頁'.repeat(100), 'a:b'].map((slug) => ({
        ...{ operation: 'insert_page', metadata: { title: `Of ${slug}`.slice(0, 40), slug } },
        document: { markdown: `${slug}\n` },
      })),
      {
        ...{ operation: 'insert_page', type: 'link', metadata: { title: 'See' } },
        target: { kind: 'page', page: await idOf('Home') },
      },
    );
    const exported = await sync('export');
    expect(exported).toMatchObject({ state: 'done', errorMessage: null });
    expect(exported.results).toContainEqual(
      expect.objectContaining({ path: 'See', outcome: 'noted' }),
    );
    const before = await content();
    expect((await readAgain()).message).toMatch(/^Nothing changed/);
    expect(await content()).toEqual(before);
    const { id: copyId } = await world.space(organization.id);
    await gitWorld.run(cast.create, copyId, 'import', { url: gitWorld.server.url(name) });
    const { body: copy } = await cast.create.get(`/v1/spaces/${copyId}/content`);
    const titles = (pages: Page[]) =>
      pages.map(({ title }) => title).filter((one) => one !== 'See');
    expect(titles(copy.pages)).toEqual(titles(before.pages));
    expect(copy.files).toHaveLength(before.files.length);
  });

  it('leaves the pages of a specification to the space: they are no files', async () => {
    clone.write(docs);
    clone.push();
    await sync('import');
    const { specId } = await createSpec(world, organization.id, cast.create.userId);
    await change(
      {
        ...{ operation: 'insert_page', type: 'computed', metadata: { title: 'API' } },
        computed: {
          type: 'builtin:openapi',
          dependencies: { spec: { ref: { kind: 'openapi', spec: specId } } },
          props: { models: true },
        },
      },
      { operation: 'insert_page', metadata: { title: 'New' }, document: { markdown: 'New.\n' } },
    );
    const before = clone.tree();
    const job = await sync('export');
    expect(job).toMatchObject({ state: 'done', errorMessage: null });
    expect(job.results).toContainEqual(expect.objectContaining({ path: 'API', outcome: 'noted' }));
    expect(clone.tree()).toEqual({
      ...before,
      'SUMMARY.md': oidOf(
        '# Mine\n\n- [Home](README.md)\n- [Guide](guide.md)\n- [Old](old.md)\n- [New](new.md)\n',
      ),
      'new.md': oidOf('New.\n'),
    });
    const pages = (await content()).pages as (Page & { computed?: object })[];
    expect(pages.filter(({ computed }) => computed).map(({ title }) => title)).toEqual(['API']);
    clone.pull();
    clone.write({ 'guide.md': 'Theirs.\n' });
    clone.push();
    for (const force of [false, true]) {
      expect(await sync('import', { force })).toMatchObject({ state: 'done', errorMessage: null });
      expect(await idOf('API')).toBe(pages.find(({ computed }) => computed)?.id);
    }
    expect((await sync('export')).message).toMatch(/^Nothing was written/);
  });
});
