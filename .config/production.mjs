// npm run production -- <new folder>: writes the production folder: the built programs, the
// packages that they load, and of these the files that they read. `npm start` works there as here.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { compile } from './compile.mjs';
import { isUnread } from './unread-files.mjs';

const root = path.resolve(import.meta.dirname, '..');
const [given = ''] = process.argv.slice(2);
// npm runs scripts in the folder of the project.
const folder = path.resolve(process.env.INIT_CWD ?? '', given);
if (fs.existsSync(folder)) {
  process.stderr.write('Usage: npm run production -- <folder that does not exist yet>\n');
  process.exit(1);
}

compile();
await bundle();
const { fontFiles } = await import('../dist/src/features/pdf/typesetting/fonts.js');

const parts = [
  ...[
    '.config/compile.mjs',
    '.config/docgraph.mjs',
    '.config/run.mjs',
    'dist',
    'docs/THIRD-PARTY-NOTICES.md',
    'LICENSE',
  ],
  ...['package-lock.json', 'prisma/migrations', 'src'],
];
for (const part of parts) {
  const filter = (file) => !/\.tsx?$/.test(file);
  fs.cpSync(path.join(root, part), path.join(folder, part), { recursive: true, filter });
}
const { scripts, ...manifest } = JSON.parse(
  fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
);
const { start, worker, import: importContent } = scripts;
const kept = { ...manifest, scripts: { start, worker, import: importContent } };
fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`);

// Prisma's client wishes for its command line and the compiler, which only builds need.
const args = ['ci', '--omit=dev', '--legacy-peer-deps', '--no-audit', '--no-fund'];
execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2], shell: path.sep === '\\' });

const fonts = new Set(fontFiles.map((file) => path.basename(file)));
const modules = path.join(folder, 'node_modules');
for (const name of fs.readdirSync(modules, { recursive: true })) {
  const file = path.join(modules, name);
  if (isUnread(name, fonts) && fs.lstatSync(file).isFile()) fs.rmSync(file);
}
