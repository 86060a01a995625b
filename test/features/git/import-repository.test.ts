import fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { repositoryLimits } from '../../../src/external/git/git-limits.ts';
import { hasGit, type Clone } from '../../support/git-server.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { GitWorld } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
const gitWorld = new GitWorld(world);

let clone: Clone;
let spaceId: string;
let name: string;

const docs = {
  'README.md': '# Home\n\nWelcome.\n',
  'SUMMARY.md':
    '# Contents\n\n* [Home](README.md)\n* [Guide](guide.md)\n  * [Deep](deep/page.md)\n',
  'guide.md': '---\ndescription: All of it\n---\n\n# Guide\n\nRead.\n',
  'deep/page.md': 'Deep.\n',
  'assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

const importing = (body: Record<string, unknown> = {}) =>
  gitWorld.run(cast.create, spaceId, 'import', { url: gitWorld.server.url(name), ...body });

async function content() {
  const { body } = await cast.read.get(`/v1/spaces/${spaceId}/content`);
  return body;
}

interface Page {
  id: string;
  title: string;
  path: string;
  git?: { oid: string; path: string };
  pages: Page[];
}

const flat = (list: Page[]): Page[] => list.flatMap((page) => [page, ...flat(page.pages ?? [])]);

async function pages(): Promise<Page[]> {
  return flat((await content()).pages as Page[]);
}

const idOf = async (title: string) => (await pages()).find((page) => page.title === title)?.id;

// git itself is the counterpart.
describe.skipIf(!hasGit)('importing a git repository', () => {
  beforeEach(async () => {
    name = `repo-${world.next()}`;
    clone = gitWorld.server.repository(name);
    clone.write(docs);
    ({ id: spaceId } = await world.space(organization.id));
  });

  it('makes the content that of the branch, with the origin of all of it', async () => {
    const oid = clone.push('Write docs\n\nAt last.');
    const job = await importing({ repoCommitURL: 'https://git.example.com/docs/commit' });
    expect(job).toMatchObject({ state: 'done', progress: 1, errorCode: null });
    const revision = await content();
    expect(revision.git).toEqual({
      oid,
      message: 'Write docs\n\nAt last.\n',
      createdByService: false,
      ref: 'refs/heads/main',
      url: `https://git.example.com/docs/commit/${oid}`,
    });
    const tree = clone.tree();
    expect((await pages()).map((page) => [page.title, page.git])).toEqual([
      ['Home', { path: 'README.md', oid: tree['README.md'] }],
      ['Guide', { path: 'guide.md', oid: tree['guide.md'] }],
      ['Deep', { path: 'deep/page.md', oid: tree['deep/page.md'] }],
    ]);
    expect(revision.files[0].git).toEqual({
      ...{ path: 'assets/logo.svg', oid: tree['assets/logo.svg'] },
    });
    const without = await cast.read.get(`/v1/spaces/${spaceId}/content?metadata=false`);
    expect(JSON.stringify(without.body)).not.toContain('"git"');
  });

  it('shows the repository, without credentials, to those with access', async () => {
    clone.push();
    expect((await cast.read.get(`/v1/spaces/${spaceId}/git/info`)).status).toBe(404);
    await importing({
      gitInfo: { provider: 'github', url: 'https://github.com/acme/docs' },
      repoTreeURL: 'https://bob:token@github.com/acme/docs/tree/main/',
    });
    const info = await cast.read.get(`/v1/spaces/${spaceId}/git/info`);
    expect(info.body).toMatchObject({
      ...{ repoName: name, installationProvider: 'github', integration: 'github' },
      url: 'https://github.com/acme/docs/tree/main/',
    });
    const space = await cast.read.get(`/v1/spaces/${spaceId}`);
    expect(space.body.gitSync).toEqual(info.body);
    const legacy = `/v1/spaces/${spaceId}/git/legacy-installation`;
    expect((await cast.review.delete(legacy)).status).toBe(403);
    expect((await cast.stranger.delete(legacy)).status).toBe(204);
    for (let time = 0; time < 2; time += 1) {
      expect((await cast.create.delete(legacy)).status).toBe(204);
    }
    expect((await cast.read.get(`/v1/spaces/${spaceId}/git/info`)).status).toBe(404);
  });

  it('keeps credentials until the job ends, and nowhere else', async () => {
    clone.push();
    await importing();
    const { rows } = await world.db.pool.query(
      `SELECT row_to_json(j)::text AS text FROM jobs j WHERE space_id = $1
       UNION ALL SELECT row_to_json(g)::text FROM git_syncs g
       UNION ALL SELECT row_to_json(s)::text FROM job_secrets s`,
      [spaceId],
    );
    expect(JSON.stringify(rows)).not.toMatch(/hunter2|ann:/);
    expect(await world.db.prisma.jobSecret.count()).toBe(0);
  });

  it('changes nothing the second time', async () => {
    clone.push();
    await importing();
    const before = await content();
    expect(await importing()).toMatchObject({
      ...{ state: 'done', progress: 1, attempts: 1 },
      message: 'Nothing changed: the last commit was imported or exported already.',
    });
    const job = await importing({ force: true });
    expect(job.message).toBe('Nothing changed: the space matches the repository.');
    expect(await content()).toEqual(before);
  });

  it('fetches no commit that it has, unless it is forced or for something else', async () => {
    const asked: string[] = [];
    gitWorld.server.intercept = ({ method, url = '' }) => {
      if (method === 'POST') asked.push(url);
      return false;
    };
    clone.write({ 'docs/README.md': '# Inner\n' });
    clone.push();
    await importing();
    const document = { markdown: 'Ours.\n' };
    const changes = [{ operation: 'update_page', page: await idOf('Deep'), document }];
    expect((await cast.edit.post(`/v1/spaces/${spaceId}/content`, { changes })).status).toBe(200);
    const edited = await content();
    asked.length = 0;
    await importing({ timestamp: '2026-02-01T00:00:00Z', repoTreeURL: 'https://example.com/t/' });
    expect(asked).toEqual([]);
    expect(await content()).toEqual(edited);
    const { body: info } = await cast.read.get(`/v1/spaces/${spaceId}/git/info`);
    expect(info.url).toBe('https://example.com/t/');
    const late = await importing({ timestamp: '2026-01-01T00:00:00Z' });
    expect(late.message).toMatch(/newer event/);
    for (const body of [{ force: true }, { standalone: true }, { repoProjectDirectory: 'docs' }]) {
      asked.length = 0;
      expect(await importing(body)).toMatchObject({ state: 'done', errorMessage: null });
      expect(asked).toHaveLength(1);
    }
    expect((await pages()).map(({ title }) => title)).toContain('Inner');
    gitWorld.server.intercept = null;
  });

  it('leaves out a file that is too large, and tells so', async () => {
    clone.write({ 'assets/film.bin': Buffer.alloc(2000) });
    clone.push();
    const small = { repositoryLimits: { ...repositoryLimits, fileBytesMax: 1000 } };
    const url = gitWorld.server.url(name);
    const job = await gitWorld.run(cast.create, spaceId, 'import', { url }, small);
    expect(job).toMatchObject({ state: 'done', errorMessage: null });
    expect(job.results.map(({ path, outcome, message }) => [path, outcome, message])).toEqual([
      ['assets/film.bin', 'skipped', 'larger than 1000 bytes'],
    ]);
    expect((await content()).files.map((file: { name: string }) => file.name)).toEqual([
      'logo.svg',
    ]);
  });

  it('keeps ids when files are edited, moved and renamed', async () => {
    clone.push();
    await importing({ repoCacheID: 'one' });
    const [guide, deep] = [await idOf('Guide'), await idOf('Deep')];
    clone.git('mv', 'guide.md', 'manual.md');
    clone.write({
      'SUMMARY.md':
        '# Contents\n\n* [Home](README.md)\n* [Manual](manual.md)\n* [Deep](deep/page.md)\n',
      'deep/page.md': 'Deeper.\n',
    });
    clone.push();
    expect(await importing({ repoCacheID: 'one' })).toMatchObject({ state: 'done' });
    expect(await idOf('Manual')).toBe(guide);
    expect(await idOf('Deep')).toBe(deep);
    const { body } = await cast.read.get(`/v1/spaces/${spaceId}/content/page/${deep}`);
    expect(body.markdown).toBe('Deeper.\n');
  });

  it.each<[string, (pack: string) => void]>([
    ['is cut off', (pack) => fs.truncateSync(pack, 40)],
    ['is gone', (pack) => fs.rmSync(pack)],
    ['has other bytes', (pack) => fs.writeFileSync(pack, fs.readFileSync(pack).fill(7, 20))],
  ])('fetches anew what it kept of a repository when that %s', async (_, damage) => {
    const repoCacheID = `cache-${world.next()}`;
    const shelf = join(gitWorld.cacheDir, 'git');
    const before = fs.existsSync(shelf) ? fs.readdirSync(shelf) : [];
    clone.push();
    await importing({ repoCacheID });
    const packs = fs
      .readdirSync(shelf)
      .filter((key) => !before.includes(key))
      .flatMap((key) => {
        const folder = join(shelf, key, 'objects/pack');
        return fs.readdirSync(folder).map((one) => join(folder, one));
      })
      .filter((file) => file.endsWith('.pack'));
    expect(packs).toHaveLength(1);
    for (const pack of packs) damage(pack);
    clone.write({ 'guide.md': 'Read again.\n' });
    clone.push();
    for (let time = 0; time < 2; time += 1) {
      expect(await importing({ repoCacheID })).toMatchObject({ state: 'done', errorMessage: null });
    }
    const { files } = await content();
    expect(files).toHaveLength(1);
    const tree = clone.tree();
    for (const { git } of await pages()) expect(git?.oid).toBe(tree[git?.path ?? '']);
  });

  it('keeps slugs, names of files and links to content that the space gave', async () => {
    clone.push();
    await importing();
    const [guide, deep] = [await idOf('Guide'), await idOf('Deep')];
    const { files } = await content();
    const target = { kind: 'page', page: deep };
    const changes = [
      { operation: 'update_page', page: guide, metadata: { slug: 'manual' } },
      { operation: 'update_file', file: files[0].id, name: 'mark.svg' },
      { operation: 'insert_page', type: 'link', metadata: { title: 'See' }, target },
    ];
    const edited = await cast.edit.post(`/v1/spaces/${spaceId}/content`, { changes });
    expect(edited.status).toBe(200);
    const url = gitWorld.server.url(name);
    const exported = await gitWorld.run(cast.create, spaceId, 'export', { url });
    expect(exported).toMatchObject({ state: 'done', errorMessage: null });
    for (const text of ['Theirs.\n', 'Theirs again.\n']) {
      clone.pull();
      clone.write({ 'guide.md': text, 'deep/other.md': 'Other.\n' });
      clone.push();
      expect(await importing()).toMatchObject({ state: 'done', errorMessage: null });
      const found = await pages();
      expect(found.find(({ id }) => id === guide)?.path).toBe('manual');
      expect(found.find(({ id }) => id === deep)?.path).toBe('manual/page');
      expect(found.find(({ title }) => title === 'See')).toMatchObject({ target: { page: deep } });
      expect((await content()).files[0].name).toBe('mark.svg');
    }
  });

  it('merges what was written in the space since', async () => {
    clone.push();
    await importing();
    const edited = await cast.edit.post(`/v1/spaces/${spaceId}/content`, {
      changes: [
        { operation: 'update_page', page: await idOf('Deep'), document: { markdown: 'Ours.\n' } },
        { operation: 'insert_page', metadata: { title: 'New' }, document: { markdown: 'New.\n' } },
      ],
    });
    expect(edited.status).toBe(200);
    for (const text of ['Theirs.\n', 'Theirs again.\n']) {
      clone.write({ 'README.md': `# Home\n\n${text}` });
      clone.push();
      expect(await importing()).toMatchObject({ state: 'done', errorMessage: null });
      expect((await pages()).map(({ title }) => title)).toEqual(['Home', 'Guide', 'Deep', 'New']);
      const deep = await cast.read.get(`/v1/spaces/${spaceId}/content/page/${await idOf('Deep')}`);
      expect(deep.body.markdown).toBe('Ours.\n');
    }
  });

  it('reads a project directory in every spelling', async () => {
    clone.write({
      'docs/README.md': '# Inner\n',
      'docs/.gitbook.yaml': 'redirects:\n  old: README.md\n',
    });
    clone.push();
    for (const repoProjectDirectory of ['docs', './docs', '/docs/', 'docs/', ' docs ']) {
      const job = await importing({ repoProjectDirectory });
      expect(job).toMatchObject({ state: 'done', errorMessage: null });
      expect((await pages()).map((page) => page.git?.path)).toEqual(['docs/README.md']);
    }
  });

  it('lets an older event change nothing, unless it is forced', async () => {
    clone.push();
    await importing({ timestamp: '2026-02-01T00:00:00Z' });
    clone.write({ 'README.md': '# Later\n' });
    clone.push();
    const before = await content();
    const late = await importing({ timestamp: '2026-01-01T00:00:00Z' });
    expect(late).toMatchObject({
      ...{ state: 'done', message: 'Nothing changed: a newer event was handled already.' },
    });
    expect(await content()).toEqual(before);
    await importing({ timestamp: '2026-01-01T00:00:00Z', force: true });
    expect((await content()).id).not.toBe(before.id);
  });

  it('makes only a revision when it is to stand alone', async () => {
    const oid = clone.push();
    const before = await content();
    const { message } = await importing({ standalone: true });
    expect(await content()).toEqual(before);
    const id = /rev_\w+/.exec(message ?? '')?.[0];
    const { body } = await cast.read.get(`/v1/spaces/${spaceId}/content/revisions/${id}`);
    const revision = body.id
      ? body
      : (await cast.read.get(`/v1/spaces/${spaceId}/revisions/${id}`)).body;
    expect(revision.git.oid).toBe(oid);
    expect(flat(revision.pages as Page[])).toHaveLength(3);
    expect((await cast.read.get(`/v1/spaces/${spaceId}/git/info`)).status).toBe(404);
  });

  it('tells what it left out', async () => {
    clone.write({ 'stray.md': 'Stray.\n', '.hidden/x.md': 'x' });
    clone.push();
    const job = await importing();
    const results = job.results.map(({ path, outcome, message }) => [path, outcome, message]);
    expect(results).toContainEqual(['stray.md', 'skipped', 'not in SUMMARY.md']);
    expect(results).toContainEqual(['.hidden/x.md', 'skipped', 'a hidden file']);
  });

  it('counts one file as one in the export after it', async () => {
    clone.push();
    await importing();
    const document = { markdown: 'Ours.\n' };
    const changes = [{ operation: 'update_page', page: await idOf('Deep'), document }];
    await cast.edit.post(`/v1/spaces/${spaceId}/content`, { changes });
    const url = gitWorld.server.url(name);
    const { message } = await gitWorld.run(cast.create, spaceId, 'export', { url });
    expect(message).toMatch(/ changes 1 file\.$/);
  });

  it('is for those with the level "create"', async () => {
    const body = { url: gitWorld.server.url(name), ref: 'refs/heads/main' };
    const url = `/v1/spaces/${spaceId}/git/import`;
    expect((await cast.review.post(url, body)).status).toBe(403);
    expect((await cast.stranger.post(url, body)).status).toBe(404);
    const mutation = `mutation ($input: ImportGitRepositoryInput!) {
      importGitRepository(input: $input) { job { kind state createdBy { id } } }
    }`;
    const data = await cast.create.query(mutation, { input: { spaceId, ...body } });
    expect(data.importGitRepository.job).toEqual({
      ...{ kind: 'git-import', state: 'PENDING', createdBy: { id: cast.create.userId } },
    });
  });

  it.each([
    ['url', { url: 'ftp://example.com/docs.git' }],
    ['url', { url: 'docs' }],
    ['ref', { ref: 'main' }],
    ['ref', { ref: 'refs/heads/../x' }],
    ['repoProjectDirectory', { repoProjectDirectory: '../secrets' }],
    ['repoProjectDirectory', { repoProjectDirectory: 'docs/../../x' }],
    ['timestamp', { timestamp: 'yesterday' }],
    ['gitInfo', { gitInfo: { provider: 'svn' } }],
    ['repoTreeURL', { repoTreeURL: 'javascript:alert(1)' }],
  ])('refuses a bad "%s"', async (field, change) => {
    const body = { url: gitWorld.server.url(name), ref: 'refs/heads/main', ...change };
    const answer = await cast.create.post(`/v1/spaces/${spaceId}/git/import`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(field);
  });
});
