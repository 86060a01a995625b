import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The version of docgraph, as its package states it. */
export function readVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
