import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** Lists the long tests, and those that take the number of their cases from `lawCount`. */
export function longTests(): string[] {
  return fs
    .readdirSync(path.join(root, 'test'), { encoding: 'utf8', recursive: true })
    .map((name) => path.posix.join('test', name.replaceAll(path.sep, '/')))
    .filter((name) => name.endsWith('.test.ts'))
    .filter(
      (name) =>
        name.endsWith('.long.test.ts') ||
        fs.readFileSync(path.join(root, name), 'utf8').includes('/law-count.ts'),
    );
}
