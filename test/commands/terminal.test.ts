import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isProcessAlive } from '../../src/database/embedded/postmaster-file.ts';
import { eventually } from '../support/eventually.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
/** Runs a command on a terminal of its own (util-linux). */
const hasScript = spawnSync('script', ['--version']).status === 0;

/** Starts a worker on a terminal of its own, and returns what it prints once it runs. */
async function startOnTerminal() {
  const command = `echo pid $$; exec "${process.execPath}" .config/run.mjs worker`;
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, BASE_URL: '', DATABASE_URL: world.url, LOG_LEVEL: 'info' },
  });
  let out = '';
  terminal.stdout.on('data', (chunk: Buffer) => (out += stripVTControlCharacters(String(chunk))));
  await eventually(() => expect(out).toContain('the worker runs'));
  return { terminal, out, pid: Number(/pid (\d+)/.exec(out)?.[1]) };
}

describe.skipIf(!hasScript)('a program on a terminal', () => {
  it('writes its log as lines for people, not JSON', async () => {
    const { terminal, out } = await startOnTerminal();
    expect(out).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: the worker runs/m);
    expect(out).not.toContain('{"level"');
    terminal.stdin.write('\u0003');
    await once(terminal, 'exit');
  });

  it('ends when the terminal is closed', async () => {
    const { terminal, pid } = await startOnTerminal();
    expect(isProcessAlive(pid)).toBe(true);
    terminal.kill('SIGKILL');
    await eventually(() => expect(isProcessAlive(pid)).toBe(false), 50);
  });
});
