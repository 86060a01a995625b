import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readTrustedDocuments } from '../../src/commands/read-trusted-documents.ts';
import { listen } from '../support/listen.ts';
import { useWorld } from '../support/use-world.ts';
import { World } from '../support/world.ts';
import { generateOperations } from './generate-operations.ts';
import { runExample } from './run-example.ts';

const root = path.resolve(import.meta.dirname, '../..');
const world = useWorld();
let settings: Record<string, string>;

const npmRun = (script: string) => ['npm', 'run', '--silent', script] as const;

beforeAll(async () => {
  const { id, admin } = await world.organization();
  for (const title of ['Guides', 'Reference', 'Tutorials', 'Changes', 'Support']) {
    await world.space(id, { title });
  }
  const url = await listen(world.app);
  settings = { DOCGRAPH_URL: url, DOCGRAPH_TOKEN: admin.token ?? '' };
  await Promise.all([
    generateOperations(),
    runExample('relay', npmRun('generate')),
    runExample('openapi-typescript', npmRun('generate')),
  ]);
});

/** Returns the lines that an example prints. */
const start = (example: string) => runExample(example, npmRun('start'), settings);

describe('the example', () => {
  it('of Relay pages through a connection, reads a node again and edits the list', async () => {
    expect(await start('relay')).toEqual([
      'First page: Guides, Reference',
      'Next page: Guides, Reference, Tutorials, Changes',
      'Next page: Guides, Reference, Tutorials, Changes, Support',
      'Created: Guides, Reference, Tutorials, Changes, Support, Relay example',
      'Read again by its id: Relay example, LIVE',
      'Deleted: Guides, Reference, Tutorials, Changes, Support',
    ]);
  });

  it('of Relay sends only ids to a server that trusts its documents', async () => {
    const folder = path.join(root, 'examples/relay');
    const config = JSON.parse(readFileSync(path.join(folder, 'relay.config.json'), 'utf8'));
    const file = path.join(folder, 'relay.trusted.json');
    const { persistConfig } = config;
    writeFileSync(file, JSON.stringify({ ...config, persistConfig: { file: persistConfig.file } }));
    const trustedDocuments = await readTrustedDocuments([path.join(folder, persistConfig.file)]);
    const trusting = await World.create(trustedDocuments && { trustedDocuments });
    try {
      await runExample('relay', ['npx', 'relay-compiler', 'relay.trusted.json']);
      const { id, admin } = await trusting.organization();
      await trusting.space(id, { title: 'Guides' });
      const url = await listen(trusting.app);
      const trusted = { DOCGRAPH_URL: url, DOCGRAPH_TOKEN: admin.token ?? '' };
      expect(await runExample('relay', npmRun('start'), trusted)).toEqual([
        'First page: Guides',
        'Created: Guides, Relay example',
        'Read again by its id: Relay example, LIVE',
        'Deleted: Guides',
      ]);
    } finally {
      rmSync(file);
      await trusting.destroy();
      await runExample('relay', npmRun('generate'));
    }
  });

  it.each(['apollo', 'urql'])(
    'of %s pages through a list, and shows an edit in it',
    async (name) => {
      expect(await start(name)).toEqual([
        'First page: Guides, Reference',
        'Next page: Guides, Reference, Tutorials, Changes',
        'Next page: Guides, Reference, Tutorials, Changes, Support',
        'Renamed: Guides, renamed, Reference, Tutorials, Changes, Support',
        'Renamed back: Guides, Reference, Tutorials, Changes, Support',
      ]);
    },
  );

  it('of GraphQL Code Generator sends its documents', async () => {
    expect(await start('codegen')).toEqual([
      'Spaces: Guides, Reference of 5',
      'Created: Codegen example, LIVE',
      'Deleted: true',
    ]);
  });

  it('of openapi-typescript calls operations by their paths', async () => {
    expect(await start('openapi-typescript')).toEqual([
      ...['Space: Guides', 'Space: Reference', 'Space: Tutorials', 'Space: Changes'],
      ...['Space: Support', 'Created: OpenAPI example, live', 'Deleted: 204'],
    ]);
  });

  it.skipIf(!hasPython())('of Python calls operations by their ids', async () => {
    expect(await runExample('python', ['python3', 'main.py'], settings)).toEqual([
      ...['Space: Guides', 'Space: Reference', 'Space: Tutorials', 'Space: Changes'],
      ...['Space: Support', 'Created: Python example, live'],
      expect.stringMatching(/^Refused: 400: .*title.*50 characters/),
      'Deleted',
    ]);
  });
});

describe('the examples', () => {
  it('fit the types of the schema and of the OpenAPI document', async () => {
    const compiler = path.join(root, 'node_modules/.bin/tsc');
    expect(await runExample('.', [compiler, '-p', '.'])).toEqual(['']);
  });

  it('use the versions of packages that they are tested with', () => {
    const used = readdirSync(path.join(root, 'examples'), { recursive: true, encoding: 'utf8' })
      .filter((file) => path.basename(file) === 'package.json')
      .flatMap((file) => packagesOf(path.join('examples', file)))
      // The core of the code generator runs in place of its command line.
      .filter(([name]) => name !== '@graphql-codegen/cli');
    const installed = used.map(([name]) => [
      name,
      packageOf(path.join('node_modules', name, 'package.json')).version,
    ]);
    expect(used.length).toBeGreaterThan(0);
    expect(used).toEqual(installed);
  });
});

interface Package {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

function packageOf(file: string): Package {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Package;
}

function packagesOf(file: string): [string, string][] {
  const { dependencies, devDependencies } = packageOf(file);
  return Object.entries({ ...dependencies, ...devDependencies });
}

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
