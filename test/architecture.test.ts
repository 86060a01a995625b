import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  busyIndexes,
  consoleUses,
  environmentReads,
  featureCycles,
  filesOfType,
  foreignTables,
  leftovers,
  loadedFiles,
  longFiles,
  longFunctions,
  longLines,
  sharedExports,
  sharedFileNames,
  readerImports,
  testsWithoutAssertion,
  typeFiles,
  upwardImports,
  vagueDocstrings,
  type Violations,
} from './support/architecture-rules.ts';
import { parseSource, readSourceFiles } from './support/source-files.ts';

/** Which part reads and writes a table. Decisions about access (src/auth) read several. */
const owners: Record<string, string> = {
  users: 'users',
  api_tokens: 'users',
  organizations: 'organizations',
  members: 'members',
  teams: 'teams',
  team_members: 'teams',
  saml_providers: 'sso',
  translations: 'translations',
  translated_pages: 'translations',
  translated_texts: 'translations',
  glossary_entries: 'glossary',
  saml_logins: 'sso',
  collections: 'collections',
  sites: 'sites',
  site_section_groups: 'sites',
  site_sections: 'sites',
  site_spaces: 'sites',
  share_links: 'sites',
  site_redirects: 'sites',
  site_customizations: 'sites',
  site_space_customizations: 'sites',
  site_adaptive_schemas: 'sites',
  site_publishing_auths: 'sites',
  spaces: 'spaces',
  revisions: 'revisions',
  content_chunks: 'revisions',
  blobs: 'revisions',
  released_content: 'revisions',
  text_derivations: 'revisions',
  generated_files: 'content',
  blob_holds: 'content',
  content_index_states: 'revisions',
  openapi_specs: 'openapi-specs',
  openapi_spec_versions: 'openapi-specs',
  computed_pages: 'openapi-specs',
  space_links: 'links',
  search_pages: 'search',
  search_words: 'search',
  change_requests: 'change-requests',
  change_request_contributors: 'change-requests',
  change_request_conflicts: 'change-requests',
  change_request_reviews: 'reviews',
  requested_reviewers: 'reviews',
  comments: 'comments',
  comment_replies: 'comments',
  reactions: 'comments',
  grants: 'grants',
  invites: 'invites',
  invitations: 'invites',
  sign_ups: 'invites',
  sign_in_links: 'users',
  jobs: 'jobs',
  job_secrets: 'jobs',
  job_results: 'jobs',
  git_syncs: 'git',
  change_log: 'live',
  idempotent_writes: 'idempotency',
  secrets: 'database',
};

/** Places that break a rule for a good reason. */
const exceptions: Record<string, string> = {
  // The environment that a child process gets is no setting.
  'src/database/embedded/run-program.ts': 'reads the environment',
  // Deletes only bytes that nothing refers to, downloads included.
  'src/revisions/store/collect-content.ts': 'belongs to content',
};

