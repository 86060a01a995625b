import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { packageFolder } from './lib/package-folder.ts';

const packageFile = z.object({ version: z.string() });

/** Returns the version of docgraph from its package.json. */
export function readVersion(): string {
  const text = readFileSync(path.join(packageFolder(), 'package.json'), 'utf8');
  return packageFile.parse(JSON.parse(text)).version;
}
