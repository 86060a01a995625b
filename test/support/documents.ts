import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** A document for people: its path from the root, and its markdown. */
export interface Document {
  name: string;
  text: string;
}

/** All documents below `docs/`, by path. */
export const documentNames: readonly string[] = readdirSync(path.join(root, 'docs'), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name.split(path.sep).join('/')}`);

const readme = readDocument('README.md');

/** The README, and the documents in the order in which it links to them. */
export const documents: readonly Document[] = [
  readme,
  ...linksOf(readme)
    .filter((name) => name.endsWith('.md'))
    .map(readDocument),
];

/** Returns the blocks of code of a document in one language. */
export function codeBlocks({ text }: Document, language: string): string[] {
  const pattern = new RegExp(`^ *\`\`\`${language}\\n([^]+?)^ *\`\`\``, 'gm');
  return [...text.matchAll(pattern)].map(([, code = '']) => code);
}

/** Returns the paths that a document links to or shows, from the root, each once. */
export function linksOf({ name, text }: Document): string[] {
  const targets = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target);
  const own = targets.filter((target) => !/^\w+:/.test(target));
  return [...new Set(own.map((target) => path.posix.join(path.posix.dirname(name), target)))];
}

function readDocument(name: string): Document {
  return { name, text: readFileSync(path.join(root, name), 'utf8') };
}
