import { Visitor, type Function as FunctionNode, type ArrowFunctionExpression } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

/** A list of `file:line problem`, one per violation. */
export type Violations = string[];

/** The layers from top to bottom. A file imports from its own layer and from lower ones. */
const layers = [
  ...[
    'docgraph',
    'main',
    'commands',
    'demo',
    'gateway',
    'forms',
    'reader',
    'http',
    'schedule',
    'schema',
    'indexes',
    'features',
  ],
  ...['operations', 'builder', 'rest', 'idempotency'],
  ...[
    'plan',
    'context',
    'auth',
    'pagination',
    'jobs',
    'external',
    'revisions',
    'document',
    'workers',
    'database',
    'config',
    'telemetry',
    'addresses',
    'errors',
    'version',
    'lib',
  ],
];

export function upwardImports(files: readonly SourceFile[]): Violations {
  return files.flatMap(({ name, imports }) => {
    const own = layers.indexOf(layerOf(name) ?? '');
    if (own < 0) return [`${name}:1 belongs to no layer`];
    return imports
      .filter(({ target }) => layers.indexOf(layerOf(target) ?? 'lib') < own)
      .map(({ target, line }) => `${name}:${line} imports upwards, from ${target}`);
  });
}

/** Returns the layer of a file: `src/rest/route.ts` is in `rest`, `src/errors.ts` in `errors`. */
function layerOf(file: string): string | undefined {
  return /^src\/([\w-]+)/.exec(file)?.[1];
}

function featureOf(file: string): string | undefined {
  return /^src\/features\/([\w-]+)\//.exec(file)?.[1];
}

/** Returns the part that owns a file's tables: a feature, or the store of content below them. */
function ownerOf(file: string): string | undefined {
  return featureOf(file) ?? /^src\/(revisions)\//.exec(file)?.[1];
}

/** What the reader and the forms may know beside themselves: they are clients of the graph. */
const knownToReader =
  /^src\/(?:reader|forms|lib|http\/(?:cookies|session-cookies|pages\/(?:assets|package-file)))(?:\/|\.ts$)/;

/** Returns imports of the reader and the forms that bypass the graph. */
export function readerImports(files: readonly SourceFile[]): Violations {
  return files
    .filter(({ name }) => /^src\/(?:reader|forms)\//.test(name))
    .flatMap(({ name, imports }) =>
      imports
        .filter(({ target }) => target.startsWith('src/') && !knownToReader.test(target))
        .map(({ target, line }) => `${name}:${line} bypasses the graph, by ${target}`),
    );
}

/** Returns the files that a file loads with itself, which is one of them. */
export function loadedFiles(files: readonly SourceFile[], name: string): Set<string> {
  const byName = new Map(files.map((file) => [file.name, file]));
  const loaded = new Set([name]);
  for (const one of loaded) {
    for (const { target, isType, isLazy } of byName.get(one)?.imports ?? []) {
      if (!isType && !isLazy && byName.has(target)) loaded.add(target);
    }
  }
  return loaded;
}

/** Returns the names of the files that declare types of the graph, and no mutation. */
export function typeFiles(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ name, text }) => featureOf(name) && /\bbuilder\s*\.\w+\(/.test(text))
    .filter(({ text }) => !/\bmutationField\(/.test(text))
    .map(({ name }) => name);
}

/** Returns the files that a type loads besides the types that it refers to and their files. */
export function filesOfType(files: readonly SourceFile[], type: string): string[] {
  const loaded = loadedFiles(files, type);
  const others = typeFiles(files).filter((name) => name !== type && loaded.has(name));
  const theirs = new Set(others.flatMap((name) => [...loadedFiles(files, name)]));
  return [...loaded].filter((name) => !theirs.has(name));
}

