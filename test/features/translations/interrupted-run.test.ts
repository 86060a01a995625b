import { describe, expect, it } from 'vitest';
import type { WebClient } from '../../../src/external/http/web-client.ts';
import { writePages } from '../../support/content.ts';
import { jobServices, runJobs } from '../../support/run-jobs.ts';
import { inCapitals } from '../../support/translation-server.ts';
import { createTranslation, pagesOf, translatorOf, useTranslatedWorld } from './support.ts';

const { server, world, organization } = await useTranslatedWorld();

async function newTranslation() {
  const { id: spaceId } = await world.space(organization.id, { title: 'Docs' });
  await writePages(world, spaceId, [{ title: 'Page', markdown: 'One paragraph.\n' }]);
  const creator = await world.member(organization.id, 'admin');
  const { id } = await createTranslation(creator, organization.id, spaceId);
  const url = `/v1/orgs/${organization.id}/translations/${id}`;
  const read = async () => (await organization.admin.get(url)).body;
  const start = async (client = creator) => {
    expect((await client.post(`${url}/run`)).status).toBe(204);
  };
  const run = async (translator = world.translator) => {
    await runJobs(world, { ...jobServices(world), translator });
    return read();
  };
  return { id, spaceId, url, creator, read, start, run };
}

/** Does something once, while the translator works on the first texts that it is asked for. */
function meanwhile(act: () => Promise<unknown>): void {
  server.answer = (response, texts) => {
    server.answer = undefined;
    void act().finally(() => {
      response.end(JSON.stringify({ translatedText: texts.map(inCapitals) }));
    });
  };
}

const jobsOf = (subjectId: string) =>
  world.db.prisma.job.findMany({ where: { subjectId }, orderBy: { createdAt: 'asc' } });

async function cancelLatest(translationId: string): Promise<void> {
  const job = (await jobsOf(translationId)).at(-1);
  await organization.admin.query(
    'mutation ($id: ID!) { cancelJob(input: { jobId: $id }) { job { state } } }',
    { id: job?.id },
  );
}

describe('a run that is cancelled', () => {
  it('while the translator works leaves nothing half written, and the next one works', async () => {
    const { id, run, start } = await newTranslation();
    meanwhile(() => cancelLatest(id));
    const cancelled = await run();
    expect(await jobsOf(id)).toMatchObject([{ state: 'cancelled', errorCode: null }]);
    expect(cancelled).toMatchObject({ status: 'pending', stats: { runs: 1, totalPages: 0 } });
    expect(cancelled.result).toBeUndefined();
    expect(cancelled.problem).toBeUndefined();
    await start();
    const done = await run();
    expect(done).toMatchObject({ status: 'completed', stats: { runs: 2, totalPages: 1 } });
    expect(await pagesOf(organization.admin, done.result.space)).toEqual({
      PAGE: 'ONE PARAGRAPH.\n',
    });
  });

  it('ends although the translator never answers', async () => {
    const { id, read, run } = await newTranslation();
    // A request to it ends only when it is aborted.
    const fetch: WebClient['fetch'] = ({ signal }) => {
      void cancelLatest(id);
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    };
    await run(translatorOf(server, { web: { ...world.web, fetch } }));
    expect(await jobsOf(id)).toMatchObject([{ state: 'cancelled' }]);
    expect((await read()).status).toBe('pending');
  });
});

describe('a translation that is deleted while it runs', () => {
  it('ends its run, and leaves no space and no texts', async () => {
    const { id, url, run } = await newTranslation();
    const spaces = await world.db.prisma.space.count();
    meanwhile(async () => expect((await organization.admin.delete(url)).status).toBe(204));
    await run();
    expect(await jobsOf(id)).toMatchObject([{ state: 'cancelled', errorCode: null }]);
    expect((await organization.admin.get(url)).status).toBe(404);
    expect(await world.db.prisma.space.count()).toBe(spaces);
    expect(await world.db.prisma.translatedText.count({ where: { translationId: id } })).toBe(0);
  });
});

describe('a space that is deleted while its translation runs', () => {
  it('is still translated when it is the source, whose next run is refused', async () => {
    const { spaceId, url, run, creator } = await newTranslation();
    meanwhile(() => creator.delete(`/v1/spaces/${spaceId}`));
    const done = await run();
    expect(done).toMatchObject({ status: 'completed', stats: { totalPages: 1 } });
    const answer = await creator.post(`${url}/run`);
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      'The space "Docs" is deleted; restore it first.',
    ]);
  });

  it('is not written when it is the result, and the next run works once it is restored', async () => {
    const { id, spaceId, run, start, creator } = await newTranslation();
    const { result } = await run();
    await writeMore(spaceId);
    await start();
    meanwhile(() => creator.delete(`/v1/spaces/${result.space}`));
    const failed = await run();
    expect(failed).toMatchObject({ status: 'completed', result, problem: { step: 'write' } });
    expect(failed.problem.remedy).not.toBe('');
    expect((await jobsOf(id)).at(-1)).toMatchObject({ state: 'failed' });
    await creator.post(`/v1/spaces/${result.space}/restore`);
    await start();
    expect((await run()).problem).toBeUndefined();
    expect(await pagesOf(organization.admin, result.space)).toMatchObject({ MORE: 'MORE.\n' });
  });
});

describe('whoever started a run', () => {
  it('writes nothing with a right that was taken from them meanwhile', async () => {
    const { id, run, start, creator } = await newTranslation();
    const role = (to: string) =>
      world.db.prisma.member.updateMany({ where: { userId: creator.userId }, data: { role: to } });
    meanwhile(() => role('read'));
    const failed = await run();
    expect(failed).toMatchObject({ status: 'pending', problem: { code: 'FORBIDDEN' } });
    expect(failed.result).toBeUndefined();
    expect(await jobsOf(id)).toMatchObject([{ state: 'failed', errorStep: 'write' }]);
    await start(organization.admin);
    expect(await run()).toMatchObject({ status: 'completed', stats: { totalPages: 1 } });
  });
});

describe('a translator that asks to wait', () => {
  it('is asked again after that time, and not before', async () => {
    const { run } = await newTranslation();
    const asked: number[] = [];
    server.answer = (response) => {
      asked.push(Date.now());
      if (asked.length === 2) server.answer = undefined;
      response.writeHead(503, { 'retry-after': '1' }).end();
    };
    expect(await run()).toMatchObject({ status: 'completed' });
    const [first = 0, second = 0] = asked;
    expect(second - first).toBeGreaterThanOrEqual(1000);
    expect(server.requests.filter(({ path }) => path === '/translate')).toHaveLength(3);
  });
});

/** Puts another page into a space. */
async function writeMore(spaceId: string): Promise<void> {
  const changes = [
    {
      ...{ operation: 'insert_page', ref: 'more', metadata: { title: 'More' } },
      document: { markdown: 'More.\n' },
    },
  ];
  await organization.admin.post(`/v1/spaces/${spaceId}/content`, { changes });
}
