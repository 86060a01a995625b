import { afterEach, describe, expect, it } from 'vitest';
import type { Job } from '../../../src/database/generated/prisma/client.ts';
import { hasGit, type Clone } from '../../support/git-server.ts';
import { untilEnded } from '../../support/killed-worker.ts';
import { startProgram, type Program } from '../../support/program.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { flat, type Page } from './random-edits.ts';
import { GitWorld } from './support.ts';

const ROUNDS = 3;

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
const gitWorld = new GitWorld(world);
let programs: Program[] = [];

afterEach(async () => {
  await Promise.all(programs.map((program) => program.end('SIGTERM')));
  programs = [];
});

/** Two workers of the product, which share a folder for what they keep of repositories. */
function startWorkers(): void {
  programs = [1, 2].map(() =>
    startProgram(world, 'worker', {
      ...{ INTRANET_HOSTS: gitWorld.server.host, DATA_DIR: gitWorld.cacheDir },
    }),
  );
}

/** A space that is synchronized with the repository. */
class Side {
  readonly name: string;
  readonly spaceId: string;
  readonly #clone: Clone;

  constructor(name: string, spaceId: string, clone: Clone) {
    this.name = name;
    this.spaceId = spaceId;
    this.#clone = clone;
  }

  start(kind: 'import' | 'export'): Promise<string> {
    const body = { url: gitWorld.server.url(this.#clone.name), repoCacheID: 'shared' };
    return gitWorld.start(cast.create, this.spaceId, kind, body);
  }

  async content() {
    return (await cast.create.get(`/v1/spaces/${this.spaceId}/content`)).body;
  }

  /** Answers what the new page says. */
  async addPage(round: number): Promise<string> {
    const title = `Of ${this.name} ${round}`;
    const markdown = `${title} says this.\n`;
    const document = { markdown };
    const changes = [{ operation: 'insert_page', metadata: { title }, document }];
    const url = `/v1/spaces/${this.spaceId}/content`;
    expect((await cast.create.post(url, { changes })).status).toBe(200);
    return markdown;
  }

  /** What its pages say. */
  async texts(): Promise<string[]> {
    const pages = flat((await this.content()).pages as Page[]);
    const url = `/v1/spaces/${this.spaceId}/content/page`;
    const read = await Promise.all(pages.map(({ id }) => cast.create.get(`${url}/${id}`)));
    return read.flatMap(({ body }) => (body.markdown === '' ? [] : body.markdown));
  }

  /** The files of the repository that it holds: git's ids of their bytes, by path. */
  async held(): Promise<Record<string, string>> {
    const pages = flat((await this.content()).pages as Page[]);
    return Object.fromEntries(pages.flatMap(({ git }) => (git ? [[git.path, git.oid]] : [])));
  }
}

async function ended(...started: Promise<string>[]): Promise<Job[]> {
  return untilEnded(world, await Promise.all(started));
}

/** Whether two of the jobs ran at the same time. */
const overlap = (jobs: readonly Job[]) =>
  jobs.some((one) =>
    jobs.some(
      (other) =>
        one.id < other.id &&
        (one.startedAt ?? 0) < (other.endedAt ?? 0) &&
        (other.startedAt ?? 0) < (one.endedAt ?? 0),
    ),
  );

// git itself is the counterpart.
describe.skipIf(!hasGit)('two workers that import and export at once', () => {
  it('leave two spaces and their repository equal, with all that was written', async () => {
    const clone = gitWorld.server.repository(`repo-${world.next()}`);
    clone.write({
      'README.md': '# Home\n',
      'theirs-1.md': '',
      'theirs-2.md': '',
      'theirs-3.md': '',
    });
    clone.push();
    const spaces = [await world.space(organization.id), await world.space(organization.id)];
    const [one, two] = spaces.map(({ id }, index) => new Side(`${index + 1}`, id, clone)) as [
      Side,
      Side,
    ];
    startWorkers();
    const texts = ['# Home\n'];
    const together: boolean[] = [];
    await ended(one.start('import'), two.start('import'));
    for (let round = 1; round <= ROUNDS; round += 1) {
      texts.push(await one.addPage(round), await two.addPage(round));
      clone.git('fetch', '-q', 'origin');
      clone.git('reset', '-q', '--hard', 'origin/main');
      const theirs = `Theirs ${round} says this.\n`;
      clone.write({ [`theirs-${round}.md`]: theirs });
      clone.push();
      texts.push(theirs);
      const jobs = await ended(
        ...[one, two].flatMap((side) => [side.start('import'), side.start('export')]),
      );
      for (const { state, errorCode } of jobs) {
        expect([state, errorCode]).toBeOneOf([
          ['done', null],
          ['failed', 'BRANCH_MOVED'],
          ['failed', 'DIVERGED'],
        ]);
      }
      together.push(overlap(jobs));
    }
    expect(together).toContain(true);

    for (const side of [one, two, one]) {
      for (const kind of ['import', 'export'] as const) {
        const [job] = await ended(side.start(kind));
        expect(job).toMatchObject({ state: 'done', errorMessage: null });
      }
    }
    const held = await one.held();
    expect(await two.held()).toEqual(held);
    const { 'SUMMARY.md': _contents, ...tree } = clone.tree();
    expect(tree).toEqual(held);
    for (const side of [one, two]) expect(new Set(await side.texts())).toEqual(new Set(texts));
  });
});