/** Returns the imports that form a cycle of features. */
export function featureCycles(files: readonly SourceFile[]): Violations {
  const edges = files.flatMap(({ name, imports }) =>
    imports.map(({ target, line }) => ({
      from: featureOf(name),
      to: featureOf(target),
      at: `${name}:${line}`,
    })),
  );
  const outside = edges.filter(({ from, to }) => from && to && from !== to);
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return outside.some((edge) => edge.from === from && reaches(edge.to ?? '', to, seen));
  };
  return outside
    .filter(({ from, to }) => reaches(to ?? '', from ?? ''))
    .map(({ from, to, at }) => `${at} ${from} depends on ${to}, which depends on ${from}`);
}

/** Returns the reads and writes of a table by a part that does not own it. */
export function foreignTables(
  files: readonly SourceFile[],
  owners: Readonly<Record<string, string>>,
  modelTables: ReadonlyMap<string, string>,
): Violations {
  return files.flatMap(({ name, lines }) => {
    const owner = ownerOf(name);
    if (!owner) return [];
    return lines.flatMap((text, index) =>
      tablesIn(text, modelTables)
        .filter((table) => owners[table] !== undefined && owners[table] !== owner)
        .map((table) => `${name}:${index + 1} uses ${table}, which belongs to ${owners[table]}`),
    );
  });
}

function tablesIn(line: string, modelTables: ReadonlyMap<string, string>): string[] {
  const inSql = [...line.matchAll(/\b(?:FROM|JOIN|UPDATE|INTO|TABLE)\s+([a-z_]+)/g)];
  const byModel = [...line.matchAll(/\b(?:transaction|prisma|tx)\.(\w+)\.\w/g)];
  return [
    ...inSql.map(([, table = '']) => table),
    ...byModel.flatMap(([, model = '']) => modelTables.get(model) ?? []),
  ];
}

/** Returns the uses of `process.env`. */
export function environmentReads(files: readonly SourceFile[]): Violations {
  return linesWith(files, /process\.env\b/, 'reads the environment: config.ts does');
}

export function longFiles(files: readonly SourceFile[], linesMax: number): Violations {
  return files
    .filter(({ lines }) => lines.length - 1 > linesMax)
    .map(({ name, lines }) => `${name}:1 has ${lines.length - 1} lines: at most ${linesMax}`);
}

/** Maximum length after a literal. A line cannot be broken at the end of a literal. */
const TAIL_COLUMNS_MAX = 40;

/** Returns long lines of code and comments, except for those with a long literal. */
export function longLines(files: readonly SourceFile[], columnsMax: number): Violations {
  return files.flatMap((file) => {
    const literals = literalRanges(file);
    let start = 0;
    return file.lines.flatMap((line, index) => {
      const edge = start + columnsMax;
      start += line.length + 1;
      if (line.length <= columnsMax) return [];
      if (literals.some(([from, to]) => from <= edge && edge < to + TAIL_COLUMNS_MAX)) return [];
      return [`${file.name}:${index + 1} has ${line.length} columns: at most ${columnsMax}`];
    });
  });
}

/** Returns the ranges of strings, templates and regular expressions in a text. */
function literalRanges({ program }: SourceFile): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  new Visitor({
    Literal: ({ start, end }) => void ranges.push([start, end]),
    TemplateLiteral: ({ start, end }) => void ranges.push([start, end]),
  }).visit(program);
  return ranges;
}

/** Returns long functions with a block body. A `describe` groups tests and does not count. */
export function longFunctions(files: readonly SourceFile[], linesMax: number): Violations {
  return files.flatMap((file) => {
    const groups = new Set<object>();
    const violations: Violations = [];
    const measure = (node: FunctionNode | ArrowFunctionExpression) => {
      if (node.body?.type !== 'BlockStatement' || groups.has(node)) return;
      const first = file.lineOf(node.start);
      const length = file.lineOf(node.end) - first + 1;
      if (length > linesMax) {
        violations.push(
          `${file.name}:${first} has a function of ${length} lines: at most ${linesMax}`,
        );
      }
    };
    new Visitor({
      CallExpression({ callee, arguments: given }) {
        const called = callee.type === 'CallExpression' ? callee.callee : callee;
        const text = file.text.slice(called.start, called.end);
        if (/^describe\b/.test(text)) given.forEach((argument) => groups.add(argument));
      },
      FunctionDeclaration: measure,
      FunctionExpression: measure,
      ArrowFunctionExpression: measure,
    }).visit(file.program);
    return violations;
  });
}

