import fs from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { repositoryLimits, type RepositoryLimits } from '../../../src/external/git/git-limits.ts';
import type { WebClient, WebRequest } from '../../../src/external/http/web-client.ts';
import { hasGit, type Clone } from '../../support/git-server.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { GitWorld } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
const gitWorld = new GitWorld(world);

/** A server on this machine that no setting lets docgraph ask. */
let inside: Server;
let insidePort: number;
/** What it was asked, with the headers. */
const askedInside: IncomingMessage[] = [];

beforeAll(async () => {
  inside = createServer((request, response) => {
    askedInside.push(request);
    response.end();
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  insidePort = (inside.address() as { port: number }).port;
});

afterAll(() => new Promise((resolve) => inside.close(resolve)));

afterEach(() => {
  gitWorld.server.intercept = null;
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** What a case is made of; all of it is optional but the code. */
interface Case {
  kind?: 'import' | 'export';
  code: string;
  step: string;
  /** What the repository has; null leaves it without a commit. */
  files?: Record<string, string> | null;
  /** In place of the address of the repository. */
  url?: () => string;
  body?: Record<string, unknown>;
  /** Answers in place of git what the condition is true for. */
  when?: (request: IncomingMessage) => boolean;
  answer?: Answer;
  /** Makes the limits of requests smaller. */
  limits?: Pick<WebRequest, 'timeoutMs' | 'bytesMax'>;
  /** Makes the limits of repositories smaller. */
  repository?: Partial<RepositoryLimits>;
  /** Changes the repository before the job, and of an export behind the import before it. */
  meanwhile?: (clone: Clone) => void;
}

const docs = { 'README.md': '# Home\n\nWelcome.\n', 'guide.md': 'Read.\n' };
const PASSWORD = 'gho_verysecrettoken';

const at = (host: string, path = 'docs.git') => `https://ann:${PASSWORD}@${host}/${path}`;
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(code, headers).end('No.');
const all = () => true;
const isPack = ({ method, url }: IncomingMessage) =>
  method === 'POST' && url?.endsWith('/git-upload-pack') === true;
const isPush = ({ url }: IncomingMessage) => url?.includes('git-receive-pack') === true;

function limited(web: WebClient, limits: Case['limits'] = {}): WebClient {
  return { ...web, fetch: (request) => web.fetch({ ...request, ...limits }) };
}

function refuseCommits(clone: Clone, says: string): void {
  const hook = `${clone.bare}/hooks/pre-receive`;
  fs.mkdirSync(`${clone.bare}/hooks`);
  fs.writeFileSync(hook, `#!/bin/sh\necho "${says}" >&2\nexit 1\n`, { mode: 0o755 });
  clone.git('-C', clone.bare, 'config', 'core.hooksPath', 'hooks');
}

const cases: Record<string, Case> = {
  'an unknown host': { code: 'UNKNOWN_HOST', step: 'fetch', url: () => at('git.nowhere.invalid') },
  'a refused connection': {
    ...{ code: 'CONNECTION_REFUSED', step: 'fetch' },
    url: () => at(gitWorld.closedHost).replace('https', 'http'),
  },
  'a private address': {
    ...{ code: 'PRIVATE_ADDRESS', step: 'fetch' },
    url: () => at(`127.0.0.1:${insidePort}`).replace('https', 'http'),
  },
  'a server without TLS': {
    ...{ code: 'TLS_FAILED', step: 'fetch', url: () => at(gitWorld.server.host) },
  },
  'a wrong password': {
    ...{ code: 'BAD_CREDENTIALS', step: 'fetch' },
    url: () => gitWorld.server.url('docs').replace(/:[^:@/]+@/, `:${PASSWORD}@`),
  },
  'the token of a provider that has expired': {
    ...{ code: 'BAD_CREDENTIALS', step: 'fetch' },
    url: () => `http://x-access-token:${PASSWORD}@${gitWorld.server.host}/docs.git`,
  },
  'no password': {
    ...{ code: 'CREDENTIALS_NEEDED', step: 'fetch' },
    url: () => `http://${gitWorld.server.host}/docs.git`,
  },
  'a user without access': {
    ...{ code: 'ACCESS_DENIED', step: 'fetch', when: all, answer: status(403) },
  },
  'a repository that is not there': {
    ...{ code: 'REPOSITORY_NOT_FOUND', step: 'fetch', url: () => gitWorld.server.url('absent') },
  },
  'a server that is out of order': {
    ...{ code: 'SERVER_ERROR', step: 'fetch', when: all, answer: status(502) },
  },
  'a web page': {
    ...{ code: 'NOT_A_GIT_SERVER', step: 'fetch', when: all },
    answer: (_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><p>Welcome');
    },
  },
  'a server that hangs': {
    ...{ code: 'SERVER_TIMEOUT', step: 'fetch', limits: { timeoutMs: 200 } },
    ...{ when: all, answer: () => {} },
  },
  'a server that stops within the pack': {
    ...{ code: 'SERVER_TIMEOUT', step: 'fetch', limits: { timeoutMs: 500 } },
    ...{ when: isPack, answer: (_request, response) => response.write('0008NAK\n') },
  },
  'a pack that is broken': {
    ...{ code: 'BROKEN_REPOSITORY', step: 'fetch', when: isPack },
    answer: (_request, response) => {
      const pack = Buffer.concat([Buffer.from('PACK\0\0\0\x02\0\0\0\x01'), Buffer.alloc(60, 7)]);
      response.setHeader('content-type', 'application/x-git-upload-pack-result');
      response.write('0008NAK\n');
      response.write(`${(pack.length + 5).toString(16).padStart(4, '0')}\x01`);
      response.write(pack);
      response.end('0000');
    },
  },
  'a redirect to a private address': {
    ...{ code: 'PRIVATE_ADDRESS', step: 'fetch', when: all },
    answer: (request, response) => {
      const location = `http://127.0.0.1:${insidePort}${request.url}`;
      response.writeHead(302, { location }).end();
    },
  },
  'redirects without an end': {
    ...{ code: 'REDIRECTS', step: 'fetch', when: all },
    answer: (request, response) => {
      response.writeHead(302, { location: request.url ?? '/' }).end();
    },
  },
  'a redirect to another server, which gets no password': {
    ...{ code: 'REDIRECTS', step: 'fetch' },
    when: ({ headers }) => headers.host?.startsWith('127.0.0.1') === true,
    answer: (request, response) => {
      const { port } = new URL(`http://${gitWorld.server.host}`);
      response.writeHead(302, { location: `http://localhost:${port}${request.url}` }).end();
    },
  },
  'a branch that is not there': {
    ...{ code: 'BRANCH_NOT_FOUND', step: 'fetch', body: { ref: 'refs/heads/absent' } },
  },
  'an empty repository': { code: 'EMPTY_REPOSITORY', step: 'fetch', files: null },
  'a pack that is too large': {
    ...{ code: 'REPOSITORY_TOO_LARGE', step: 'fetch', limits: { bytesMax: 4096 } },
    files: { 'README.md': Array.from({ length: 5000 }, (_, n) => `${n * n}`).join(' ') },
  },
  'too many files': {
    ...{ code: 'TOO_MANY_FILES', step: 'fetch', repository: { fileCountMax: 1 } },
  },
  'files that are too large together': {
    ...{ code: 'REPOSITORY_TOO_LARGE', step: 'fetch', repository: { totalBytesMax: 20 } },
  },
  'a directory that is not there': {
    ...{ code: 'DIRECTORY_NOT_FOUND', step: 'read', body: { repoProjectDirectory: 'absent' } },
  },
  'a configuration that is no YAML': {
    ...{ code: 'BAD_CONFIGURATION', step: 'read' },
    files: { ...docs, '.gitbook.yaml': 'root: [docs\n' },
  },
  'a configuration that is a symbolic link': {
    ...{ code: 'BAD_CONFIGURATION', step: 'read' },
    meanwhile: (clone) => pushLink(clone, '.gitbook.yaml', 'settings.yaml'),
  },
  'a configuration that is too large': {
    ...{ code: 'BAD_CONFIGURATION', step: 'read' },
    files: { ...docs, '.gitbook.yaml': `root: docs\n${'# More.\n'.repeat(100_000)}` },
  },
  'a table of contents that is a symbolic link': {
    ...{ code: 'BROKEN_SUMMARY', step: 'read' },
    meanwhile: (clone) => pushLink(clone, 'SUMMARY.md', 'guide.md'),
  },
  'a table of contents without a page that is there': {
    ...{ code: 'BROKEN_SUMMARY', step: 'read' },
    files: { 'guide.md': 'Read.\n', 'SUMMARY.md': '* [Other](other.md)\n' },
  },
  'a table of contents that is no text': {
    ...{ code: 'BROKEN_SUMMARY', step: 'read', files: { ...docs, 'SUMMARY.md': 'a\0b' } },
  },
  'nothing to import': {
    ...{ code: 'NOTHING_TO_IMPORT', step: 'read', files: { '.hidden/notes.md': 'x' } },
  },
  'a branch that is protected': {
    ...{ kind: 'export', code: 'BRANCH_PROTECTED', step: 'push' },
    meanwhile: (clone) => refuseCommits(clone, 'protected branch'),
  },
  'a branch that its host protects': {
    ...{ kind: 'export', code: 'BRANCH_PROTECTED', step: 'push' },
    meanwhile: (clone) => refuseCommits(clone, 'Changes must be made through a pull request.'),
  },
  'rules for commits': {
    ...{ kind: 'export', code: 'PUSH_REJECTED', step: 'push' },
    meanwhile: (clone) => refuseCommits(clone, 'Messages must begin with a ticket.'),
  },
  'a branch whose name is the folder of others': {
    ...{ kind: 'export', code: 'PUSH_REJECTED', step: 'push' },
    body: { ref: 'refs/heads/main/docs' },
  },
  'a user who may not push': {
    ...{ kind: 'export', code: 'ACCESS_DENIED', step: 'push', when: isPush, answer: status(403) },
  },
  'a server that is lost in a push': {
    ...{ kind: 'export', code: 'SERVER_ERROR', step: 'push', when: isPush, answer: status(503) },
  },
  'an export of what both sides changed': {
    ...{ kind: 'export', code: 'DIVERGED', step: 'compare' },
    meanwhile: (clone) => {
      clone.write({ 'README.md': 'Theirs.\n' });
      clone.push();
    },
  },
  'an export to a configuration that is no YAML': {
    ...{ kind: 'export', code: 'BAD_CONFIGURATION', step: 'compare' },
    meanwhile: (clone) => {
      clone.write({ '.gitbook.yaml': 'root: [docs\n' });
      clone.push();
    },
  },
  'an export to a configuration that is a symbolic link': {
    ...{ kind: 'export', code: 'BAD_CONFIGURATION', step: 'compare' },
    meanwhile: (clone) => pushLink(clone, '.gitbook.yaml', 'settings.yaml'),
  },
};

function pushLink(clone: Clone, name: string, target: string): void {
  fs.symlinkSync(target, `${clone.folder}/${name}`);
  clone.push();
}

/** The repository of a case, whose name is in the address as "docs". */
function prepare({ files = docs }: Case): Clone {
  const clone = gitWorld.server.repository(`docs-${world.next()}`);
  if (files) {
    clone.write(files);
    clone.push();
  }
  return clone;
}

async function editHome(spaceId: string): Promise<void> {
  const { body } = await cast.create.get(`/v1/spaces/${spaceId}/content`);
  const [{ id }] = body.pages;
  const change = { operation: 'update_page', page: id, document: { markdown: 'Ours.\n' } };
  const url = `/v1/spaces/${spaceId}/content`;
  expect((await cast.create.post(url, { changes: [change] })).status).toBe(200);
}

/** All that the database has, as text. */
async function everything(): Promise<string> {
  const tables = ['jobs', 'job_results', 'job_secrets', 'git_syncs', 'revisions'];
  const rows = await Promise.all(
    tables.map((table) => world.db.pool.query(`SELECT to_jsonb(t)::text AS row FROM ${table} t`)),
  );
  const waiting = await world.db.pool.query(
    'SELECT payload::text AS row FROM graphile_worker._private_jobs',
  );
  return JSON.stringify([...rows, waiting].flatMap((result) => result.rows));
}

const QUERY = `query ($id: ID!) { node(id: $id) { ... on Job {
  state step progress error { code message step remedy }
  results(first: 100) { nodes { path message } }
} } }`;

// git itself is the counterpart.
describe.skipIf(!hasGit)('a job of git', () => {
  it.each(Object.entries(cases))('fails with a code, a step and a remedy: %s', async (_, one) => {
    const { kind = 'import', code, step, url, body, when, answer, limits, meanwhile } = one;
    const ofRepository = { ...repositoryLimits, ...one.repository };
    const clone = prepare(one);
    const { id: spaceId } = await world.space(organization.id);
    const address = (url?.() ?? gitWorld.server.url(clone.name)).replace(
      '/docs.git',
      `/${clone.name}.git`,
    );
    if (kind === 'export') {
      await gitWorld.run(cast.create, spaceId, 'import', { url: address });
      await editHome(spaceId);
    }
    meanwhile?.(clone);
    const before = clone.isEmpty() ? '' : clone.head();
    const content = (await cast.create.get(`/v1/spaces/${spaceId}/content`)).body;
    gitWorld.server.intercept = (request, response) => {
      if (!answer || !when?.(request)) return false;
      answer(request, response);
      return true;
    };
    const services = { web: limited(gitWorld.web, limits), repositoryLimits: ofRepository };
    const { id } = await gitWorld.run(
      cast.create,
      spaceId,
      kind,
      { url: address, ...body },
      services,
    );

    const { node: job } = await cast.create.query(QUERY, { id });
    expect(job).toMatchObject({ state: 'FAILED', error: { code, step } });
    expect(job.error.message).toMatch(/^\S.*\.$/s);
    expect(job.error.remedy).toMatch(/^\S.*\.$/s);
    for (const text of [JSON.stringify(job), await everything()]) {
      expect(text).not.toMatch(/hunter2|gho_very|ann:|x-access-token/);
    }
    expect(askedInside).toEqual([]);
    expect((await cast.create.get(`/v1/spaces/${spaceId}/content`)).body).toEqual(content);
    expect(clone.isEmpty() ? '' : clone.head()).toBe(before);
  });
});
