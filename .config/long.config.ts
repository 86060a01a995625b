import { defineConfig } from 'vitest/config';

import { longTests } from './long-tests.ts';
import config from './vitest.config.ts';

export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: longTests(),
    exclude: ['**/node_modules/**', 'dist/**', 'test/bench/**'],
    env: { LAWS: 'full' },
  },
});
