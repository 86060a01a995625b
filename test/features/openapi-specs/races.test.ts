import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWebClient } from '../../../src/external/http/create-web-client.ts';
import type { WebClient } from '../../../src/external/http/web-client.ts';
import { runJobs } from '../../support/run-jobs.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { startWebSite, type WebSite } from '../../support/web-site.ts';
import { petStore } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
let site: WebSite;
let web: WebClient;
/** What happens once, while the source is being fetched. */
let meanwhile: (() => Promise<unknown>) | undefined;

beforeAll(async () => {
  site = await startWebSite({
    '/api.json': (_request, response) => {
      const act = meanwhile;
      meanwhile = undefined;
      void Promise.resolve(act?.()).finally(() => response.end(JSON.stringify(petStore())));
    },
  });
  web = createWebClient({ intranetHosts: [site.host] });
});

beforeEach(() => {
  meanwhile = undefined;
});

afterAll(async () => {
  await web.close();
  await site.stop();
});

const url = (slug = '') => `/v1/orgs/${organization.id}/openapi${slug === '' ? '' : `/${slug}`}`;
const named = (title: string) => ({
  text: JSON.stringify(petStore({ info: { title, version: '1' } })),
});
const fetched = () => ({ url: `${site.url}/api.json` });
const put = (slug: string, source: object) => organization.admin.put(url(slug), { source });
const process = () => runJobs(world, { web, translator: null, cacheDir: '' });
const specOf = async (slug: string) => (await organization.admin.get(url(slug))).body;
const titleOf = async (slug: string) => {
  const { body } = await organization.admin.get(`${url(slug)}/versions/latest/content`);
  const [document] = Object.values<{ info: { title: string } }>(body.filesystem);
  return document?.info.title;
};

describe('writes at the same time', () => {
  it('make one specification of a slug', async () => {
    const body = { slug: 'twice', source: named('A') };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => organization.admin.post(url(), body)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ]);
    const puts = await Promise.all(['A', 'B', 'C'].map((title) => put('raced', named(title))));
    expect(puts.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(puts.map(({ body: { id } }) => id)).size).toBe(1);
    await process();
    const spec = await specOf('raced');
    expect(spec).toMatchObject({ processingState: 'complete' });
    const { sourceText } = await world.db.prisma.openApiSpec.findUniqueOrThrow({
      where: { id: spec.id },
    });
    const version = await world.db.prisma.openApiSpecVersion.findUniqueOrThrow({
      where: { id: spec.lastVersion },
    });
    expect(version.bundle).toBe(sourceText);
  });
});

describe('a specification that is being processed', () => {
  it('gets another source, whose content it has in the end', async () => {
    await put('replaced', fetched());
    meanwhile = () => put('replaced', named('Newer'));
    await process();
    expect(await specOf('replaced')).toMatchObject({ processingState: 'complete' });
    expect(await titleOf('replaced')).toBe('Newer');
    const { body } = await organization.admin.get(`${url('replaced')}/versions`);
    expect(body.count).toBe(1);
  });

  it('becomes public', async () => {
    await put('patched', fetched());
    meanwhile = () => organization.admin.patch(url('patched'), { visibility: 'public' });
    await process();
    const spec = await specOf('patched');
    expect(spec).toMatchObject({ processingState: 'complete', visibility: 'public' });
    expect(spec.lastVersion).toMatch(/^specv_/);
  });

  it('is deleted, and leaves nothing', async () => {
    const { body } = await put('deleted', fetched());
    meanwhile = () => organization.admin.delete(url('deleted'));
    await process();
    expect((await organization.admin.get(url('deleted'))).status).toBe(404);
    expect(await world.db.prisma.openApiSpecVersion.count({ where: { specId: body.id } })).toBe(0);
    const jobs = await world.db.prisma.job.findMany({ where: { subjectId: body.id } });
    expect(jobs).toMatchObject([{ state: 'done', progress: 1 }]);
    expect((await put('deleted', named('Again'))).status).toBe(200);
  });

  it('is cancelled, keeps its version, and takes its next source', async () => {
    await put('cancelled', named('Before'));
    await process();
    const { lastVersion } = await specOf('cancelled');
    const { body } = await put('cancelled', fetched());
    meanwhile = async () => {
      const { lastJobId } = await world.db.prisma.openApiSpec.findUniqueOrThrow({
        where: { id: body.id },
      });
      await organization.admin.query(
        'mutation ($id: ID!) { cancelJob(input: { jobId: $id }) { job { state } } }',
        { id: lastJobId },
      );
    };
    await process();
    expect(await specOf('cancelled')).toMatchObject({
      ...{ processingState: 'complete', lastVersion, lastProcessErrorCode: 'FETCH_ERROR' },
    });
    await put('cancelled', fetched());
    await process();
    expect(await titleOf('cancelled')).toBe('Pet store');
  });
});

describe('a source that is no source', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'https://example.com'],
    ['a list', [{ url: 'https://example.com' }]],
    ['no member', {}],
    ['both members', { url: 'https://example.com', text: '{}' }],
    ['an unknown member', { url: 'https://example.com', path: 'x' }],
    ['another protocol', { url: 'file:///etc/passwd' }],
    ['no address', { url: 'example' }],
    ['a long address', { url: `https://example.com/${'x'.repeat(2048)}` }],
    ['an address that is long as it is sent', { url: `https://example.com/${'ü'.repeat(500)}` }],
    ['an empty text', { text: '' }],
    ['a text that is not stored', { text: '{}\0' }],
    ['a text that is too large', { text: 'x'.repeat(20_000_001) }],
    ['a text that is too large in bytes', { text: 'ü'.repeat(10_000_001) }],
  ])('is refused: %s', async (_what, source) => {
    const { status, body } = await organization.admin.put(url('hostile'), { source });
    expect([status, body.error.code]).toEqual([400, 400]);
    expect((await organization.admin.get(url('hostile'))).status).toBe(404);
  });
});
