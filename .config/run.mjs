// Runs a program of docgraph: node .config/run.mjs <docgraph, main, worker or import> [arguments]
// Compiled and bundled sources start in a quarter of the time of sources that are compiled one by one.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile } from './compile.mjs';

compile();
const [program = ''] = process.argv.splice(2, 1);
const file = path.resolve(import.meta.dirname, `../dist/programs/${program}.js`);
if (!existsSync(file)) await (await import('./bundle.mjs')).bundle();
process.argv[1] = file;
await import(pathToFileURL(file).href);
