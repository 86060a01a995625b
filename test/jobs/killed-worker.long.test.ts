import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createWebClient } from '../../src/external/http/create-web-client.ts';
import type { WebClient } from '../../src/external/http/web-client.ts';
import type { Translator } from '../../src/external/translator/translator.ts';
import { refreshOpenApiSpecs } from '../../src/features/openapi-specs/processing/refresh-openapi-specs.ts';
import type { Worker } from '../../src/jobs/start-worker.ts';
import { createTranslation, pagesOf, translatorOf } from '../features/translations/support.ts';
import { largeSpec, petStore } from '../features/openapi-specs/support.ts';
import { jobContext } from '../features/purge/support.ts';
import { writePages } from '../support/content.ts';
import { startSurvivor, untilEnded, untilInStep } from '../support/killed-worker.ts';
import { startProgram, type Program } from '../support/program.ts';
import { runJobs } from '../support/run-jobs.ts';
import { inCapitals, startTranslationServer, type Answer } from '../support/translation-server.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';
import { startWebSite, type WebSite } from '../support/web-site.ts';

const server = await startTranslationServer();
const world = useWorld({ translator: translatorOf(server) });
const organization = useOrganization(world);
let site: WebSite;
let services: { web: WebClient; translator: Translator | null; cacheDir: string };
let program: Program | undefined;
let survivor: Worker | undefined;
let blocker: pg.Client;
/** Whether the counterparts leave requests without an answer. */
let isSilent = false;

beforeAll(async () => {
  site = await startWebSite({
    '/api.json': (_request, response) => {
      if (!isSilent) response.end(JSON.stringify(petStore()));
    },
  });
  const web = createWebClient({ intranetHosts: [site.host] });
  services = { web, translator: translatorOf(server), cacheDir: '' };
  blocker = new pg.Client({ connectionString: world.url });
  await blocker.connect();
});

afterEach(async () => {
  beSilent(false);
  await survivor?.stop();
  await program?.end('SIGKILL');
  await blocker.query('ROLLBACK');
});

afterAll(async () => {
  await blocker.end();
  await services.web.close();
  await site.stop();
  await server.stop();
});

/** Starts the worker of the product, as a process that asks the counterparts of the test. */
function startVictim(): void {
  program = startProgram(world, 'worker', {
    ...{ INTRANET_HOSTS: `${site.host},${server.host}`, TRANSLATOR_URL: server.url },
  });
}

/** Kills it while its jobs are where they are; another worker finds them. */
async function killAndRescue(ids: readonly string[]) {
  await program?.end('SIGKILL');
  await blocker.query('ROLLBACK');
  beSilent(false);
  survivor = startSurvivor(world, services);
  const jobs = await untilEnded(world, ids);
  await survivor.stop();
  return jobs;
}

function beSilent(silent: boolean): void {
  isSilent = silent;
  server.answer = silent ? answerWhatIsNotSlow : undefined;
}

/** A text that is slow is never answered. */
const answerWhatIsNotSlow: Answer = (response, texts) => {
  if (texts.some((text) => text.includes('Slow'))) return;
  response.end(JSON.stringify({ translatedText: texts.map(inCapitals) }));
};

const url = (slug: string) => `/v1/orgs/${organization.id}/openapi/${slug}`;
const specOf = async (slug: string) => (await organization.admin.get(url(slug))).body;

/** Puts a specification; answers its id and that of its job. */
async function put(slug: string, source: object = { url: `${site.url}/api.json` }) {
  const { body } = await organization.admin.put(url(slug), { source });
  return { id: body.id as string, jobId: await lastJob(body.id) };
}

async function lastJob(id: string): Promise<string> {
  const spec = await world.db.prisma.openApiSpec.findUniqueOrThrow({ where: { id } });
  return spec.lastJobId ?? '';
}

/** A translation of a space with a page. */
async function translation(markdown = 'Text.\n') {
  const { id: spaceId } = await world.space(organization.id);
  await writePages(world, spaceId, [{ title: 'Page', markdown }]);
  const { id } = await createTranslation(organization.admin, organization.id, spaceId);
  const { jobId } = await world.db.prisma.translation.findUniqueOrThrow({ where: { id } });
  return { id, jobId: jobId ?? '', url: `/v1/orgs/${organization.id}/translations/${id}` };
}

