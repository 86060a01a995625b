import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** Returns the path of a file of an installed package, whether or not the package exports it. */
export function packageFile(name: string, file: string): string {
  const folders = require.resolve.paths(name) ?? [];
  const found = folders
    .map((folder) => path.join(folder, name, file))
    .find((candidate) => existsSync(candidate));
  if (found === undefined) throw new Error(`The package ${name} has no file ${file}.`);
  return found;
}
