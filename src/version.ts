import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** The version of docgraph, as its package states it. */
export function readVersion(): string {
  // The package lies above the sources, and two levels above what they are compiled to.
  const candidates = ['../package.json', '../../package.json'];
  const file = candidates
    .map((candidate) => new URL(candidate, import.meta.url))
    .find((candidate) => existsSync(candidate));
  if (!file) throw new Error('There is no package.json above the sources.');
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
