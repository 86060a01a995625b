import fs from 'node:fs';
import path from 'node:path';
import { parseSync, type ParseResult } from 'oxc-parser';

const root = path.resolve(import.meta.dirname, '../..');
const generated = path.join('src', 'database', 'generated');
const withoutSources = new Set(['node_modules', 'fixtures', '__generated__']);

/** A TypeScript file of this repository, read and parsed. */
export interface SourceFile {
  /** Path relative to the repository, with slashes. */
  name: string;
  text: string;
  lines: string[];
  /** Its imports; those of types alone load nothing, lazy ones only when they are called. */
  imports: { target: string; line: number; isType: boolean; isLazy: boolean }[];
  /** The names that it exports and declares itself. */
  exportedNames: string[];
  program: ParseResult['program'];
  /** Returns the line of an offset in the text, from 1. */
  lineOf(offset: number): number;
}

/** Reads all sources below the folders, except for generated ones. */
export function readSourceFiles(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) => listSources(folder)).map((name) => readSourceFile(name));
}

function listSources(folder: string): string[] {
  if (folder === generated) return [];
  return fs
    .readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !withoutSources.has(name))
    .flatMap((entry) => {
      const name = path.join(folder, entry.name);
      if (entry.isDirectory()) return listSources(name);
      return /\.tsx?$/.test(entry.name) ? [name] : [];
    });
}

function readSourceFile(name: string): SourceFile {
  const text = fs.readFileSync(path.join(root, name), 'utf8');
  return parseSource(name.split(path.sep).join('/'), text);
}

/** Parses a source, and resolves relative imports to file names. */
export function parseSource(name: string, text: string): SourceFile {
  const { module, program, errors } = parseSync(name, text);
  if (errors[0]) throw new Error(`${name} cannot be parsed: ${errors[0].message}`);
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const requests = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      ...moduleRequest,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
      isLazy: false,
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(
        ({ moduleRequest, isType }) => moduleRequest && { ...moduleRequest, isType, isLazy: false },
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      start,
      value: text.slice(start + 1, end - 1),
      isType: false,
      isLazy: true,
    })),
  ];
  return {
    name,
    text,
    lines: text.split('\n'),
    imports: requests
      .filter((request) => request !== null)
      .map(({ value, start, isType, isLazy }) => ({
        ...{ target: resolve(name, value), line: lineOf(start), isType, isLazy },
      })),
    exportedNames: module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, exportName }) =>
        moduleRequest || exportName.name === null ? [] : [exportName.name],
      ),
    ),
    program,
    lineOf,
  };
}

function resolve(from: string, request: string): string {
  return request.startsWith('.') ? path.posix.join(path.posix.dirname(from), request) : request;
}
