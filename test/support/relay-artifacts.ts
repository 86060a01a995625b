import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { printSchema, type GraphQLSchema } from 'graphql';
import type { ConcreteRequest } from 'relay-runtime';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/**
 * Compiles queries as a Relay app does.
 *
 * @param queries by name, without `query Name`: they begin with the variables
 */
export async function compileForRelay<Name extends string>(
  schema: GraphQLSchema,
  queries: Readonly<Record<Name, string>>,
): Promise<Record<Name, ConcreteRequest>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docgraph-relay-'));
  try {
    const names = Object.keys(queries) as Name[];
    const config = { src: './src', schema: './schema.graphql', language: 'javascript' };
    const tags = names.map((name) => `graphql\`query ${operationName(name)}${queries[name]}\`;`);
    await mkdir(path.join(folder, 'src'));
    await Promise.all([
      writeFile(path.join(folder, 'schema.graphql'), printSchema(schema)),
      writeFile(path.join(folder, 'src', 'cached.js'), tags.join('\n')),
      writeFile(path.join(folder, 'relay.config.json'), JSON.stringify(config)),
      writeFile(path.join(folder, 'package.json'), '{}'),
    ]);
    const compiler = require.resolve('relay-compiler/cli.js');
    await run(process.execPath, [compiler, 'relay.config.json'], { cwd: folder });
    const compiled = names.map((name) => {
      const file = `${operationName(name)}.graphql.js`;
      return [name, require(path.join(folder, 'src', '__generated__', file))];
    });
    return Object.fromEntries(compiled) as Record<Name, ConcreteRequest>;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Relay requires operation names that start with the file name. */
function operationName(name: string): string {
  return `cached${name}Query`;
}