/** Returns notes to oneself, and tests that run alone or never. */
export function leftovers(files: readonly SourceFile[]): Violations {
  return [
    ...linesWith(files, /\b(?:TODO|FIXME|XXX|HACK)\b/, 'is a note to oneself'),
    ...linesWith(files, /\b(?:it|test|describe)\.(?:only|todo)\b/, 'leaves out other tests'),
    ...files.flatMap((file) =>
      linesWith([file], /\b(?:it|test|describe)\.(?:skip|fails)\b/, 'needs its reason above')
        // A comment above the line gives the reason.
        .filter((violation) => {
          const line = Number(/:(\d+) /.exec(violation)?.[1]);
          return !file.lines[line - 2]?.trim().startsWith('//');
        }),
    ),
  ];
}

export function consoleUses(files: readonly SourceFile[]): Violations {
  return linesWith(files, /\bconsole\.\w+\(/, 'writes to the console: use the log');
}

/** Returns each `index.ts` with more than imports. */
export function busyIndexes(files: readonly SourceFile[]): Violations {
  return files
    .filter(({ name }) => name.endsWith('/index.ts'))
    .flatMap(({ name, program, lineOf }) =>
      program.body
        .filter((node) => node.type !== 'ImportDeclaration' || node.specifiers.length > 0)
        .map((node) => `${name}:${lineOf(node.start)} is more than an import`),
    );
}

/** Returns files whose name another file has, except for `index.ts`. */
export function sharedFileNames(files: readonly SourceFile[]): Violations {
  const own = (name: string) => name.split('/').at(-1) ?? '';
  const counts = new Map<string, number>();
  for (const { name } of files) counts.set(own(name), (counts.get(own(name)) ?? 0) + 1);
  return files
    .filter(({ name }) => own(name) !== 'index.ts' && (counts.get(own(name)) ?? 0) > 1)
    .map(({ name }) => `${name}:1 shares its file name`);
}

/** Returns names that several files declare and export. */
export function sharedExports(files: readonly SourceFile[]): Violations {
  const homes = new Map<string, Set<string>>();
  for (const { name, exportedNames } of files) {
    for (const exported of exportedNames) {
      homes.set(exported, (homes.get(exported) ?? new Set()).add(name));
    }
  }
  return [...homes]
    .filter(([, names]) => names.size > 1)
    .map(([exported, names]) => `${exported} is exported by ${[...names].join(' and ')}`);
}

/** First words of docstrings that say neither what the thing is nor what it does. */
const VAGUE_START =
  /^(?:What|Who(?:m|se|ever)?|How|Where|When|Of|Null|Said|Left|Those|It|(?:Some|No|Any|Every)(?:body|thing)|Does)\b/;

/** Returns docstrings that begin with a question word or with no noun phrase or verb. */
export function vagueDocstrings(files: readonly SourceFile[]): Violations {
  return files.flatMap(({ name, text, lineOf }) =>
    [...text.matchAll(/\/\*\*[\s*]+([^]*?)\*\/\s*(?:export )?(?:async )?(\w+)/g)]
      .filter(
        ([, docstring = '', keyword]) =>
          VAGUE_START.test(docstring) ||
          (keyword === 'function' && docstring.startsWith('Whether ')),
      )
      .map(
        ({ index, 1: docstring = '' }) =>
          `${name}:${lineOf(index)} has a docstring that begins with "${docstring.split(/\s/)[0]}"`,
      ),
  );
}

export function testsWithoutAssertion(files: readonly SourceFile[]): Violations {
  return files
    .filter(({ name, text }) => name.endsWith('.test.ts') && !/\bexpect\(/.test(text))
    .map(({ name }) => `${name}:1 asserts nothing`);
}

function linesWith(files: readonly SourceFile[], pattern: RegExp, problem: string): Violations {
  return files.flatMap(({ name, lines }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [`${name}:${index + 1} ${problem}`] : [])),
  );
}
