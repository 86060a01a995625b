import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { createWebClient } from '../../../../src/external/http/create-web-client.ts';
import type { WebClient } from '../../../../src/external/http/web-client.ts';
import { processOpenApiSpec } from '../../../../src/features/openapi-specs/processing/process-openapi-spec.ts';
import { runJob } from '../../../../src/jobs/run-job.ts';
import { useOrganization, useWorld } from '../../../support/use-world.ts';
import { startWebSite, type WebSite } from '../../../support/web-site.ts';
import { petStore } from '../support.ts';

const world = useWorld();
const organization = useOrganization(world);
const url = (slug: string) => `/v1/orgs/${organization.id}/openapi/${slug}`;
let site: WebSite;
let web: WebClient;
let isSilent = false;

beforeAll(async () => {
  site = await startWebSite({
    '/api.json': (_request, response) => {
      if (!isSilent) response.end(JSON.stringify(petStore()));
    },
  });
  web = createWebClient({ intranetHosts: [site.host] });
});

afterAll(async () => {
  await web.close();
  await site.stop();
});

/** Puts a specification whose source may be silent. Answers the id of its job. */
async function put(slug: string): Promise<string> {
  const { body } = await organization.admin.put(url(slug), {
    source: { url: `${site.url}/api.json` },
  });
  const { lastJobId } = await world.db.prisma.openApiSpec.findUniqueOrThrow({
    where: { id: body.id },
  });
  return lastJobId ?? '';
}

const run = (id: string, stop = new AbortController().signal) =>
  runJob(processOpenApiSpec, id, {
    ...{ db: world.db, log: pino({ level: 'silent' }), stop, heartbeatMs: 1000 },
    ...{ services: { web, translator: null, cacheDir: '' }, now: () => new Date() },
  });

const specOf = async (slug: string) => (await organization.admin.get(url(slug))).body;
const jobOf = (id: string) => world.db.prisma.job.findUniqueOrThrow({ where: { id } });

/** What a worker leaves behind that was killed in a step, in the attempt with that number. */
async function killed(id: string, slug: string, step: string, attempts = 1): Promise<void> {
  const data = { state: 'running', step, attempts, run: attempts, startedAt: new Date() };
  await world.db.prisma.job.update({ where: { id }, data });
  const where = { organizationId: organization.id, slug };
  await world.db.prisma.openApiSpec.updateMany({ where, data: { processingState: 'progress' } });
}

describe.each(['fetch', 'check', 'store'])('a worker that was killed in the step "%s"', (step) => {
  it('leaves a job that the next one does', async () => {
    const slug = `done-${step}`;
    const id = await put(slug);
    await killed(id, slug, step);
    await run(id);
    expect(await jobOf(id)).toMatchObject({ state: 'done', attempts: 2 });
    const spec = await specOf(slug);
    expect(spec).toMatchObject({ processingState: 'complete' });
    expect(spec.lastVersion).toMatch(/^specv_/);
  });

  it('leaves a job that fails when it happens each time, and the next source works', async () => {
    const slug = `lost-${step}`;
    const id = await put(slug);
    await killed(id, slug, step, 3);
    await run(id);
    expect(await jobOf(id)).toMatchObject({ state: 'failed', errorCode: 'WORKER_LOST' });
    expect(await specOf(slug)).toMatchObject({
      processingState: 'complete',
      lastProcessErrorCode: step === 'fetch' ? 'FETCH_ERROR' : 'PARSE_ERROR',
    });
    await run(await put(slug));
    const spec = await specOf(slug);
    expect(spec.lastVersion).toMatch(/^specv_/);
    expect(spec.lastProcessErrorCode).toBeUndefined();
  });
});

describe('a run that another one has overtaken', () => {
  it('writes nothing', async () => {
    isSilent = true;
    const id = await put('overtaken');
    const asked = site.requests.length;
    const slow = run(id);
    await expect.poll(() => site.requests.length).toBeGreaterThan(asked);
    isSilent = false;
    await run(id);
    const { lastVersion, lastProcessedAt } = await specOf('overtaken');
    await slow;
    expect(await jobOf(id)).toMatchObject({ state: 'done', attempts: 2 });
    expect(await specOf('overtaken')).toMatchObject({ lastVersion, lastProcessedAt });
  });
});

describe('a job that is cancelled', () => {
  it('leaves the specification complete, and says so', async () => {
    const id = await put('cancelled');
    const { cancelJob } = await organization.admin.query(
      'mutation ($id: ID!) { cancelJob(input: { jobId: $id }) { job { state } } }',
      { id },
    );
    expect(cancelJob.job.state).toBe('CANCELLED');
    const spec = await specOf('cancelled');
    expect(spec.processingState).toBe('complete');
    expect(spec.lastVersion).toBeUndefined();
  });
});
