import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { spawnProgram } from '../support/program.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** A folder that must not be made. */
const none = path.join(root, 'node_modules/.none/never-made');

async function run(program: string, args: string[], settings: Record<string, string>) {
  const child = spawnProgram(program, args, settings);
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, out, error };
}

describe.each([
  { program: 'main', args: [], failure: 'docgraph did not start.' },
  { program: 'worker', args: [], failure: 'The worker did not start.' },
  {
    program: 'import',
    args: ['test', '--space', 'A'],
    failure: 'Nothing was imported.',
  },
])('$program', ({ program, args, failure }) => {
  it('refuses a wrong setting by its name, its value and what is allowed', async () => {
    const { code, error } = await run(program, args, { PORT: 'abc' });
    expect(code).toBe(1);
    expect(error).toContain(`${failure} These settings cannot be used:`);
    expect(error).toContain('PORT: must be a whole number from 0 to 65535, but is "abc"');
  });

  it('shows its usage, and refuses arguments that it does not know', async () => {
    const help = await run(program, ['--help'], {});
    expect(help).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Usage: docgraph /),
      error: '',
    });
    const { code, out, error } = await run(program, [...args, '--prot=4000'], {});
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toContain(failure);
    expect(error).toContain('--prot');
    expect(error).toContain('Usage: docgraph ');
    expect(error).not.toContain('    at ');
  });
});

describe('the import command', () => {
  it.each([
    [['test'], 'Pass a space: --space.'],
    [['test/none', '--space', 'A'], 'test/none cannot be read: ENOENT'],
    [['package.json', '--space', 'A'], 'package.json cannot be read: ENOTDIR'],
  ])('refuses %j before it loads what imports', async (args, message) => {
    const { code, error } = await run('import', args, { DATA_DIR: none });
    expect(code).toBe(1);
    expect(error).toContain(message);
    expect(existsSync(none)).toBe(false);
  });
});

describe('a gateway whose port is taken', () => {
  it('says so before it makes anything', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { code, out, error } = await run('main', [], {
      ...{ PORT: String(port), DATA_DIR: none, DATABASE_URL: '' },
    });
    server.close();
    expect(code).toBe(1);
    expect(error).toContain(`Port ${port} on 127.0.0.1 is taken`);
    expect(out).not.toContain('Admin token');
  });
});
