import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../src/commands/create-token.ts';
import { parseImportOptions } from '../../src/commands/import-options.ts';
import { checkAll } from '../../src/commands/run-checks.ts';
import { runExport } from '../../src/commands/run-export.ts';
import { runImport } from '../../src/commands/run-import.ts';
import { readConfig } from '../../src/config.ts';
import { sql } from '../../src/database/database.ts';
import type { Client } from '../support/client.ts';
import { writeFiles, writePages } from '../support/content.ts';
import { listen } from '../support/listen.ts';
import { useWorld } from '../support/use-world.ts';
import { addresses } from '../support/world.ts';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const world = useWorld();
let admin: Client;
let organizationId: string;
let folder: string;
let databaseUrl: string;

beforeAll(async () => {
  ({ id: organizationId, admin } = await world.organization());
  databaseUrl = world.url;
  folder = await mkdtemp(path.join(os.tmpdir(), 'docgraph-command-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Runs the command as a process. Returns its output and its exit code. */
async function docgraph(...args: string[]) {
  const env = { ...process.env, BASE_URL: '', PORT: '0', DATABASE_URL: databaseUrl };
  const command = ['.config/docgraph.mjs', ...args];
  try {
    const { stdout, stderr } = await run(process.execPath, command, { cwd: root, env });
    return { stdout, stderr, code: 0 };
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
    return { stdout, stderr, code };
  }
}

/** Returns the dependencies of a command that runs in this process, and the lines it prints. */
function dependencies() {
  const lines: string[] = [];
  return {
    lines,
    ...{ db: world.db, log: pino({ level: 'silent' }), addresses, config: readConfig({}) },
    print: (line: string) => void lines.push(line),
  };
}

describe('docgraph', () => {
  it('runs by npx, and prints its version and its commands', async () => {
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    const { stdout } = await run('npx', ['docgraph', '--version'], { cwd: root });
    expect(stdout).toBe(`${version}\n`);
    const help = await docgraph('--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const name of ['start', 'worker', 'import', 'export', 'token', 'doctor']) {
      expect(help.stdout).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
    }
  });

  it('refuses an unknown command, and an unknown argument of a command', async () => {
    expect(await docgraph('strat')).toMatchObject({
      ...{ code: 1, stdout: '', stderr: expect.stringContaining('Unknown command "strat".') },
    });
    for (const command of ['token', 'doctor', 'start', 'worker']) {
      const { code, stderr } = await docgraph(command, 'now');
      expect(code).toBe(1);
      expect(stderr).toContain('Unknown argument "now".');
    }
  });
});

describe('docgraph token', () => {
  it('creates a token of the first user, which is valid at once', async () => {
    const { stdout, code } = await docgraph('token', '--json');
    const { token, userId } = JSON.parse(stdout);
    expect({ code, userId }).toEqual({ code: 0, userId: admin.userId });
    const viewer = await world.withToken(token).query('{ viewer { id } }');
    expect(viewer).toEqual({ viewer: { id: admin.userId } });
  });

  it('creates a token of the user with an address, with a label', async () => {
    const user = await world.user();
    const { email } = await world.db.prisma.user.findUniqueOrThrow({ where: { id: user.userId } });
    const { lines, ...rest } = dependencies();
    const options = { email: email.toUpperCase(), label: 'Build server', json: false };
    await createToken(options, rest);
    const viewer = await world
      .withToken(lines[0] ?? '')
      .query('{ viewer { id apiTokens { nodes { label } } } }');
    expect(viewer.viewer.id).toBe(user.userId);
    expect(viewer.viewer.apiTokens.nodes).toContainEqual({ label: 'Build server' });
  });

  it('names what is wrong', async () => {
    const create = (options: { email?: string; label: string }) =>
      createToken({ ...options, json: false }, dependencies());
    await expect(create({ email: 'nobody@example.com', label: 'A' })).rejects.toThrow(
      'There is no user with the e-mail address "nobody@example.com".',
    );
    await expect(create({ label: ' ' })).rejects.toThrow('--label must have 1 to 100 characters.');
  });
});

describe('docgraph export', () => {
  it('writes a folder that an import reads as the same content', async () => {
    const { id } = await world.space(organizationId);
    await writePages(world, id, [
      { title: 'Home', markdown: '# Home\n\nWelcome.\n' },
      { title: 'Guide', markdown: 'Read **it**.\n' },
    ]);
    await writeFiles(world, id, [{ name: 'logo.svg', text: '<svg/>' }]);
    const target = path.join(folder, 'export');
    const { stdout, code } = await docgraph('export', target, '--space', id, '--json');
    expect(code).toBe(0);
    const names = readdirSync(target, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);
    expect(JSON.parse(stdout)).toEqual({ folder: target, files: names.length, withoutFile: [] });
    expect(names).toEqual(expect.arrayContaining(['SUMMARY.md', 'logo.svg']));
    const imported = await runImport(parseImportOptions([target, '--space', 'Copy']), {
      ...dependencies(),
      admin: { email: 'admin@example.com', token: undefined },
    });
    expect(imported.revision.id).not.toBe('');
    const { body: list } = await admin.get(`/v1/orgs/${organizationId}/spaces`);
    const copy = list.items.find(({ title }: { title: string }) => title === 'Copy');
    expect(await textsOf(copy.id)).toEqual(await textsOf(id));
  });

  it('names what is wrong', async () => {
    await writeFile(path.join(folder, 'mine.md'), 'Mine.');
    const { id } = await world.space(organizationId);
    const write = (space: string | undefined, target: string) =>
      runExport({ space, folder: target, json: false }, dependencies());
    await expect(write(id, folder)).rejects.toThrow('is not empty: name a new one.');
    const target = path.join(folder, 'other');
    await expect(write(undefined, target)).rejects.toThrow('Pass the id of a space: --space.');
    await expect(write('sp_missing', target)).rejects.toThrow('No space with the id "sp_missing"');
  });
});

/** Returns the titles and texts of the pages of a space. */
async function textsOf(spaceId: string) {
  const { space } = await admin.query(
    `query ($id: ID!) { space(id: $id) { content { files { nodes { name } }
      pages { title ... on DocumentPage { markdown } } } } }`,
    { id: spaceId },
  );
  return space.content;
}

describe('docgraph doctor', () => {
  const check = async (settings: Record<string, string>) =>
    Object.fromEntries(
      (await checkAll(readConfig(settings))).map(({ name, ok, message }) => [
        name,
        { ok, message },
      ]),
    );

  it('checks what a start needs, and exits with 0', async () => {
    const { stdout, code } = await docgraph('doctor', '--json');
    const checks = JSON.parse(stdout) as { name: string; ok: boolean; message: string }[];
    expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
      ...[
        ['docgraph', true],
        ['Settings', true],
        ['Node.js', true],
        ['Port', true],
      ],
      ...[
        ['Data folder', true],
        ['Database', true],
      ],
    ]);
    expect(checks.at(-1)?.message).toMatch(/^PostgreSQL \d+.*, up to date$/);
    expect(code).toBe(0);
  });

  it('exits with 1 if something is missing', async () => {
    databaseUrl = 'postgresql://nobody@127.0.0.1:1/none';
    try {
      const { stdout, code } = await docgraph('doctor');
      expect(code).toBe(1);
      expect(stdout).toMatch(/^✓ Settings +valid$/m);
      expect(stdout).toMatch(/^✗ Database +The database none at 127.0.0.1:1 cannot be used/m);
    } finally {
      databaseUrl = world.url;
    }
  });

  it('counts the migrations that the next start applies', async () => {
    const { rows } = await world.db.pool.query<{ migration_name: string }>(
      'SELECT migration_name FROM _prisma_migrations ORDER BY started_at DESC LIMIT 1',
    );
    const last = rows[0]?.migration_name;
    const rename = (from: string, to: string) =>
      world.db.prisma.$executeRaw(
        sql`UPDATE _prisma_migrations SET migration_name = ${to} WHERE migration_name = ${from}`,
      );
    await rename(last ?? '', 'another');
    try {
      const { Database: database } = await check({ DATABASE_URL: world.url });
      expect(database?.message).toContain('the next start applies 1 migration');
    } finally {
      await rename('another', last ?? '');
    }
  });

  it('tells a gateway at the port from another program', async () => {
    const gateway = new URL(await listen(world.app));
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      const checks = await check({ PORT: gateway.port });
      expect(checks['Port']).toMatchObject({ ok: true, message: expect.stringMatching(/gateway/) });
      expect((await check({ PORT: String(port) }))['Port']).toMatchObject({
        ok: false,
        message: expect.stringContaining('set PORT to a free one'),
      });
    } finally {
      other.close();
    }
  });
});
