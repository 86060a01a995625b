import { existsSync } from 'node:fs';
import path from 'node:path';

/** Returns the folder of the package, whether the code runs as TypeScript or compiled. */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('The folder of the package was not found.');
    folder = parent;
  }
  return folder;
}