const root = path.resolve(import.meta.dirname, '..');
const prismaSchema = fs.readFileSync(path.join(root, 'prisma/schema.prisma'), 'utf8');
const modelTables = new Map(
  [...prismaSchema.matchAll(/^model (\w)(\w*) \{[^]*?@@map\("(\w+)"\)/gm)].map(
    ([, first = '', rest = '', table = '']) => [`${first.toLowerCase()}${rest}`, table],
  ),
);

const sources = readSourceFiles('src');
const tests = readSourceFiles('test').filter(({ name }) => !name.includes('architecture'));
const tools = readSourceFiles('prisma', '.config');
const all = [...sources, ...tests, ...tools];

/** The violations that are no exceptions. */
function unexcused(violations: Violations): Violations {
  return violations.filter((violation) => {
    const [file = ''] = violation.split(':');
    const excused = exceptions[file];
    return excused === undefined || !violation.includes(excused);
  });
}

describe('the house', () => {
  it('has layers that depend downwards only', () => {
    expect(upwardImports(sources)).toEqual([]);
  });

  it('has a reader that is a client of the graph, and small', () => {
    expect(readerImports(sources)).toEqual([]);
    const ofReader = sources.filter(({ name }) => name.startsWith('src/reader/'));
    const code = ofReader.flatMap(({ lines }) =>
      lines.filter((line) => !/^\s*(?:\/\/|\/?\*|$)/.test(line)),
    );
    expect(code.length).toBeLessThanOrEqual(3000);
  });

  it('has features without cycles', () => {
    expect(featureCycles(sources)).toEqual([]);
  });

  it.each(['sites/structure/site-section', 'spaces/space', 'change-requests/change-request'])(
    'loads neither documents nor revisions for the type of %s, and few files',
    (type) => {
      const loaded = [...loadedFiles(sources, `src/features/${type}.ts`)];
      expect(loaded.filter((name) => /^src\/(?:document|revisions)\//.test(name))).toEqual([]);
      expect(loaded.length).toBeLessThanOrEqual(80);
    },
  );

  it('loads no reader of markdown, and few files, for a type and what is its alone', () => {
    const reader = 'src/document/markdown-to-document.ts';
    const types = typeFiles(sources);
    expect(types.filter((type) => loadedFiles(sources, type).has(reader))).toEqual([]);
    expect(types.filter((type) => filesOfType(sources, type).length > 80)).toEqual([]);
  });

  it('has an owner for every table', () => {
    expect(Object.keys(owners).toSorted()).toEqual([...modelTables.values()].toSorted());
  });

  it('has features that leave the tables of others alone', () => {
    expect(unexcused(foreignTables(sources, owners, modelTables))).toEqual([]);
  });

  it('reads the environment in one place', () => {
    const others = sources.filter(({ name }) => name !== 'src/config.ts');
    expect(unexcused(environmentReads(others))).toEqual([]);
  });

  it('keeps files, functions and lines short', () => {
    expect(longFiles(all, 400)).toEqual([]);
    expect(longFunctions(all, 70)).toEqual([]);
    expect(longLines(all, 100)).toEqual([]);
  });

  it('holds no leftovers', () => {
    expect(leftovers(all)).toEqual([]);
    expect(consoleUses(sources)).toEqual([]);
  });

  it('has indexes that only import', () => {
    expect(busyIndexes(sources)).toEqual([]);
  });

  it('gives every file a name of its own', () => {
    expect(sharedFileNames(sources)).toEqual([]);
  });

  it('gives every exported name to one thing', () => {
    expect(sharedExports(sources)).toEqual([]);
  });

  it('has docstrings that begin with what a thing is or does', () => {
    const support = tests.filter(({ name }) => name.startsWith('test/support/'));
    expect(vagueDocstrings([...sources, ...support, ...tools])).toEqual([]);
  });

  it('has an assertion in every test file', () => {
    expect(testsWithoutAssertion(tests)).toEqual([]);
  });
});

describe('the rules', () => {
  const file = (name: string, ...lines: string[]) => parseSource(name, `${lines.join('\n')}\n`);

  it('see imports that lead upwards, dynamic and exported ones too', () => {
    const low = file(
      'src/lib/id.ts',
      "import type { A } from '../errors.ts';",
      "export * from '../context.ts';",
      "await import('../gateway.ts');",
      "import './hash.ts';",
    );
    expect(upwardImports([low])).toEqual([
      'src/lib/id.ts:1 imports upwards, from src/errors.ts',
      'src/lib/id.ts:2 imports upwards, from src/context.ts',
      'src/lib/id.ts:3 imports upwards, from src/gateway.ts',
    ]);
    expect(upwardImports([file('src/attic/old.ts')])).toEqual([
      'src/attic/old.ts:1 belongs to no layer',
    ]);
  });

  it('see what of the reader bypasses the graph', () => {
    const nosy = file(
      'src/reader/x.tsx',
      "import '../features/sites/x.ts';",
      "import '../http/cookies.ts';",
      "import { html } from './y.ts';",
    );
    expect(readerImports([nosy])).toEqual([
      'src/reader/x.tsx:1 bypasses the graph, by src/features/sites/x.ts',
    ]);
  });

  it('see what a type loads, except for other types and for what is loaded when it is called', () => {
    const type = (name: string, ...lines: string[]) =>
      file(`src/features/a/${name}.ts`, ...lines, 'builder.objectType();');
    const files = [
      type('x', "import './y.ts';", "import './of-x.ts';", "await import('./later.ts');"),
      type('y', "import './of-y.ts';"),
      ...['of-x', 'of-y', 'later'].map((name) => file(`src/features/a/${name}.ts`)),
    ];
    expect(typeFiles(files)).toEqual(['src/features/a/x.ts', 'src/features/a/y.ts']);
    expect(filesOfType(files, 'src/features/a/x.ts')).toEqual([
      'src/features/a/x.ts',
      'src/features/a/of-x.ts',
    ]);
  });

  it('see cycles between features, however long', () => {
    const at = (feature: string, other: string) =>
      file(`src/features/${feature}/x.ts`, `import '../${other}/x.ts';`);
    expect(featureCycles([at('a', 'b'), at('b', 'c'), at('d', 'a')])).toEqual([]);
    expect(featureCycles([at('a', 'b'), at('b', 'c'), at('c', 'a')])).toHaveLength(3);
  });

  it('see tables of others in SQL and in calls of Prisma', () => {
    const nosy = file(
      'src/features/sites/x.ts',
      'sql`SELECT FROM spaces s JOIN sites t ON true`;',
      'transaction.comment.count();',
      'transaction.site.count();',
    );
    expect(foreignTables([nosy], owners, modelTables)).toEqual([
      'src/features/sites/x.ts:1 uses spaces, which belongs to spaces',
      'src/features/sites/x.ts:2 uses comments, which belongs to comments',
    ]);
  });

  it('see what is too long', () => {
    const body = Array.from({ length: 70 }, () => '  f();');
    const tail = [`// ${'a '.repeat(50)}`, `f('${'a '.repeat(50)}');`];
    const long = file('src/lib/x.ts', 'function f() {', ...body, '}', ...tail);
    expect(longFunctions([long], 70)).toEqual([
      'src/lib/x.ts:1 has a function of 72 lines: at most 70',
    ]);
    expect(longFiles([long], 73)).toEqual(['src/lib/x.ts:1 has 74 lines: at most 73']);
    expect(longLines([long], 100)).toEqual(['src/lib/x.ts:73 has 103 columns: at most 100']);
    const group = file('test/x.test.ts', "describe('x', () => {", ...body, '});');
    expect(longFunctions([group], 70)).toEqual([]);
  });

  it('see leftovers, busy indexes, reads of the environment and empty tests', () => {
    const test = file(
      'test/x.test.ts',
      'it.only();',
      '// Needs a browser.',
      'it.skip();',
      '// FIXME',
    );
    expect(leftovers([test])).toEqual([
      'test/x.test.ts:4 is a note to oneself',
      'test/x.test.ts:1 leaves out other tests',
    ]);
    expect(testsWithoutAssertion([test])).toEqual(['test/x.test.ts:1 asserts nothing']);
    const index = file('src/features/x/index.ts', "import './x.ts';", 'console.log(process.env);');
    expect(busyIndexes([index])).toHaveLength(1);
    expect(environmentReads([index])).toHaveLength(1);
    expect(consoleUses([index])).toHaveLength(1);
  });

  it('see files that share a name', () => {
    const names = ['src/lib/x.ts', 'src/auth/x.ts', 'src/auth/y.ts'];
    const indexes = ['src/features/a/index.ts', 'src/features/b/index.ts'];
    expect(sharedFileNames([...names, ...indexes].map((name) => file(name)))).toEqual([
      'src/lib/x.ts:1 shares its file name',
      'src/auth/x.ts:1 shares its file name',
    ]);
  });

  it('see names that two files export, and no name that is passed on', () => {
    const sized = (name: string) =>
      file(name, 'export const size = 1;', 'export interface Size {}');
    const [first, second] = [sized('src/lib/x.ts'), sized('src/lib/y.ts')];
    const third = file('src/lib/z.ts', "export { size, type Size } from './x.ts';");
    expect(sharedExports([first, third])).toEqual([]);
    expect(sharedExports([first, second])).toEqual([
      'size is exported by src/lib/x.ts and src/lib/y.ts',
      'Size is exported by src/lib/x.ts and src/lib/y.ts',
    ]);
  });

  it('see docstrings that begin with a question, and functions that begin with "Whether"', () => {
    const vague = file(
      'src/lib/x.ts',
      '/** What a page has. */',
      'type A = string;',
      '/**',
      ' * Whether it is odd.',
      ' */',
      'export function isOdd() {}',
      'interface B {',
      '  /** Whether it is odd. */',
      '  isOdd: boolean;',
      '}',
      '/** Returns null for nothing. */',
      'const c = 1;',
    );
    expect(vagueDocstrings([vague])).toEqual([
      'src/lib/x.ts:1 has a docstring that begins with "What"',
      'src/lib/x.ts:3 has a docstring that begins with "Whether"',
    ]);
  });
});
