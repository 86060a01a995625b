import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { lexicographicSortSchema, printSchema } from 'graphql';

import { compileRoutes } from './src/rest/compile-routes.ts';
import { openApiDocument } from './src/rest/openapi/open-api-document.ts';
import { schema } from './src/schema.ts';
import { readVersion } from './src/version.ts';

/** The files that derive from the schema, by name. They are committed, so that a review sees them. */
function generate(): Record<string, string> {
  const document = openApiDocument(schema, compileRoutes(schema), readVersion());
  return {
    'schema.graphql': `${printSchema(lexicographicSortSchema(schema))}\n`,
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  };
}

const isCheck = process.argv.includes('--check');
for (const [name, text] of Object.entries(generate())) {
  const file = path.join(import.meta.dirname, name);
  const current = await readFile(file, 'utf8').catch(() => undefined);
  if (current === text) continue;
  if (isCheck) {
    console.error(`${name} is stale: run "npm run codegen" and commit it.`);
    process.exitCode = 1;
  } else {
    await writeFile(file, text);
    console.log(`${name} is written.`);
  }
}
