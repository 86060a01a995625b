// npm run build: compiles src to dist, and takes along the files that the sources read.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const compiler = path.join(root, 'node_modules/typescript/bin/tsc');

fs.rmSync(path.join(root, 'dist'), { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  [compiler, '-p', path.join(root, '.config/tsconfig.build.json')],
  { stdio: 'inherit' },
);
if (status === 0) copyAssets();
else process.exitCode = 1;

/** Everything beside the sources that is no TypeScript. */
function copyAssets(): void {
  fs.cpSync(path.join(root, 'src'), path.join(root, 'dist/src'), {
    recursive: true,
    filter: (file) => !file.endsWith('.ts'),
  });
}
