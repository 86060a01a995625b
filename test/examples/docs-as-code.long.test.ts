import { execFile, execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { GitWorld } from '../features/git/support.ts';
import { hasGit, type Clone } from '../support/git-server.ts';
import type { Client } from '../support/client.ts';
import { listen } from '../support/listen.ts';
import { runJobs } from '../support/run-jobs.ts';
import { useWorld } from '../support/use-world.ts';
import { baseUrl } from '../support/world.ts';

const run = promisify(execFile);

/** Whether the programs of the scripts are installed. */
const hasTools = (() => {
  try {
    for (const tool of ['bash', 'curl', 'jq'])
      execFileSync(tool, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Title of a page whose text has no heading: the name of its file. */
const plain: unknown = expect.stringMatching(/^plain$/i);

const world = useWorld();
const gitWorld = new GitWorld(world);
let admin: Client;
let clone: Clone;
let space: string;
let script: (name: string) => Promise<string[]>;

interface Page {
  title: string;
  markdown: string;
}

const contentOf = async (place: string) => {
  const { body } = await admin.get(`${space}${place}`);
  const pages: Page[] = [];
  for (const { id, title } of body.pages as { id: string; title: string }[]) {
    const page = await admin.get(`${space}${place}/page/${id}?format=markdown`);
    pages.push({ title, markdown: page.body.markdown });
  }
  return pages;
};

describe.skipIf(!hasGit || !hasTools)('a docs-as-code pipeline', () => {
  beforeAll(async () => {
    const organization = await world.organization();
    ({ admin } = organization);
    const { id } = await world.space(organization.id);
    space = `/v1/spaces/${id}`;
    clone = gitWorld.server.repository('docs');
    clone.write({
      'docs/README.md': '# Home\n\nWelcome.\n',
      'docs/guide.md': '---\ndescription: All of it\n---\n\n# Guide\n\nRead.\n',
      'docs/old.md': '# Old\n\nGone soon.\n',
      'docs/plain.md': 'No heading.\n',
      'code.md': '# No documentation\n',
    });
    clone.push();
    clone.git('fetch', '-q', 'origin');
    const settings = {
      DOCGRAPH_URL: await listen(world.app),
      DOCGRAPH_TOKEN: admin.token ?? '',
      SPACE: id,
      BRANCH: 'better-guide',
      REPOSITORY: gitWorld.server.url('docs'),
    };
    script = (name) => runScript(name, clone.folder, settings);
  });

  it('imports the main branch', async () => {
    expect(await script('publish.sh')).toEqual(['Import: DONE']);
    expect(await contentOf('/content')).toEqual([
      { title: 'Home', markdown: '# Home\n\nWelcome.\n' },
      { title: 'Guide', markdown: '\n# Guide\n\nRead.\n' },
      { title: 'Old', markdown: '# Old\n\nGone soon.\n' },
      { title: plain, markdown: 'No heading.\n' },
    ]);
  });

  it('shows a pushed branch as a change request', async () => {
    clone.git('switch', '-q', '-c', 'better-guide');
    clone.write({
      'docs/guide.md': '---\ndescription: All of it\n---\n\n# The guide\n\nRead it "all".\n',
      'docs/new.md': '# New\n\nFirst.\n',
      'docs/old.md': null,
      'docs/plain.md': 'Still no heading.\n',
      'docs/notes.md': 'New, without a heading.\n',
      'code.md': '# Still none\n',
    });
    commit('Improve the guide');
    const [line = ''] = await script('preview.sh');
    const [, address] = /^Preview: (.+)$/.exec(line) ?? [];
    const page = await world.app.inject({
      url: String(address).slice(baseUrl.length),
      headers: { authorization: `Bearer ${admin.token}`, accept: 'text/html' },
    });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('The guide');
    const { body } = await admin.get(`${space}/change-requests?status=open`);
    expect(body.items).toMatchObject([{ number: 1, subject: 'better-guide' }]);
    expect(await contentOf('/change-requests/1/content')).toEqual([
      { title: 'Home', markdown: '# Home\n\nWelcome.\n' },
      { title: 'The guide', markdown: '\n# The guide\n\nRead it "all".\n' },
      { title: plain, markdown: 'Still no heading.\n' },
      { title: 'New', markdown: '# New\n\nFirst.\n' },
      { title: 'notes', markdown: 'New, without a heading.\n' },
    ]);
  });

  it('updates the change request with the next push', async () => {
    clone.write({ 'docs/new.md': '# New\n\nSecond.\n' });
    commit('Improve the page');
    expect(await script('preview.sh')).toHaveLength(1);
    expect(await contentOf('/change-requests/1/content')).toMatchObject([
      ...[{ title: 'Home' }, { title: 'The guide' }, { title: plain }],
      { title: 'New', markdown: '# New\n\nSecond.\n' },
      { title: 'notes' },
    ]);
    expect((await admin.get(`${space}/change-requests?status=open`)).body.count).toBe(1);
  });

  it('publishes the merged branch, and closes its change request', async () => {
    clone.git('switch', '-q', 'main');
    clone.git('merge', '-q', '--no-ff', '-m', 'Merge', 'better-guide');
    clone.git('push', '-q', 'origin', 'main', 'better-guide');
    clone.git('fetch', '-q', 'origin');
    expect(await script('publish.sh')).toEqual(['Import: DONE', 'Closed: better-guide']);
    const texts = (await contentOf('/content')).map(({ markdown }) => markdown);
    expect(texts.toSorted()).toEqual([
      ...['\n# The guide\n\nRead it "all".\n', '# Home\n\nWelcome.\n'],
      ...['# New\n\nSecond.\n', 'New, without a heading.\n', 'Still no heading.\n'],
    ]);
    expect((await admin.get(`${space}/change-requests/1`)).body.status).toBe('archived');
  });
});

function commit(message: string): void {
  clone.git('add', '-A');
  clone.git('commit', '-q', '-m', message);
}

/** Runs a script of the pipeline in a clone, and meanwhile the jobs that it starts. */
async function runScript(
  name: string,
  folder: string,
  settings: Record<string, string>,
): Promise<string[]> {
  const file = path.resolve(import.meta.dirname, '../../examples/docs-as-code', name);
  let isRunning = true;
  const running = run(file, { cwd: folder, env: { ...process.env, ...settings } }).finally(() => {
    isRunning = false;
  });
  running.catch(() => {});
  while (isRunning) {
    await runJobs(world, gitWorld.services);
    await sleep(100);
  }
  return (await running).stdout.trimEnd().split('\n');
}
