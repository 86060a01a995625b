import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

async function run(script: string, args: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    cwd: root,
    env: { ...process.env, BASE_URL: '', ...settings },
  });
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, out, error };
}

describe.each(['src/main.ts', 'src/commands/worker.ts'])('%s', (script) => {
  it('refuses a wrong setting by its name, its value and what is allowed', async () => {
    const { code, error } = await run(script, [], { PORT: 'abc' });
    expect(code).toBe(1);
    expect(error).toContain('PORT: must be a whole number from 0 to 65535, but is "abc"');
  });

  it('shows its usage, and refuses arguments that it does not know', async () => {
    const help = await run(script, ['--help'], {});
    expect(help).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: npm /) });
    const { code, error } = await run(script, ['--prot', '4000'], {});
    expect({ code, error }).toMatchObject({ code: 1, error: expect.stringContaining('"--prot"') });
  });
});

describe('a gateway whose port is taken', () => {
  it('says so before it makes anything', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const folder = path.join(root, 'node_modules/.none/never-made');
    const { code, out, error } = await run('src/main.ts', [], {
      ...{ PORT: String(port), DATA_DIR: folder, DATABASE_URL: '' },
    });
    server.close();
    expect(code).toBe(1);
    expect(error).toContain(`Port ${port} on 127.0.0.1 is taken`);
    expect(out).not.toContain('Admin token');
  });
});
