import path from 'node:path';

import { defineConfig } from 'vitest/config';

import { PATIENCE_MS } from '../test/support/eventually.ts';

export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  // Node gives packages the CommonJS build of graphql; there must be no second one beside it.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'test/bench/**'],
    globalSetup: 'test/support/global-setup.ts',
    pool: 'forks',
    // Files of a process share their modules: building the schema anew for each would take most of
    // the time. Each file has a database and a gateway of its own.
    isolate: false,
    // PostgreSQL works beside the tests, so more would only take turns.
    maxWorkers: 2,
    // Guards against hanging alone: no test fails because a machine is slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
