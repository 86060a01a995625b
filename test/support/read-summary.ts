import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A page in a table of contents. */
export interface NamedPage {
  group: string | undefined;
  /** Number of its ancestors in the group. */
  depth: number;
  title: string;
  path: string;
}

/**
 * Parses a SUMMARY.md in the plain form, line by line. Shares no code with the reader under test.
 */
export async function readSummary(folder: string): Promise<NamedPage[]> {
  const named: NamedPage[] = [];
  let group: string | undefined;
  for (const line of (await readFile(path.join(folder, 'SUMMARY.md'), 'utf8')).split('\n')) {
    group = /^##+ (.*)$/.exec(line)?.[1] ?? group;
    const [, indent = '', title = '', target] = /^( *)\* \[(.*)\]\(\/?(.*)\)$/.exec(line) ?? [];
    if (target === undefined) continue;
    const depth = Math.floor(indent.length / 2);
    named.push({ group, depth, title, path: decodeURIComponent(target) });
  }
  return named;
}
