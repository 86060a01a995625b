import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Worker } from '../../../src/jobs/start-worker.ts';
import { hasGit, type Clone } from '../../support/git-server.ts';
import { startSurvivor, untilEnded, untilInStep } from '../../support/killed-worker.ts';
import { startProgram, type Program } from '../../support/program.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { GitWorld } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
const gitWorld = new GitWorld(world);
let program: Program | undefined;
let survivor: Worker | undefined;
let blocker: pg.Client;

beforeAll(async () => {
  blocker = new pg.Client({ connectionString: world.url });
  await blocker.connect();
});

afterEach(async () => {
  gitWorld.server.intercept = null;
  gitWorld.server.isUnanswered = null;
  await survivor?.stop();
  await program?.end('SIGKILL');
  await blocker.query('ROLLBACK');
});

afterAll(() => blocker.end());

/** Starts the worker of the product, as a process that may ask the git server. */
function startVictim(): void {
  program = startProgram(world, 'worker', {
    ...{ INTRANET_HOSTS: gitWorld.server.host, DATA_DIR: gitWorld.cacheDir },
  });
}

/** Kills it while its jobs are where they are; another worker finds them. */
async function killAndRescue(ids: readonly string[]) {
  await program?.end('SIGKILL');
  await blocker.query('ROLLBACK');
  gitWorld.server.intercept = null;
  gitWorld.server.isUnanswered = null;
  survivor = startSurvivor(world, gitWorld.services);
  const jobs = await untilEnded(world, ids);
  await survivor.stop();
  return jobs;
}

const docs = { 'README.md': '# Home\n\nWelcome.\n', 'guide.md': 'Read.\n' };

/** A space, and a repository that is to be imported into it. */
class Pair {
  readonly clone: Clone;
  readonly spaceId: string;
  jobId = '';

  private constructor(clone: Clone, spaceId: string) {
    this.clone = clone;
    this.spaceId = spaceId;
  }

  static async create(files: Record<string, string> = docs): Promise<Pair> {
    const clone = gitWorld.server.repository(`repo-${world.next()}`);
    clone.write(files);
    clone.push();
    return new Pair(clone, (await world.space(organization.id)).id);
  }

