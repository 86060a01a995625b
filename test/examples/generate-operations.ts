import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';
import config from '../../examples/codegen/codegen.ts';

const folder = path.resolve(import.meta.dirname, '../../examples/codegen');
const plugins = {
  'typescript-operations': typescriptOperations,
  'typed-document-node': typedDocumentNode,
};

/**
 * Writes the files of the code generator's configuration, as its command line does. That brings 200
 * packages, of which its core needs none.
 */
export async function generateOperations(): Promise<void> {
  const read = async (file: string) => parse(await readFile(path.join(folder, file), 'utf8'));
  const schema = await read(config.schema);
  const documents = await Promise.all(
    config.documents.map(async (file) => ({ document: await read(file) })),
  );
  for (const [name, output] of Object.entries(config.generates)) {
    const filename = path.join(folder, name);
    const text = await codegen({
      ...{ filename, schema, documents, config: output.config },
      plugins: output.plugins.map((plugin) => ({ [plugin]: {} })),
      pluginMap: plugins,
    });
    await mkdir(path.dirname(filename), { recursive: true });
    await writeFile(filename, text);
  }
}
