import fs from 'node:fs';
import path from 'node:path';

import { defineConfig } from 'vitest/config';

import config from './vitest.config.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Lists the tests that take the number of their cases from `lawCount`. */
function lawTests(): string[] {
  return fs
    .readdirSync(path.join(root, 'test'), { encoding: 'utf8', recursive: true })
    .map((name) => path.posix.join('test', name.replaceAll(path.sep, '/')))
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => fs.readFileSync(path.join(root, name), 'utf8').includes('/law-count.ts'));
}

export default defineConfig({
  ...config,
  test: { ...config.test, include: lawTests(), env: { LAWS: 'full' } },
});
