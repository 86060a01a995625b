import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { isUnread } from '../../.config/unread-files.mjs';
import { useWorld } from '../support/use-world.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const dockerfile = read('.config/Dockerfile');

/** The arguments of an instruction, for each time that the Dockerfile has it. */
const instructions = (name: string) =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map(([, args = '']) => args);

interface Service {
  build?: { context: string; dockerfile: string };
  command?: string[];
  environment: Record<string, string>;
  ports?: string[];
  depends_on?: Record<string, unknown>;
}

const { services } = load(read('.config/compose.yaml')) as { services: Record<string, Service> };

/** Names of the settings that are documented. */
const settings = new Set(
  [...read('docs/settings.md').matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  ),
);

/** Expects a command that runs a program of docgraph, as its npm scripts do. */
function expectProgram(command: readonly string[] | undefined): void {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(Object.values(scripts)).toContain(command?.join(' '));
  expect(existsSync(path.join(root, command?.[1] ?? ''))).toBe(true);
}

const world = useWorld();

describe('the Dockerfile', () => {
  it('builds with scripts of the package, and copies the folder that they make', () => {
    const [, production = ''] = instructions('RUN');
    const [, script = '', folder] = /^npm run (\w+) -- (\S+)$/.exec(production) ?? [];
    expect(read('package.json')).toContain(`"${script}": "node .config/`);
    expect(instructions('COPY')).toContain(`--from=build --chown=node:node ${folder} ${folder}`);
    expect(instructions('WORKDIR').at(-1)).toBe(folder);
  });

  it('uses a version of Node.js that the package takes', () => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    const [, least = ''] = /^>=(\d+)\./.exec(engines.node) ?? [];
    for (const image of instructions('FROM')) {
      const [, version = ''] = /^node:(\d+)-/.exec(image) ?? [];
      expect(Number(version)).toBeGreaterThanOrEqual(Number(least));
    }
  });

  it('sets settings that exist, and runs a program that exists', () => {
    const names = [...(instructions('ENV')[0] ?? '').matchAll(/(\w+)=/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !settings.has(name))).toEqual([]);
    expectProgram(JSON.parse(instructions('CMD').at(-1) ?? '') as string[]);
  });

  it('asks an address for its health that responds', async () => {
    const [, address = ''] = /PORT\}(\/\w+)`/.exec(dockerfile) ?? [];
    expect((await world.app.inject(address)).statusCode).toBe(200);
  });

  it('gets no built or installed files from the host', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const name of ['node_modules', 'dist', '.data', '.git']) expect(ignored).toContain(name);
  });
});

describe('the compose file', () => {
  it('sets settings that exist', () => {
    for (const name of ['gateway', 'worker']) {
      const names = Object.keys(services[name]?.environment ?? {});
      expect(names).toContain('DATABASE_URL');
      expect(names.filter((setting) => !settings.has(setting))).toEqual([]);
    }
  });

  it('runs the worker beside a gateway that runs no jobs, on one database', () => {
    const { gateway, worker, postgres } = services;
    expectProgram(worker?.command);
    expect(gateway?.environment['WORKER']).toBe('0');
    expect(worker?.environment).toEqual(gateway?.environment);
    expect(Object.keys(gateway?.depends_on ?? {})).toEqual(['postgres']);
    const { POSTGRES_USER, POSTGRES_PASSWORD } = postgres?.environment ?? {};
    expect(gateway?.environment['DATABASE_URL']).toContain(
      `//${POSTGRES_USER}:${POSTGRES_PASSWORD}@postgres:5432/`,
    );
  });

  it('builds the image from the files of the project', () => {
    expect(services['gateway']?.build).toEqual({ context: '..', dockerfile: '.config/Dockerfile' });
  });

  it('publishes the port of the image', () => {
    const [, port] = /PORT=(\d+)/.exec(instructions('ENV')[0] ?? '') ?? [];
    expect(services['gateway']?.ports).toEqual([`127.0.0.1:${port}:${port}`]);
    expect(instructions('EXPOSE')).toEqual([port]);
  });
});

describe('the production folder', () => {
  it('keeps the runtime that the database client loads', () => {
    const client = read('dist/src/database/generated/prisma/internal/class.js');
    const modules = [...client.matchAll(/import\("(@prisma\/client\/runtime\/[^"]+)"\)/g)];
    expect(modules.length).toBeGreaterThan(0);
    expect(modules.filter(([, name = '']) => isUnread(name, new Set()))).toEqual([]);
  });
});
