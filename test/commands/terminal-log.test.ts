import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
/** Runs a command on a terminal of its own (util-linux). */
const hasScript = spawnSync('script', ['--version']).status === 0;

it.skipIf(!hasScript)('the log on a terminal is lines for people, not JSON', async () => {
  const command = `"${process.execPath}" .config/run.mjs worker`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, BASE_URL: '', DATABASE_URL: world.url, LOG_LEVEL: 'info' },
  });
  const ended = once(child, 'exit');
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += stripVTControlCharacters(String(chunk))));
  await eventually(() => expect(out).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: the worker runs/m));
  expect(out).not.toContain('{"level"');
  child.stdin.write('\u0003');
  await ended;
});
