import { readFileSync } from 'node:fs';

/** The operations that GraphiQL opens with, each in a tab; they need no ids. */
const names = ['viewer', 'whole-graph', 'pages-of-a-space', 'search', 'create-api-token'] as const;

/** Reads the documents of the example tabs, in their order. */
export function readExamples(): string[] {
  return names.map((name) =>
    readFileSync(new URL(`examples/${name}.graphql`, import.meta.url), 'utf8'),
  );
}
