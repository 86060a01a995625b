// npm run bench: measurements, which print tables and assert that the work was done, and in few
// cases how its time grows.
import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/bench/**/*.bench.ts'],
    exclude: ['**/node_modules/**'],
    maxWorkers: 1,
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
  },
});