/** Waits until a counterpart was asked. */
const untilAsked = (isAsked: () => boolean) => expect.poll(isAsked, { interval: 15 }).toBe(true);

/** Holds what a statement locks until the worker was killed. */
async function hold(statement: string): Promise<void> {
  await blocker.query(`BEGIN; ${statement}`);
}

describe('a worker that is killed while it processes specifications', () => {
  it('leaves each, whatever its step, to another worker, and the next source works', async () => {
    const text = JSON.stringify(largeSpec(8000));
    const storing = await put('store');
    await hold(`LOCK TABLE openapi_spec_versions IN SHARE MODE`);
    startVictim();
    await untilInStep(world, storing.jobId, 'store');
    beSilent(true);
    const fetching = await put('fetch');
    await untilInStep(world, fetching.jobId, 'fetch');
    await world.untilBlocked();
    const checking = await put('check', { text });
    await untilInStep(world, checking.jobId, 'check');
    const ids = [fetching, checking, storing].map(({ jobId }) => jobId);
    const jobs = await killAndRescue(ids);
    for (const job of jobs) {
      expect(job).toMatchObject({ state: 'done', attempts: 2, progress: 1 });
    }
    for (const slug of ['fetch', 'check', 'store']) {
      const spec = await specOf(slug);
      expect(spec).toMatchObject({ processingState: 'complete' });
      expect(spec.lastVersion).toMatch(/^specv_/);
      expect(spec.lastProcessErrorCode).toBeUndefined();
      const next = await put(slug);
      await runJobs(world, services);
      expect((await specOf(slug)).processingState).toBe('complete');
      expect(await lastJob(next.id)).toBe(next.jobId);
    }
  });

  it('leaves one that is refreshed with the version that it had', async () => {
    const { id } = await put('refreshed');
    await runJobs(world, services);
    const { lastVersion } = await specOf('refreshed');
    await world.db.pool.query(
      `UPDATE openapi_specs SET last_processed_at = now() - interval '1 day' WHERE id = $1`,
      [id],
    );
    beSilent(true);
    await refreshOpenApiSpecs(jobContext(world));
    const jobId = await lastJob(id);
    const asked = site.requests.length;
    startVictim();
    await untilAsked(() => site.requests.length > asked);
    await untilInStep(world, jobId, 'fetch');
    expect(await specOf('refreshed')).toMatchObject({ processingState: 'progress', lastVersion });
    expect(await killAndRescue([jobId])).toMatchObject([{ state: 'done', attempts: 2 }]);
    expect(await specOf('refreshed')).toMatchObject({ processingState: 'complete', lastVersion });
  });
});

describe('a worker that is killed while it translates', () => {
  it('leaves each run, whatever its step, to another worker, and the next run works', async () => {
    const [reading, writing] = [await translation(), await translation()];
    const translating = await translation('Slow.\n');
    await hold(
      `SELECT FROM translations WHERE id = '${reading.id}' FOR UPDATE;
         LOCK TABLE translated_pages IN SHARE MODE`,
    );
    beSilent(true);
    startVictim();
    await untilInStep(world, reading.jobId, 'read');
    await untilInStep(world, writing.jobId, 'write');
    await world.untilBlocked(2);
    await untilAsked(() => server.texts.some((text) => text.includes('Slow')));
    await untilInStep(world, translating.jobId, 'translate');
    const runs = [reading, translating, writing];
    const jobs = await killAndRescue(runs.map(({ jobId }) => jobId));
    for (const job of jobs) {
      expect(job).toMatchObject({ state: 'done', attempts: 2, progress: 1 });
    }
    for (const { url: address } of runs) {
      const { body: done } = await organization.admin.get(address);
      expect(done).toMatchObject({
        ...{ status: 'completed', stats: { runs: 1, totalPages: 1, totalWords: 2 } },
      });
      const [markdown] = Object.values(await pagesOf(organization.admin, done.result.space));
      expect(markdown).toMatch(/^(TEXT|SLOW)\.\n$/);
      expect((await organization.admin.post(`${address}/run`)).status).toBe(204);
      await runJobs(world, services);
      expect((await organization.admin.get(address)).body).toMatchObject({
        ...{ status: 'completed', stats: { runs: 2, latestPages: 0 } },
      });
    }
  });
});
