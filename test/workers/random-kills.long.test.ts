import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebClient } from '../../src/external/http/create-web-client.ts';
import type { Client } from '../support/client.ts';
import { makeChanges } from '../support/content-changes.ts';
import { runJobs } from '../support/run-jobs.ts';
import { startTranslationServer, type TranslationServer } from '../support/translation-server.ts';
import { sendBytes, startWebSite, type WebSite } from '../support/web-site.ts';
import { World } from '../support/world.ts';
import { zipOf } from '../support/zip.ts';
import { createTranslation, translatorOf } from '../features/translations/support.ts';
import { lawCount } from '../support/law-count.ts';

/** How many processes are killed. */
const KILLS = lawCount(20, 'WORKER_KILLS');
/** Longest time between two, in milliseconds. */
const PAUSE_MAX_MS = 400;
/** Characters of a text that is not read in this process, but in another one. */
const LARGE = 40_000;

let world: World;
let site: WebSite;
let translator: TranslationServer;
let organization: Awaited<ReturnType<World['organization']>>;
let spaceId: string;
let pageId: string;

beforeAll(async () => {
  const pages = Array.from({ length: 10 }, (_, index) => [
    `page-${index}.html`,
    `<main><h1>Page ${index}</h1>${'<p>Text.</p>'.repeat(200)}</main>`,
  ]);
  const archive = zipOf(Object.fromEntries(pages) as Record<string, string>);
  translator = await startTranslationServer();
  site = await startWebSite({ '/docs.zip': sendBytes('application/zip', archive) });
  world = await World.create({
    web: createWebClient({ intranetHosts: [site.host] }),
    translator: translatorOf(translator),
  });
  organization = await world.organization();
  ({ id: spaceId } = await world.space(organization.id));
  await makeChanges(organization.admin, `/v1/spaces/${spaceId}`, [
    { operation: 'insert_page', metadata: { title: 'Page', slug: 'page' } },
  ]);
  const { body } = await organization.admin.get(`/v1/spaces/${spaceId}/content/pages`);
  pageId = body.pages[0].id;
});

afterAll(() => Promise.all([world.destroy(), site.stop(), translator.stop()]));

/** Writes a text that was not there before, so that nothing known of it is used again. */
async function writeText(number: number): Promise<void> {
  const markdown = `Text ${number}.\n\n`.repeat(LARGE / 10);
  await makeChanges(organization.admin, `/v1/spaces/${spaceId}`, [
    { operation: 'update_page', page: pageId, document: { markdown } },
  ]);
}

/** Ends that work may have while processes are killed, with what was said of any other one. */
type Outcome = number | string;

function outcomeOf({ status, headers, body }: Awaited<ReturnType<Client['get']>>): Outcome {
  if (status === 503) expect(headers['retry-after']).toBe('1');
  return status < 400 || status === 503 ? status : JSON.stringify(body);
}

async function makePdf(): Promise<Outcome> {
  return outcomeOf(await organization.admin.get(`/v1/spaces/${spaceId}/pdf`));
}

async function importArchive(): Promise<Outcome> {
  const { id } = await world.space(organization.id);
  return outcomeOf(
    await organization.admin.post(`/v1/spaces/${id}/content/import`, {
      ...{ url: `${site.url}/docs.zip`, source: 'zip' },
    }),
  );
}

async function translate(): Promise<string> {
  const { admin } = organization;
  const { id } = await createTranslation(admin, organization.id, spaceId);
  await runJobs(world);
  const { body } = await admin.get(`/v1/orgs/${organization.id}/translations/${id}`);
  return body.status as string;
}

/** Ids of the processes that do work for this one. */
async function workers(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [, id, parent] = /^\s*(\d+)\s+(\d+)\s.*worker-main/.exec(line) ?? [];
    return Number(parent) === process.pid ? [Number(id)] : [];
  });
}

/** Kills processes, one at random each time. */
async function killSome(): Promise<void> {
  for (let killed = 0; killed < KILLS;) {
    const ids = await workers();
    const id = ids[Math.floor(Math.random() * ids.length)];
    if (id !== undefined) {
      process.kill(id, 'SIGKILL');
      killed += 1;
    }
    await sleep(Math.random() * PAUSE_MAX_MS);
  }
}

it(`lives through the death of ${KILLS} processes, and each work ends`, async () => {
  let isOver = false;
  const kills = killSome().finally(() => (isOver = true));
  const outcomes: Outcome[] = [];
  for (let number = 0; !isOver; number += 1) {
    await writeText(number).catch(() => undefined);
    outcomes.push(...(await Promise.all([makePdf(), importArchive(), translate()])));
  }
  await kills;
  const health = await world.app.inject({ url: '/health' });
  expect(health.statusCode).toBe(200);
  const ends = new Set<Outcome>([200, 201, 503, 'completed', 'pending']);
  expect(outcomes.filter((outcome) => !ends.has(outcome))).toEqual([]);
  await writeText(-1);
  expect(await Promise.all([makePdf(), importArchive(), translate()])).toEqual([
    ...[200, 201, 'completed'],
  ]);
  const { rows } = await world.db.pool.query('SELECT id FROM jobs WHERE ended_at IS NULL');
  expect(rows).toEqual([]);
});
