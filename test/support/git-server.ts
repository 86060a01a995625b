import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Whether git is installed, which the server and its clones need. */
export const hasGit = (() => {
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Environment of git, independent of the machine's configuration. */
const environment = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: os.devNull,
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
};

/** A git server over HTTP that requires a user and a password. */
export interface GitServer {
  /** `host:port`. */
  host: string;
  /** Returns the URL of a repository, with valid credentials. */
  url(name: string): string;
  /** Creates an empty repository, and returns a clone of it to write to. */
  repository(name: string): Clone;
  /** Responds instead of git if it returns true; null disables it. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  /** Makes git handle a request without sending the response; null disables it. */
  isUnanswered: ((request: IncomingMessage) => boolean) | null;
  stop(): Promise<void>;
}

/** A clone of a repository. */
export interface Clone {
  name: string;
  folder: string;
  /** Path of the repository on the server. */
  bare: string;
  write(files: Readonly<Record<string, string | Buffer | null>>): void;
  /** Commits and pushes all written files. Returns the id of the commit. */
  push(message?: string): string;
  pull(): void;
  git(...args: string[]): string;
  /** Returns git's ids of the files on the server's branch, by path. */
  tree(): Record<string, string>;
  /** Returns the last commit of the server's branch. */
  head(): string;
  /** Returns whether the server's branch has no commit. */
  isEmpty(): boolean;
  /** Returns the number of commits on the server's branch. */
  commitCount(): number;
}

const [USER, PASSWORD] = ['ann', 'hunter2!secret'];

/**
 * Starts a local git server.
 *
 * @param certificate certificate and key as PEM; enables TLS
 */
export async function startGitServer(certificate?: {
  key: string;
  cert: string;
}): Promise<GitServer> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'docgraph-git-'));
  const state: Pick<GitServer, 'intercept' | 'isUnanswered'> = {
    ...{ intercept: null, isUnanswered: null },
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (state.intercept?.(request, response)) return;
    const [, encoded = ''] = (request.headers.authorization ?? '').split(' ');
    if (Buffer.from(encoded, 'base64').toString() !== `${USER}:${PASSWORD}`) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('Who?');
      return;
    }
    serveGit(root, request, state.isUnanswered?.(request) === true ? null : response);
  };
  const server = certificate ? createTlsServer(certificate, answer) : createServer(answer);
  const scheme = certificate ? 'https' : 'http';
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    host,
    url: (name: string) =>
      `${scheme}://${USER}:${encodeURIComponent(PASSWORD)}@${host}/${name}.git`,
    repository: (name: string) => makeRepository(root, name),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      fs.rmSync(root, { recursive: true, force: true });
    },
  });
}

function makeRepository(root: string, name: string): Clone {
  const bare = path.join(root, `${name}.git`);
  const folder = path.join(root, `${name}-work`);
  const run = (cwd: string, args: string[]) =>
    execFileSync('git', args, { cwd, env: environment, encoding: 'utf8', maxBuffer: 1 << 28 });
  // One process for several commands: starting one from a process with much memory takes long.
  const runScript = (cwd: string, script: string, ...args: string[]) =>
    execFileSync('sh', ['-ec', script, 'sh', ...args], { cwd, env: environment, encoding: 'utf8' });
  // Without the examples of hooks, most of a new repository's files.
  const create = `git init -q --bare --template= -b main "$1"
    git init -q --template= -b main "$2"`;
  runScript(root, create, bare, folder);
  fs.appendFileSync(path.join(bare, 'config'), '[http]\n\treceivepack = true\n');
  const remote = `[remote "origin"]\n\turl = ${bare}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
  fs.appendFileSync(path.join(folder, '.git/config'), remote);
  const git = (...args: string[]) => run(folder, args);
  return {
    name,
    folder,
    bare,
    head: () => run(bare, ['rev-parse', 'main']).trim(),
    isEmpty: () => run(bare, ['for-each-ref']) === '',
    commitCount: () => Number(run(bare, ['rev-list', '--count', 'main'])),
    git,
    write(files) {
      for (const [at, text] of Object.entries(files)) {
        const target = path.join(folder, at);
        if (text === null) fs.rmSync(target);
        else {
          fs.mkdirSync(path.dirname(target), { recursive: true });
          fs.writeFileSync(target, text);
        }
      }
    },
    push(message = 'Change docs') {
      const commit = `git add -A
        git commit -q --allow-empty -m "$1"
        git push -q origin HEAD:main
        git rev-parse HEAD`;
      return runScript(folder, commit, message).trim();
    },
    pull: () => void git('pull', '-q', '--ff-only', 'origin', 'main'),
    tree() {
      const lines = run(bare, ['ls-tree', '-r', '-z', 'main']).split('\0').filter(Boolean);
      return Object.fromEntries(
        lines.map((line) => {
          const [about = '', at = ''] = line.split('\t');
          return [at, about.split(' ')[2] ?? ''];
        }),
      );
    },
  };
}

function serveGit(root: string, request: IncomingMessage, response: ServerResponse | null): void {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const encoding = request.headers['content-encoding'] ?? '';
  const child = spawn('git', ['http-backend'], {
    env: {
      ...environment,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: USER,
      REMOTE_ADDR: '127.0.0.1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: encoding ? '' : (request.headers['content-length'] ?? ''),
      HTTP_GIT_PROTOCOL: '',
      HTTP_CONTENT_ENCODING: encoding,
    },
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => {});
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    if (!response) return;
    const all = Buffer.concat(chunks);
    const end = all.indexOf('\r\n\r\n');
    const headers = all.subarray(0, end).toString().split('\r\n');
    for (const line of headers) {
      const [name = '', ...value] = line.split(':');
      if (name.toLowerCase() === 'status') response.statusCode = Number.parseInt(value.join(), 10);
      else response.setHeader(name, value.join(':').trim());
    }
    response.end(all.subarray(end + 4));
  });
}
