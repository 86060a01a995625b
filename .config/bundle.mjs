// npm run build: puts the modules of each program into a few files. Node takes twice as long to load
// the 2,300 modules of the gateway one by one.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { compile } from './compile.mjs';

const root = path.resolve(import.meta.dirname, '..');
const compiled = path.join(root, 'dist/src');
const programs = path.join(root, 'dist/programs');

/** Bundles the programs in dist, which a new dist does not contain. */
export async function bundle() {
  if (fs.existsSync(programs)) return;
  const output = `${programs}-${process.pid}`;
  try {
    await build({
      absWorkingDir: compiled,
      entryPoints: [
        ...['docgraph.js', 'main.js'],
        ...['worker', 'import', 'token', 'export', 'backup', 'restore', 'doctor'].map(
          (name) => `commands/${name}.js`,
        ),
      ],
      entryNames: '[name]',
      outdir: output,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      sourcemap: 'linked',
      sourcesContent: false,
      // Node keeps the text of each module, with two bytes a character unless all are Latin.
      minifyWhitespace: true,
      charset: 'ascii',
      // As Node resolves them: without the condition `module`, which only bundlers know.
      conditions: [],
      plugins: [ownUrls, externalCommonJs],
      logLevel: 'warning',
    });
    fs.renameSync(output, programs);
  } catch (error) {
    // Another process may just have put the same files there.
    if (!fs.existsSync(programs)) throw error;
  } finally {
    fs.rmSync(output, { recursive: true, force: true });
  }
}

/** Modules of ours know the files beside them, and tell worker processes their own address. */
const ownUrls = {
  name: 'own-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, async ({ path: file }) => {
      if (!file.startsWith(compiled)) return undefined;
      const code = await fs.promises.readFile(file, 'utf8');
      const url = `new URL(${JSON.stringify(path.relative(programs, file))}, import.meta.url)`;
      const contents = code
        .replaceAll(/\bimport\.meta\.url\b/g, `${url}.href`)
        .replaceAll(/\bimport\.meta\.dirname\b/g, `decodeURI(new URL('.', ${url}).pathname)`);
      return { contents };
    });
  },
};

/** CommonJS stays outside: as one copy, which other CommonJS requires, too. */
const externalCommonJs = {
  name: 'external-common-js',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path: specifier, pluginData, ...from }) => {
      if (pluginData === 'resolving' || specifier.startsWith('node:')) return undefined;
      const { resolveDir, importer, kind } = from;
      const options = { resolveDir, importer, kind, pluginData: 'resolving' };
      const { path: file, errors } = await resolve(specifier, options);
      const isBundled = errors.length === 0 && isModule(file) && !isWrapper(file);
      return isBundled ? undefined : { path: specifier, external: true };
    });
  },
};

/** Whether Node takes a file for an ES module. */
function isModule(file) {
  if (file.endsWith('.mjs')) return true;
  if (!file.endsWith('.js')) return false;
  let directory = path.dirname(file);
  while (!fs.existsSync(path.join(directory, 'package.json'))) directory = path.dirname(directory);
  return createRequire(file)(path.join(directory, 'package.json')).type === 'module';
}

/** Whether an ES module only names what is CommonJS (pg), or holds megabytes of text (Prisma). */
const isWrapper = (file) => /node_modules\/(pg\/esm|@prisma\/client\/runtime)\//.test(file);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  compile();
  await bundle();
}
