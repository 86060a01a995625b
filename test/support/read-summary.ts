import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A page as a table of contents names it. */
export interface NamedPage {
  group: string | undefined;
  /** Pages above it in its group. */
  depth: number;
  title: string;
  path: string;
}

/**
 * What a SUMMARY.md of the plain form names, line by line. It shares nothing with the reader that
 * it is compared with.
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
