import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  printSchema,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/schema.ts';

const run = promisify(execFile);
const compiler = createRequire(import.meta.url).resolve('relay-compiler/cli.js');

/** Every field of an object type that is a connection. */
function connectionFields(): { type: GraphQLObjectType; field: GraphQLField<unknown, unknown> }[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type))
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    .filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'));
}

/** What is no node is asked for again through its parent, which the compiler cannot write. */
function isRefetchable(type: GraphQLObjectType): boolean {
  return type.name === 'Query' || type.getInterfaces().some(({ name }) => name === 'Node');
}

/** A pagination fragment the way an app writes one. */
function paginationFragment(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
): string {
  const name = `${type.name}_${field.name}`;
  const connection = getNamedType(field.type) as GraphQLObjectType;
  const node = getNamedType(connection.getFields()['nodes']?.type ?? connection);
  const selection =
    (isObjectType(node) || isInterfaceType(node)) && 'id' in node.getFields() ? 'id' : '__typename';
  const refetchable = isRefetchable(type)
    ? `@refetchable(queryName: "fields${type.name}${field.name}Query")`
    : '';
  const required = field.args.filter((argument) => isRequiredArgument(argument));
  const definitions = [
    'count: { type: "Int", defaultValue: 10 }, cursor: { type: "String" }',
    ...required.map((argument) => `${argument.name}: { type: "${String(argument.type)}" }`),
  ];
  const values = required.map((argument) => `, ${argument.name}: $${argument.name}`).join('');
  return `
    graphql\`
      fragment fields_${name} on ${type.name} ${refetchable}
      @argumentDefinitions(${definitions.join(', ')}) {
        ${field.name}(first: $count, after: $cursor${values})
        @connection(key: "fields_${name}_${field.name}") {
          totalCount
          edges { node { ${selection} } }
        }
      }
    \`;`;
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'docgraph-relay-'));
  await mkdir(path.join(folder, 'src'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('Relay', () => {
  it('compiles a pagination fragment for every connection', async () => {
    const fields = connectionFields();
    expect(fields.length).toBeGreaterThan(1);
    await writeFile(path.join(folder, 'schema.graphql'), printSchema(schema));
    await writeFile(
      path.join(folder, 'src', 'fields.js'),
      fields.map(({ type, field }) => paginationFragment(type, field)).join('\n'),
    );
    await writeFile(
      path.join(folder, 'relay.config.json'),
      JSON.stringify({ src: './src', schema: './schema.graphql', language: 'javascript' }),
    );
    await writeFile(path.join(folder, 'package.json'), '{}');
    const { stdout, stderr } = await run(process.execPath, [compiler, 'relay.config.json'], {
      cwd: folder,
    });
    const output = stdout + stderr;
    expect(output).not.toMatch(/error/i);
    const refetchable = fields.filter(({ type }) => isRefetchable(type));
    expect(output).toContain(`${refetchable.length} normalization`);
  });
});
