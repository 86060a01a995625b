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
import { codeBlocks, documents } from '../support/documents.ts';
import { PATIENCE_MS } from '../support/eventually.ts';
import { listen } from '../support/listen.ts';
import { runJobs } from '../support/run-jobs.ts';
import { sendBytes, startWebSite, type WebSite } from '../support/web-site.ts';
import { addresses, World } from '../support/world.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A line whose value the reader inserts: `ORG=org_…   # the "id" in the response`. */
const PLACEHOLDER = /^([A-Z_]+)=\w*…/gm;

/** A block of a document that runs as one piece. */
interface Piece {
  at: string;
  language: 'sh' | 'graphql';
  code: string;
}

/**
 * All blocks in the order of the documents. Shell blocks are split at placeholders. Those with npm,
 * npx or docker have tests of their own, and agents of others are not installed.
 */
const pieces: Piece[] = documents.flatMap((document) =>
  [...document.text.matchAll(/^ *```(sh|graphql)\n/gm)].flatMap(
    ({ 1: language, index }): Piece[] => {
      const [code = ''] = codeBlocks(
        { ...document, text: document.text.slice(index) },
        language ?? '',
      );
      if (language === 'graphql') return [{ at: document.name, language, code }];
      if (/\b(?:npm|npx|docker|claude) /.test(code)) return [];
      return code
        .split(/^(?=[A-Z_]+=\w*…)/m)
        .map((part) => ({ at: document.name, language: 'sh', code: part }));
    },
  ),
);

const variables = [
  ...new Set(pieces.flatMap(({ code }) => code.match(/^(?:export )?[A-Z_]+(?==)/gm) ?? [])),
].map((name) => name.replace('export ', ''));

let world: World;
let site: WebSite;
let admin: Client;
let folder = '';
let address = '';
let organizationId = '';
let demoSpaces: { id: string; revision: string }[] = [];
/** All that the commands wrote so far. */
let written = '';

beforeAll(async () => {
  const spec = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {} };
  site = await startWebSite({
    '/guide/': sendBytes('text/html', '<main><h1>Guide</h1><p>Text.</p></main>'),
    '/openapi.json': sendBytes('application/json', JSON.stringify(spec)),
  });
  const web = createWebClient({ intranetHosts: [site.host] });
  world = await World.create({ web, baseUrl: () => address });
  admin = await world.user('Admin');
  const dependencies = { db: world.db, log: pino({ level: 'error' }), addresses };
  await fillNewDatabase(dependencies, admin.userId);
  address = await listen(world.app);
  folder = await mkdtemp(path.join(os.tmpdir(), 'docgraph-documents-'));
  organizationId = (await admin.get('/v1/orgs')).body.items[0].id;
  demoSpaces = await listSpaces();
});

afterAll(async () => {
  await world.destroy();
  await site.stop();
  await rm(folder, { recursive: true });
});

async function listSpaces(): Promise<typeof demoSpaces> {
  return (await admin.get(`/v1/orgs/${organizationId}/spaces`)).body.items;
}

/** Returns the value of a variable that a command set; undefined if none did. */
async function valueOf(name: string): Promise<string | undefined> {
  const state = await readFile(path.join(folder, 'state'), 'utf8').catch(() => '');
  return new RegExp(`^declare -\\S+ ${name}="(.*)"$`, 'm').exec(state)?.[1];
}

/** Returns the value that a reader inserts for a placeholder. */
async function placed(name: string): Promise<string> {
  const last = (prefix: string) =>
    [...written.matchAll(new RegExp(`"(${prefix}_\\w+)"`, 'g'))].at(-1)?.[1] ?? '';
  const space = `/v1/spaces/${await valueOf('SPACE')}`;
  const find: Record<string, () => Promise<string> | string> = {
    TOKEN: () => admin.token ?? '',
    ORG: () => organizationId,
    SITE_ID: async () => (await admin.get(`/v1/orgs/${organizationId}/sites`)).body.items[0].id,
    REVISION: async () => (await admin.get(space)).body.revision,
    PAGE: async () => (await admin.get(`${space}/content/pages`)).body.pages[0].id,
    SPEC: () => last('spec'),
    TRANSLATION: () => last('trn'),
  };
  return (await find[name]?.()) ?? '';
}

/** Inserts the values, and servers of this test in place of public ones. */
async function runnable(code: string): Promise<string> {
  let text = code;
  for (const [, name = ''] of code.matchAll(PLACEHOLDER)) {
    const value = await placed(name);
    text = text.replace(new RegExp(`^${name}=\\w*…`, 'm'), `${name}='${value}' #`);
  }
  return text
    .replaceAll('http://127.0.0.1:4000', address)
    .replaceAll('https://docs.example.com/guide/', `${site.url}/guide/`)
    .replaceAll(/https:\/\/petstore3[^"]+/g, `${site.url}/openapi.json`);
}

/** Runs code with the variables of the earlier pieces. Returns the statuses of its requests. */
async function runShell(code: string): Promise<{ statuses: string[]; out: string }> {
  const state = path.join(folder, 'state');
  const script = `
    set -euo pipefail
    touch ${state}; source ${state}
    curl() { command curl -w '%{stderr}%{http_code}\\n' "$@"; echo; }
    ${await runnable(code)}
    declare -p | grep -E '^declare -[-x]+ (${variables.join('|')})=' > ${state}`;
  const options = { cwd: root, timeout: PATIENCE_MS };
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], options);
  return { statuses: stderr.split('\n').filter((line) => /^\d{3}$/.test(line)), out: stdout };
}

async function runGraphql(document: string): Promise<void> {
  const spaceId = await valueOf('SPACE');
  const { body } = await admin.post(`/v1/spaces/${spaceId}/change-requests`, {});
  const values = { spaceId, number: String(body.number), time: new Date().toISOString() };
  const used = Object.entries(values).filter(([name]) => document.includes(`$${name}:`));
  const { errors, status } = await admin.graphql(document, Object.fromEntries(used));
  expect({ errors, status }).toEqual({ errors: undefined, status: 200 });
}

describe('the blocks of the documents, run in order on the demo', () => {
  it.each(
    pieces.map((piece) => {
      const lines = piece.code.split('\n');
      return [
        piece.at,
        lines.find((line) => line.includes('curl')) ?? lines[0] ?? '',
        piece,
      ] as const;
    }),
  )('%s: %s', async (_name, _line, { language, code }) => {
    if (language === 'graphql') return runGraphql(code);
    const { statuses, out } = await runShell(code);
    written += out;
    expect(statuses, out).toHaveLength(code.match(/\bcurl -s/g)?.length ?? 0);
    expect(
      statuses.filter((status) => !/^20\d$/.test(status)),
      out,
    ).toEqual([]);
    await runJobs(world);
  });

  it('leave the spaces of the demo as they were', async () => {
    const revisions = new Map((await listSpaces()).map(({ id, revision }) => [id, revision]));
    expect(demoSpaces.length).toBeGreaterThan(0);
    for (const { id, revision } of demoSpaces) expect(revisions.get(id)).toBe(revision);
  });
});
