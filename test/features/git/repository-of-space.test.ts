import { beforeEach, describe, expect, it } from 'vitest';
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

const info = async () => (await cast.read.get(`/v1/spaces/${spaceId}/git/info`)).body;

/** All that the database has, as text. */
async function everything(): Promise<string> {
  const tables = ['jobs', 'job_results', 'job_secrets', 'git_syncs', 'revisions'];
  const rows = await Promise.all(
    tables.map((table) => world.db.pool.query(`SELECT to_jsonb(t)::text AS row FROM ${table} t`)),
  );
  return JSON.stringify(rows.flatMap((result) => result.rows));
}

// git itself is the counterpart.
describe.skipIf(!hasGit)('the git repository of a space', () => {
  beforeEach(async () => {
    clone = gitWorld.server.repository(`repo-${world.next()}`);
    clone.write({ 'README.md': '# Home\n', 'guide.md': 'Read.\n' });
    clone.push();
    ({ id: spaceId } = await world.space(organization.id));
  });

  it('is said to be missing with what sets it up', async () => {
    const answer = await cast.read.get(`/v1/spaces/${spaceId}/git/info`);
    expect([answer.status, answer.body.error.message]).toEqual([
      404,
      'The space has no git repository: import or export one, which sets it up.',
    ]);
    expect(await sync('export')).toMatchObject({ state: 'done', errorMessage: null });
    expect((await info()).repoName).toBe(clone.name);
  });

  it('keeps where it is hosted when a later import does not say it', async () => {
    const repoTreeURL = 'https://github.com/acme/docs/tree/main/';
    const gitInfo = { provider: 'github', url: 'https://github.com/acme/docs' };
    await sync('import', { repoTreeURL, gitInfo });
    const known = { installationProvider: 'github', integration: 'github', url: repoTreeURL };
    for (const body of [{}, { force: true }, { gitInfo }, { repoProjectDirectory: '' }]) {
      await sync('import', body);
      expect(await info()).toMatchObject(known);
    }
    await sync('export');
    expect(await info()).toMatchObject(known);
  });

  it('forgets where it was hosted with another branch, host or repository', async () => {
    const repoTreeURL = 'https://github.com/acme/docs/tree/main/';
    const gitInfo = { provider: 'github', url: 'https://github.com/acme/docs' };
    await sync('import', { repoTreeURL, gitInfo });
    clone.git('push', '-q', 'origin', 'HEAD:next');
    await sync('import', { ref: 'refs/heads/next' });
    const address = `http://${gitWorld.server.host}/${clone.name}.git`;
    expect(await info()).toMatchObject({ integration: 'github', url: address });
    await sync('import', { repoTreeURL, gitInfo });
    const other = { provider: 'gitlab', url: 'https://gitlab.com/acme/docs' };
    await sync('import', { gitInfo: other });
    expect(await info()).toMatchObject({ integration: 'gitlab', url: other.url });
    clone = gitWorld.server.repository(`repo-${world.next()}`);
    clone.write({ 'README.md': '# Other\n' });
    clone.push();
    await sync('import');
    const { integration, url } = await info();
    expect([integration, url]).toEqual([
      undefined,
      `http://${gitWorld.server.host}/${clone.name}.git`,
    ]);
  });

  it.each(['?token=s3cret', '?access_token=s3cret', '?', '?a=b#s3cret'])(
    'is not asked for by an address with a query: %s',
    async (query) => {
      const url = `${gitWorld.server.url(clone.name)}${query}`;
      for (const kind of ['import', 'export']) {
        const answer = await cast.create.post(`/v1/spaces/${spaceId}/git/${kind}`, {
          ...{ url, ref: 'refs/heads/main' },
          ...(kind === 'export' && { commitMessage: 'Write' }),
        });
        expect([answer.status, answer.body?.error?.message]).toEqual([
          400,
          '"url" must have no "?": put a user and a password or token before the host.',
        ]);
        expect(JSON.stringify(answer.body)).not.toContain('s3cret');
      }
    },
  );

  it('shows and keeps no secret of the addresses that are for people', async () => {
    const secret = (path: string) =>
      `https://ann:s3cret@git.example.com/${path}?access_token=s3cret&x=1#s3cret`;
    const said = { repoTreeURL: secret('tree'), repoCommitURL: secret('commit') };
    const gitInfo = { provider: 'gitlab', url: secret('home') };
    await sync('import', { ...said, gitInfo });
    expect((await info()).url).toBe('https://git.example.com/tree');
    const { body: content } = await cast.read.get(`/v1/spaces/${spaceId}/content`);
    expect(content.git.url).toBe(`https://git.example.com/commit/${clone.head()}`);
    expect(await everything()).not.toContain('s3cret');
  });

  it('is synced with a locked space, which takes no direct edits', async () => {
    await sync('import');
    const locked = await cast.admin.patch(`/v1/spaces/${spaceId}`, { editMode: 'locked' });
    expect(locked.status).toBe(200);
    clone.write({ 'guide.md': 'Theirs.\n' });
    clone.push();
    expect(await sync('import')).toMatchObject({ state: 'done', errorMessage: null });
    const { body } = await cast.read.get(`/v1/spaces/${spaceId}/content`);
    const guide = body.pages.find(
      (page: { git: { path: string } }) => page.git.path === 'guide.md',
    );
    const page = await cast.read.get(`/v1/spaces/${spaceId}/content/page/${guide.id}`);
    expect(page.body.markdown).toBe('Theirs.\n');
    const changes = [{ operation: 'delete_page', page: guide.id }];
    const edit = await cast.create.post(`/v1/spaces/${spaceId}/content`, { changes });
    expect(edit.status).toBe(409);
    expect(await sync('export')).toMatchObject({ state: 'done', errorMessage: null });
  });
});
