// npm run build: compiles src to dist, and copies the other files that the sources read.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');
const src = path.join(root, 'src');
const dist = path.join(root, 'dist');
const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
const settings = path.join(root, '.config/tsconfig.build.json');

/**
 * Compiles src to dist unless dist is newer than every source. Without the compiler, as in a
 * production install, an existing dist is used as it is.
 *
 * @throws Error if the sources cannot be compiled
 */
export function compile() {
  if (fs.existsSync(dist) && (!fs.existsSync(compiler) || isCurrent())) return;
  // A directory of its own, so that a process that is starting never loads half of the output.
  const output = `${dist}-${process.pid}`;
  const start = new Date();
  try {
    const args = [compiler, '-p', settings, '--outDir', output];
    const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error('The sources could not be compiled.');
    fs.cpSync(src, path.join(output, 'src'), {
      recursive: true,
      filter: (file) => !/\.tsx?$/.test(file),
    });
    // A source that changes from here on is newer.
    fs.utimesSync(output, start, start);
    replaceDist(output);
  } finally {
    fs.rmSync(output, { recursive: true, force: true });
  }
}

/** Whether no source, source directory or setting changed after dist was made. */
function isCurrent() {
  const made = fs.statSync(dist).mtimeMs;
  const entries = fs.readdirSync(src, { recursive: true }).map((name) => path.join(src, name));
  return [src, settings, path.join(root, 'tsconfig.json'), ...entries].every(
    (file) => fs.statSync(file).mtimeMs <= made,
  );
}

/** Puts a finished output in the place of dist, unless another process just did. */
function replaceDist(output) {
  const old = `${output}-old`;
  try {
    fs.renameSync(dist, old);
  } catch (error) {
    // There is none yet, or another process just moved it.
    if (error.code !== 'ENOENT') throw error;
  }
  try {
    fs.renameSync(output, dist);
  } catch (error) {
    if (!fs.existsSync(dist)) throw error;
  } finally {
    fs.rmSync(old, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) compile();