  get #body() {
    return { url: gitWorld.server.url(this.clone.name), repoCacheID: this.clone.name };
  }

  /** Whether a request is for the repository. */
  isAsked = (url: string | undefined) => url?.startsWith(`/${this.clone.name}.git`) === true;

  run(kind: 'import' | 'export', body: object = {}) {
    return gitWorld.run(cast.create, this.spaceId, kind, { ...this.#body, ...body });
  }

  async start(kind: 'import' | 'export', body: object = {}): Promise<void> {
    const all = { ...this.#body, ...body };
    this.jobId = await gitWorld.start(cast.create, this.spaceId, kind, all);
  }

  async content() {
    return (await cast.create.get(`/v1/spaces/${this.spaceId}/content`)).body;
  }

  async edit(): Promise<void> {
    const [{ id }] = (await this.content()).pages;
    const url = `/v1/spaces/${this.spaceId}/content`;
    const changes = [
      { operation: 'update_page', page: id, document: { markdown: 'Ours.\n' } },
      { operation: 'insert_page', metadata: { title: 'New' }, document: { markdown: 'New.\n' } },
    ];
    expect((await cast.create.post(url, { changes })).status).toBe(200);
  }
}

// git itself is the counterpart.
describe.skipIf(!hasGit)('a worker that is killed while it imports', () => {
  it('leaves each import, whatever its step, to another worker, and the next one works', async () => {
    const [fetching, storing] = [await Pair.create(), await Pair.create()];
    const reading = await Pair.create({ ...docs, '.hidden/notes.md': 'x' });
    const finishing = await Pair.create();
    let open: () => void = () => {};
    const isOpened = new Promise<void>((resolve) => (open = resolve));
    let isOpen = false;
    gitWorld.server.intercept = ({ url = '' }, response) => {
      if (!isOpen && reading.isAsked(url)) {
        void isOpened.then(() => response.writeHead(307, { location: url }).end());
        return true;
      }
      return fetching.isAsked(url);
    };
    await blocker.query('BEGIN; LOCK TABLE revisions IN SHARE MODE');
    await storing.start('import');
    await finishing.start('import', { standalone: true });
    startVictim();
    await untilInStep(world, storing.jobId, 'store');
    await untilInStep(world, finishing.jobId, 'finish');
    await reading.start('import');
    await fetching.start('import');
    await untilInStep(world, fetching.jobId, 'fetch');
    await untilInStep(world, reading.jobId, 'fetch');
    // What an earlier attempt told is removed before the first step.
    await blocker.query('LOCK TABLE job_results IN SHARE MODE');
    isOpen = true;
    open();
    await untilInStep(world, reading.jobId, 'read');
    await world.untilBlocked(3);
    const pairs = [fetching, reading, storing, finishing];
    const jobs = await killAndRescue(pairs.map(({ jobId }) => jobId));
    for (const job of jobs) expect(job).toMatchObject({ state: 'done', attempts: 2, progress: 1 });
    for (const pair of pairs) {
      const { pages } = await pair.content();
      expect(pages).toHaveLength(pair === finishing ? 0 : 2);
      pair.clone.write({ 'guide.md': 'Read more.\n' });
      pair.clone.push();
      expect(await pair.run('import')).toMatchObject({ state: 'done', errorMessage: null });
      expect((await pair.content()).pages).toHaveLength(2);
    }
  });
});

/** Spaces that were imported, and edited since. */
async function edited(count: number): Promise<Pair[]> {
  const pairs = await Promise.all(Array.from({ length: count }, () => Pair.create()));
  for (const pair of pairs) {
    expect(await pair.run('import')).toMatchObject({ state: 'done' });
    await pair.edit();
  }
  return pairs;
}

/** Kills the worker: all exports are made, each by one commit, and the next ones work. */
async function expectRescued(pairs: readonly Pair[]): Promise<void> {
  const jobs = await killAndRescue(pairs.map(({ jobId }) => jobId));
  for (const job of jobs) expect(job).toMatchObject({ state: 'done', attempts: 2, progress: 1 });
  for (const pair of pairs) {
    expect(pair.clone.commitCount()).toBe(2);
    const paths = Object.keys(pair.clone.tree());
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'guide.md', 'new.md']));
    if (pair === pairs[0]) {
      expect((await pair.run('import', { force: true })).message).toMatch(/^Nothing changed/);
    }
    await pair.edit();
    expect(await pair.run('export')).toMatchObject({ state: 'done', errorMessage: null });
    expect(pair.clone.commitCount()).toBe(3);
  }
}

describe.skipIf(!hasGit)('a worker that is killed while it exports', () => {
  it('leaves what was not sent yet to another worker', async () => {
    const [fetching, comparing] = (await edited(2)) as [Pair, Pair];
    gitWorld.server.intercept = ({ url }) => fetching.isAsked(url);
    await blocker.query('BEGIN; LOCK TABLE content_chunks IN ACCESS EXCLUSIVE MODE');
    await fetching.start('export');
    await comparing.start('export');
    startVictim();
    await untilInStep(world, fetching.jobId, 'fetch');
    await untilInStep(world, comparing.jobId, 'compare');
    await world.untilBlocked(1);
    await expectRescued([fetching, comparing]);
  });

  it('leaves what may have been sent to another worker, which makes no second commit', async () => {
    const [pushing, pushed, finishing] = (await edited(3)) as [Pair, Pair, Pair];
    const isPush = (method = '', url = '') => method === 'POST' && url.endsWith('receive-pack');
    let isHeld = false;
    gitWorld.server.intercept = ({ method, url }) => {
      if (!pushing.isAsked(url) || !isPush(method, url)) return false;
      isHeld = true;
      return true;
    };
    gitWorld.server.isUnanswered = ({ method, url }) => pushed.isAsked(url) && isPush(method, url);
    await blocker.query('BEGIN; LOCK TABLE git_syncs IN SHARE MODE');
    await finishing.start('export');
    startVictim();
    await untilInStep(world, finishing.jobId, 'finish');
    await world.untilBlocked(1);
    await pushing.start('export');
    await pushed.start('export');
    await untilInStep(world, pushing.jobId, 'push');
    await untilInStep(world, pushed.jobId, 'push');
    await expect.poll(() => isHeld && pushed.clone.commitCount()).toBe(2);
    await expectRescued([pushing, pushed, finishing]);
  });
});
