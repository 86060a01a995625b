import path from 'node:path';

import { defineConfig, type Plugin } from 'vitest/config';
import { PATIENCE_MS } from '../test/support/eventually.ts';
import { compile } from './compile.mjs';
import { longTests } from './long-tests.ts';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Resolves imports of sources to their compiled modules. Tests run what `npm start` runs, and Node
 * loads it itself, in a third of the time.
 */
const compiledSources: Plugin = {
  name: 'compiled-sources',
  enforce: 'pre',
  resolveId(specifier, importer) {
    if (importer === undefined || !specifier.startsWith('.')) return null;
    const file = path.relative(root, path.resolve(path.dirname(importer), specifier));
    if (!file.startsWith(`src${path.sep}`) || !/\.tsx?$/.test(file)) return null;
    return path.join(root, 'dist', file.replace(/\.tsx?$/, '.js'));
  },
};

compile();

export default defineConfig({
  root,
  plugins: [compiledSources],
  // Node gives packages the CommonJS build of graphql; there must be no second one beside it.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    // Those of large content, killed processes and whole repositories run with the laws in full.
    // So do the laws themselves where both suites run, as in .ci/run.
    exclude: [
      ...['**/node_modules/**', 'dist/**', 'test/bench/**', 'test/**/*.long.test.ts'],
      ...(process.env.LAWS === 'later' ? longTests() : []),
    ],
    globalSetup: 'test/support/global-setup.ts',
    server: { deps: { external: [/\/dist\/src\//] } },
    pool: 'forks',
    execArgv: [
      '--enable-source-maps',
      // Most of what a test allocates is garbage soon: a larger young space is collected less.
      '--max-semi-space-size=128',
      // Tests run most code a few times, so that optimizing it early takes longer than it saves.
      '--interrupt-budget=1000000',
    ],
    // Files of a process share their modules: building the schema anew for each would take most of
    // the time. Each file has a gateway of its own, on a database without rows.
    isolate: false,
    // PostgreSQL works beside the tests, so more would only take turns.
    maxWorkers: 2,
    // Guards against hanging alone: no test fails because a machine is slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
