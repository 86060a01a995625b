import { getOperationAST, parse, validate, visit, type DocumentNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { readExamples } from '../../src/http/pages/examples.ts';
import { schema } from '../../src/schema.ts';

function operationName(document: DocumentNode): string | undefined {
  return getOperationAST(document)?.name?.value;
}

describe('the example tabs of GraphiQL', () => {
  const documents = readExamples().map((text) => parse(text));

  it.each(documents.map((document) => [operationName(document), document] as const))(
    'fit the schema and need no variables: %s',
    (_name, document) => {
      expect(validate(schema, document).map(({ message }) => message)).toEqual([]);
      const variables: string[] = [];
      visit(document, {
        VariableDefinition: ({ variable }) => void variables.push(variable.name.value),
      });
      expect(variables).toEqual([]);
    },
  );

  it('hold a walk through seven levels and a mutation', () => {
    const texts = readExamples().join('\n');
    const walk = ['sites', 'sections', 'siteSpaces', 'space', 'changeRequests', 'comments'];
    const pattern = new RegExp(
      `organizations\\b.*${walk.map((step) => `\\b${step}\\b`).join('.*')}`,
      's',
    );
    expect(texts).toMatch(pattern);
    expect(texts).toMatch(/^mutation /m);
  });
});
