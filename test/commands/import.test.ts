import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseImportOptions } from '../../src/commands/import-options.ts';
import { runImport } from '../../src/commands/run-import.ts';
import type { Client } from '../support/client.ts';
import { readSummary, type NamedPage } from '../support/read-summary.ts';
import { useWorld } from '../support/use-world.ts';
import { addresses } from '../support/world.ts';
import { createFolder } from '../document/docs-folder/folder-fixtures.ts';

const root = path.resolve(import.meta.dirname, '../..');
const shelf = path.join(root, '../shared/real-docs');

const world = useWorld();
let admin: Client;
let organizationId: string;

beforeAll(async () => {
  ({ id: organizationId, admin } = await world.organization());
});

/** Runs the command in this process. Answers the lines that it printed. */
async function importFolder(...args: string[]) {
  const lines: string[] = [];
  const result = await runImport(parseImportOptions(args), {
    db: world.db,
    log: pino({ level: 'silent' }),
    addresses,
    admin: { email: 'admin@example.com', token: undefined },
    print: (line) => lines.push(line),
  });
  return { lines, result };
}

interface PageBody {
  title: string;
  type: string;
  pages?: PageBody[];
  git?: { path: string };
}

describe('the import command', () => {
  it('creates a space for a new title, and finds it by the title and by its id again', async () => {
    const folder = await createFolder({ 'README.md': '# Hello\n', 'a.png': 'a' });
    const first = await importFolder(folder, '--space', 'Handbook');
    const [spaceId = ''] = /sp_\w+/.exec(first.lines.join('\n')) ?? [];
    const { body: space } = await admin.get(`/v1/spaces/${spaceId}`);
    expect(space).toMatchObject({ title: 'Handbook', organization: organizationId });
    expect(space.revision).toBe(first.result.revision.id);
    // What can fail is done before a space is there.
    const steps = first.lines.map((line) => line.split(' ')[0]);
    expect(steps.indexOf('Stored')).toBeLessThan(steps.indexOf('Created'));
    for (const reference of ['Handbook', spaceId]) {
      const again = await importFolder(folder, '--space', reference);
      expect(again.result.revision.id).toBe(first.result.revision.id);
      expect(again.lines.join('\n')).toContain('Nothing changed');
    }
  });

  it('prints its progress, what it has and each path that it left out', async () => {
    const folder = await createFolder({
      'README.md': '# Hello\n',
      'SUMMARY.md': '* [Gone](gone.md)\n',
      'draft.md': 'Draft.',
    });
    const { lines } = await importFolder(folder, '--space', 'Reported');
    expect(lines[0]).toBe(`Read ${folder}.`);
    expect(lines).toContain('Stored 1 of 1 texts and files.');
    expect(lines).toContain(
      'It has 1 page, 0 files and 0 reusable contents; 1 of 3 resources were imported.',
    );
    expect(lines.filter((line) => line.startsWith('  '))).toEqual([
      '  draft.md: not in SUMMARY.md',
      '  gone.md: named in SUMMARY.md but missing',
    ]);
  });

  it('explains what it cannot do', async () => {
    const folder = await createFolder({ 'README.md': '# Hello\n' });
    const refusal = (...args: string[]) =>
      importFolder(...args).then(
        () => 'imported',
        (error: Error) => error.message,
      );
    expect(await refusal(`${folder}/no`, '--space', 'A')).toContain('cannot be read');
    expect(await refusal(path.join(folder, 'README.md'), '--space', 'A')).toContain(
      'not a directory',
    );
    expect(await refusal(folder, '--space', 'sp_missing')).toBe(
      'No space with the id "sp_missing" was found: check the id, and that you have access.',
    );
    expect(await refusal(folder, '--space', 'A', '--organization', 'org_no')).toContain('"org_no"');
    expect(await refusal(folder, '--space', 'x'.repeat(51))).toContain('at most 50 characters');
    const { id } = await world.space(organizationId, { editMode: 'locked' });
    expect(await refusal(folder, '--space', id)).toContain('is locked');
    for (const title of ['Twice', 'Twice']) await world.space(organizationId, { title });
    expect(await refusal(folder, '--space', 'Twice')).toContain('name one by its id');
  });

  it.each([
    [[], 'Pass a folder.'],
    [['docs'], 'Pass a space'],
    [['docs', '--space', ' '], 'Pass a space'],
    [['docs', 'more', '--space', 'A'], 'Unknown argument "more".'],
    [['docs', '--spaec', 'A'], '--spaec'],
  ])('refuses %j', (args, message) => {
    expect(() => parseImportOptions(args)).toThrow(message);
  });
});

function flatten(pages: PageBody[], group: string | undefined, depth: number): NamedPage[] {
  return pages.flatMap(({ type, title, pages: below = [], git }): NamedPage[] => {
    if (type === 'group') return flatten(below, title, 0);
    const own = git ? [{ group, depth, title, path: git.path }] : [];
    return [...own, ...flatten(below, group, depth + 1)];
  });
}

describe.each(['axon-reference', 'brighter-docs'])('the real documentation %s', (name) => {
  const folder = path.join(shelf, name);

  it.skipIf(!existsSync(folder))('is there as its SUMMARY says, and twice the same', async () => {
    const { lines, result } = await importFolder(folder, '--space', name);
    const { spaceId } = result.revision;
    const named = await readSummary(folder);
    expect(named.length).toBeGreaterThan(100);
    const isPage = (entry: NamedPage) =>
      entry.path.endsWith('.md') && existsSync(path.join(folder, entry.path));
    const expected = named
      .filter(isPage)
      .filter((entry, index, all) => all.findIndex((other) => other.path === entry.path) === index);
    const { body } = await admin.get(`/v1/spaces/${spaceId}/content/pages`);
    const pages = flatten(body.pages, undefined, 0);
    const namesReadme = named.some((entry) => entry.path === 'README.md');
    expect(namesReadme ? pages : pages.slice(1)).toEqual(expected);

    const printed = lines.join('\n');
    const missing = named.filter((entry) => !isPage(entry)).map((entry) => entry.path);
    expect(missing.filter((each) => !printed.includes(`  ${each}: `))).toEqual([]);

    for (const entry of expected.slice(0, 10)) {
      const found = await admin.query(
        `query ($id: ID!, $path: String!) { space(id: $id) { content { pageByPath(pagePath: $path) {
          ... on DocumentPage { markdown } } } } }`,
        { id: spaceId, path: pathOf(body.pages, entry.path) },
      );
      const text = await readFile(path.join(folder, entry.path), 'utf8');
      expect(text.endsWith(found.space.content.pageByPath.markdown)).toBe(true);
    }
    const again = await importFolder(folder, '--space', spaceId);
    expect(again.result.revision.id).toBe(result.revision.id);
  });
});

/** The path of the page that came from a file. */
function pathOf(pages: (PageBody & { path?: string })[], file: string): string | undefined {
  for (const page of pages) {
    const found = page.git?.path === file ? page.path : pathOf(page.pages ?? [], file);
    if (found !== undefined) return found;
  }
  return undefined;
}
