// Runs a program of docgraph: node .config/run.mjs <path below src, without extension> [arguments]
// Compiled sources start in less than half the time of sources that are compiled one by one.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile } from './compile.mjs';

compile();
const [program = ''] = process.argv.splice(2, 1);
const file = path.resolve(import.meta.dirname, `../dist/src/${program}.js`);
process.argv[1] = file;
await import(pathToFileURL(file).href);
