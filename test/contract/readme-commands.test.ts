import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebClient } from '../../src/external/http/create-web-client.ts';
import { fillNewDatabase } from '../../src/demo/fill-new-database.ts';
import type { Client } from '../support/client.ts';
import { listen } from '../support/listen.ts';
import { runJobs } from '../support/run-jobs.ts';
import { PATIENCE_MS } from '../support/eventually.ts';
import { sendBytes, startWebSite, type WebSite } from '../support/web-site.ts';
import { World } from '../support/world.ts';

const root = path.resolve(import.meta.dirname, '../..');
const readme = await readFile(path.join(root, 'README.md'), 'utf8');

/** A line that says what its reader puts there: `SPACE=sp_…   # id of a space`. */
const PLACEHOLDER = /^([A-Z_]+)=\w*…/gm;

/**
 * Blocks for `/v1` and `/graphql`, in their order, divided where the reader puts in what was
 * answered; those about npm are other tests.
 */
const blocks = [...readme.matchAll(/```sh\n([\s\S]+?)```/g)]
  .map(([, text = '']) => text)
  .filter((text) => text.includes('curl') || /^[A-Z_]+=/.test(text))
  .filter((text) => !text.includes('npm '))
  .flatMap((text) => text.split(/^(?=[A-Z_]+=\w*…)/m));

let world: World;
let site: WebSite;
let admin: Client;
let folder = '';
let address = '';
let values: Record<string, string> = {};

beforeAll(async () => {
  const spec = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {} };
  site = await startWebSite({
    '/guide/': sendBytes('text/html', '<main><h1>Guide</h1><p>Text.</p></main>'),
    '/openapi.json': sendBytes('application/json', JSON.stringify(spec)),
  });
  const web = createWebClient({ intranetHosts: [site.host] });
  world = await World.create({ web, baseUrl: () => address });
  admin = await world.user('Admin');
  const dependencies = { db: world.db, log: pino({ level: 'error' }), baseUrl: '' };
  await fillNewDatabase(dependencies, admin.userId);
  address = await listen(world.app);
  folder = await mkdtemp(path.join(os.tmpdir(), 'docgraph-readme-'));
  values = { TOKEN: admin.token ?? '', ...(await findValues()) };
});

afterAll(async () => {
  await world.destroy();
  await site.stop();
  await rm(folder, { recursive: true });
});

/** What a reader of the README takes for its placeholders from the demo. */
async function findValues(): Promise<Record<string, string>> {
  const [organization] = (await admin.get('/v1/orgs')).body.items;
  const [space] = (await admin.get(`/v1/orgs/${organization.id}/spaces`)).body.items;
  const [page] = (await admin.get(`/v1/spaces/${space.id}/content/pages`)).body.pages;
  const [{ id: siteId }] = (await admin.get(`/v1/orgs/${organization.id}/sites`)).body.items;
  return {
    ...{ ORG: organization.id, SPACE: space.id, PAGE: page.id, SITE_ID: siteId },
    REVISION: space.revision,
  };
}

/** Fills in the values, and servers of this test in place of those of others. */
function runnable(block: string): string {
  return block
    .replaceAll(PLACEHOLDER, (_line, name: string) => `${name}='${values[name] ?? ''}' #`)
    .replaceAll('http://127.0.0.1:4000', address)
    .replaceAll('https://docs.example.com/guide/', `${site.url}/guide/`)
    .replaceAll(/https:\/\/petstore3[^"]+/g, `${site.url}/openapi.json`);
}

/** Runs a block in the shell that the blocks before left. Returns the statuses of its requests. */
async function run(block: string): Promise<{ statuses: string[]; out: string }> {
  const state = path.join(folder, 'state');
  const script = `
    set -euo pipefail
    touch ${state}; source ${state}
    curl() { command curl -w '%{stderr}%{http_code}\\n' "$@"; echo; }
    ${runnable(block)}
    declare -p | grep -E '^declare -[-x]+ (${names.join('|')})=' > ${state}`;
  const options = { cwd: root, timeout: PATIENCE_MS };
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], options);
  return { statuses: stderr.trim().split('\n'), out: stdout };
}

const names = [
  ...new Set([...readme.matchAll(/^(?:export )?([A-Z_]+)=/gm)].map(([, name]) => name)),
];

describe('the commands of the README, pasted one after the other on the demo', () => {
  it.each(
    blocks.map((block) => [
      block.split('\n').find((line) => line.includes('curl')) ?? block,
      block,
    ]),
  )('%s', async (_line, block) => {
    const { statuses, out } = await run(block);
    const requests = block.match(/\bcurl -s/g)?.length ?? 0;
    expect(
      statuses.filter((status) => /^\d{3}$/.test(status)),
      out,
    ).toHaveLength(requests);
    expect(
      statuses.filter((status) => !/^20\d$/.test(status)),
      out,
    ).toEqual(requests === 0 ? [''] : []);
    const [, specId] = /"(spec_\w+)"/.exec(out) ?? [];
    if (specId !== undefined) values['SPEC'] = specId;
    const [, translationId] = /"(trn_\w+)"/.exec(out) ?? [];
    if (translationId !== undefined) values['TRANSLATION'] = translationId;
    await runJobs(world);
  });
});

describe('the GraphQL documents of the README', () => {
  const documents = [...readme.matchAll(/```graphql\n([\s\S]+?)```/g)].map(([, text = '']) => text);

  it.each(documents)('%s', async (document) => {
    const { body } = await admin.post(`/v1/spaces/${values['SPACE']}/change-requests`, {});
    const variables = {
      ...{ spaceId: values['SPACE'], number: String(body.number) },
      time: new Date().toISOString(),
    };
    const used = Object.entries(variables).filter(([name]) => document.includes(`$${name}:`));
    const { errors, status } = await admin.graphql(document, Object.fromEntries(used));
    expect({ errors, status }).toEqual({ errors: undefined, status: 200 });
  });
});
